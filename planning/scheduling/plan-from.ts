/** Back from numbers to ids: tasks with their reasons, causes, conflicts, outcome of each order. */
import type { Stuck } from './causes.ts'
import type { Conflict, OrderOutcome, Plan, Reason, Task, Unplanned } from './plan.ts'
import type { Problem } from './problem.ts'
import { reasonsOf } from './reasons.ts'
import { scoreOf } from './score.ts'
import type { Timetable } from './timetable.ts'

export function planFrom(
  given: Problem,
  timetable: Timetable,
  stuck: ReadonlyMap<number, Stuck>,
  iterations: number,
): Plan {
  const { model } = timetable
  const { problem, operationCount, orderOf, isFixed, laneMachine } = model
  const skip = new Uint8Array(model.orderCount)
  for (const order of stuck.keys()) skip[order] = 1
  const tasks: Task[] = []
  const unplanned: Unplanned[] = []
  const finish = new Float64Array(model.orderCount)
  for (let i = 0; i < operationCount; i++) {
    const { id, order, fixed } = problem.operations[i]!
    if (!timetable.isPlaced(i)) {
      const { cause, at, object } = stuck.get(orderOf[i]!)!
      unplanned.push({ operation: id, order, cause, at: problem.operations[at]!.id, object })
      continue
    }
    finish[orderOf[i]!] = Math.max(finish[orderOf[i]!]!, timetable.end[i]!)
    const reasons: Reason[] = fixed ? [{ kind: 'fixed', why: fixed.why, until: fixed.start }] : reasonsOf(timetable, i)
    tasks.push({
      operation: id,
      order,
      machine: problem.machines[laneMachine[timetable.lane[i]!]!]!.id,
      setupStart: timetable.setupStart[i]!,
      start: timetable.start[i]!,
      end: timetable.end[i]!,
      setupSeconds: timetable.setupSeconds[timetable.head[i]!]!,
      fixed: isFixed[i] === 1,
      ...(model.machineCharge[laneMachine[timetable.lane[i]!]!]! > 0 && isFixed[i] === 0
        ? { charge: problem.operations[timetable.head[i]!]!.id }
        : {}),
      reasons,
    })
  }
  tasks.sort((a, b) => a.start - b.start || compareText(a.machine, b.machine) || compareText(a.operation, b.operation))
  unplanned.sort((a, b) => compareText(a.operation, b.operation))
  const number = new Map(problem.orders.map((order, i) => [order.id, i]))
  const outcomes: OrderOutcome[] = given.orders.map(({ id, due }) => {
    const end = finish[number.get(id)!]!
    const planned = end > 0 && skip[number.get(id)!] === 0
    return { order: id, finish: planned ? end : null, tardinessSeconds: planned ? Math.max(0, end - due) : 0 }
  })
  return {
    tasks,
    unplanned,
    orders: outcomes,
    conflicts: conflictsOf(timetable),
    score: scoreOf(timetable, skip),
    iterations,
  }
}

/** Fixed tasks that start before what they wait for is done, or whose predecessor is not planned at all. */
function conflictsOf(timetable: Timetable): Conflict[] {
  const { model } = timetable
  const { problem, predFirst, predOp, isFixed } = model
  const conflicts: Conflict[] = []
  for (let i = 0; i < model.operationCount; i++) {
    if (!isFixed[i]) continue
    for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) {
      const before = predOp[k]!
      if (timetable.isPlaced(before) && timetable.firstHandOver(k) <= timetable.start[i]!) continue
      conflicts.push({ operation: problem.operations[before]!.id, fixed: problem.operations[i]!.id })
    }
  }
  return conflicts.sort((a, b) => compareText(a.fixed, b.fixed) || compareText(a.operation, b.operation))
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
