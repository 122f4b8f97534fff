/** Why a task does not start earlier, in the words of the plan. */
import { startAt, type WorkTable, workedAt } from '../../calendar/working-time.ts'
import { whole } from '../problem/numbers-in-place.ts'
import type { Reason } from './plan.ts'
import { type Timetable, why } from './timetable.ts'

/** The deciding one first; then everything else that would not have allowed a start a second earlier. */
export function reasonsOf(timetable: Timetable, i: number): Reason[] {
  const { model, reason, behind } = timetable
  const { problem, predOp, predShare } = model
  const start = whole(timetable.start[i]!)
  const machine = problem.machines[model.laneMachine[timetable.lane[i]!]!]!.id
  const table = model.tables[model.altTable[timetable.alternative[i]!]!]!
  const first = decidingReason(timetable, i, table)
  let reasons = [first]
  // Others that end on the same working second: removing the first alone would change nothing.
  const at = workedAt(table, start)
  for (let k = model.predFirst[i]!; k < model.predFirst[i + 1]!; k++) {
    if (predShare[k] !== 1 || (reason[i] === why.predecessor && behind[i] === predOp[k])) continue
    const until = whole(timetable.firstHandOver(k))
    if (until > problem.now && workedAt(table, until) === at)
      reasons = [...reasons, { kind: 'predecessor', operation: model.operationNumber.ids[predOp[k]!]!, until }]
  }
  const kitAt = model.kitAt[i]!
  if (kitAt > problem.now && reason[i] !== why.kit && workedAt(table, kitAt) === at)
    reasons = [...reasons, kitReason(timetable, i)]
  if (first.kind !== 'calendar' && first.until < start) {
    const opens = whole(startAt(table, workedAt(table, first.until)))
    if (opens > first.until) reasons = [...reasons, { kind: 'calendar', machine, until: opens }]
  }
  return reasons
}

function decidingReason(timetable: Timetable, i: number, table: WorkTable): Reason {
  const { model, reason, behind } = timetable
  const { problem } = model
  const start = whole(timetable.start[i]!)
  const machine = problem.machines[model.laneMachine[timetable.lane[i]!]!]!
  const ref = behind[i]!
  switch (reason[i]) {
    case why.lane:
      return { kind: 'machine', task: model.operationNumber.ids[ref]!, until: whole(timetable.end[ref]!) }
    case why.predecessor: {
      let link = model.predFirst[i]!
      while (link < model.predFirst[i + 1]! && model.predOp[link] !== ref) link++
      // What it waits for may be the predecessor of another member of its charge.
      const until = link < model.predFirst[i + 1]! ? timetable.firstHandOver(link) : timetable.end[ref]!
      return { kind: 'predecessor', operation: model.operationNumber.ids[ref]!, until: whole(until) }
    }
    case why.kit: {
      // A charge waits for the last of what any of its members needs.
      let last = i
      for (let m = timetable.head[i]!; m >= 0; m = timetable.nextMember[m]!)
        if (model.kitAt[m]! > model.kitAt[last]!) last = m
      return kitReason(timetable, last)
    }
    case why.notBefore: {
      let until = 0
      for (let m = timetable.head[i]!; m >= 0; m = timetable.nextMember[m]!)
        until = Math.max(until, whole(model.notBefore[m]!))
      return until > problem.now ? { kind: 'not_before', until } : { kind: 'now', until: problem.now }
    }
    case why.resource:
      return { kind: 'resource', resource: problem.resources![ref]!.id, until: start }
    case why.calendar:
      return { kind: 'calendar', machine: machine.id, until: start }
    case why.wall: {
      const frozen = (machine.frozen ?? []).some(
        ([from, to]) =>
          from < start && to > problem.now && workedAt(table, to) >= workedAt(table, timetable.setupStart[i]!),
      )
      return { kind: frozen ? 'frozen' : 'calendar', machine: machine.id, until: start }
    }
    default:
      return { kind: 'now', until: problem.now }
  }
}

const kitReason = ({ model }: Timetable, i: number): Reason => ({
  kind: 'kit',
  material: model.problem.operations[i]!.kit?.material ?? null,
  until: whole(model.kitAt[i]!),
})
