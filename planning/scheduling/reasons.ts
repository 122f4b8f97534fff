/** Why a task does not start earlier, in the words of the plan. */
import { startAt, workedAt } from '../calendar/working-time.ts'
import type { Reason } from './plan.ts'
import { type Timetable, why } from './timetable.ts'

/** The deciding one first; then everything else that would not have allowed a start a second earlier. */
export function reasonsOf(timetable: Timetable, i: number): Reason[] {
  const { model, reason, behind } = timetable
  const { problem } = model
  const start = timetable.start[i]!
  const machine = problem.machines[model.laneMachine[timetable.lane[i]!]!]!
  const table = model.tables[model.altTable[timetable.alternative[i]!]!]!
  const operation = problem.operations[i]!
  const ref = behind[i]!
  const nameOf = (number: number) => problem.operations[number]!.id
  const reasons: Reason[] = []
  const predecessor = (before: number, until: number): Reason => ({
    kind: 'predecessor',
    operation: nameOf(before),
    until,
  })
  // A charge waits for the last of what any of its members needs.
  const members: number[] = []
  for (let m = timetable.head[i]!; m >= 0; m = timetable.nextMember[m]!) members.push(m)
  const kitOf = (number: number) => problem.operations[number]!.kit?.at ?? 0
  const lastKit = members.reduce((last, m) => (kitOf(m) > kitOf(last) ? m : last), i)
  const kit = (of = i): Reason => ({
    kind: 'kit',
    material: problem.operations[of]!.kit?.material ?? null,
    until: kitOf(of),
  })

  switch (reason[i]) {
    case why.lane:
      reasons.push({ kind: 'machine', task: nameOf(ref), until: timetable.end[ref]! })
      break
    case why.predecessor: {
      const link = model.predOp.subarray(0, model.predFirst[i + 1]!).indexOf(ref, model.predFirst[i]!)
      reasons.push(predecessor(ref, link < 0 ? timetable.end[ref]! : timetable.firstHandOver(link)))
      break
    }
    case why.kit:
      reasons.push(kit(lastKit))
      break
    case why.notBefore:
      if (members.some(m => model.notBefore[m]! > problem.now))
        reasons.push({ kind: 'not_before', until: members.reduce((at, m) => Math.max(at, model.notBefore[m]!), 0) })
      else reasons.push({ kind: 'now', until: problem.now })
      break
    case why.resource:
      reasons.push({ kind: 'resource', resource: problem.resources![ref]!.id, until: start })
      break
    case why.calendar:
      reasons.push({ kind: 'calendar', machine: machine.id, until: start })
      break
    case why.wall: {
      const frozen = (machine.frozen ?? []).some(
        ([from, to]) =>
          from < start && to > problem.now && workedAt(table, to) >= workedAt(table, timetable.setupStart[i]!),
      )
      reasons.push({ kind: frozen ? 'frozen' : 'calendar', machine: machine.id, until: start })
      break
    }
    default:
      reasons.push({ kind: 'now', until: problem.now })
  }
  // Others that end on the same working second: removing the first alone would change nothing.
  const at = workedAt(table, start)
  const decides = (until: number) => workedAt(table, until) === at && until > problem.now
  for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) {
    const before = model.predOp[k]!
    const until = timetable.firstHandOver(k)
    if (model.predShare[k] === 1 && decides(until) && !(reason[i] === why.predecessor && ref === before)) {
      reasons.push(predecessor(before, until))
    }
  }
  if (operation.kit?.at && reason[i] !== why.kit && decides(operation.kit.at)) reasons.push(kit())
  const last = reasons[0]!
  if (last.kind !== 'calendar' && last.until < start && startAt(table, workedAt(table, last.until)) > last.until) {
    reasons.push({ kind: 'calendar', machine: machine.id, until: startAt(table, workedAt(table, last.until)) })
  }
  return reasons
}
