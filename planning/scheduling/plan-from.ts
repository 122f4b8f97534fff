/** Back from numbers to ids: tasks with their reasons, causes, conflicts, outcome of each order. */
import type { Stuck } from './causes.ts'
import type { Conflict, OrderOutcome, Plan, Task, Unplanned } from './plan.ts'
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
  const { problem, operationCount, orderOf } = model
  const skip = new Uint8Array(model.orderCount)
  for (const order of stuck.keys()) skip[order] = 1
  const unplanned: Unplanned[] = []
  const finish = new Float64Array(model.orderCount)
  for (let i = 0; i < operationCount; i++) {
    if (timetable.isPlaced(i)) {
      if (timetable.end[i]! > finish[orderOf[i]!]!) finish[orderOf[i]!] = timetable.end[i]!
      continue
    }
    const { id, order } = problem.operations[i]!
    const { cause, at, object } = stuck.get(orderOf[i]!)!
    unplanned.push({ operation: id, order, cause, at: problem.operations[at]!.id, object })
  }
  const tasks = byStart(timetable).map(i => taskOf(timetable, i))
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

function taskOf(timetable: Timetable, i: number): Task {
  const { model } = timetable
  const { problem } = model
  const { id, order, fixed } = problem.operations[i]!
  const machine = model.laneMachine[timetable.lane[i]!]!
  const head = timetable.head[i]!
  const task = {
    operation: id,
    order,
    machine: problem.machines[machine]!.id,
    setupStart: timetable.setupStart[i]!,
    start: timetable.start[i]!,
    end: timetable.end[i]!,
    setupSeconds: timetable.setupSeconds[head]!,
    fixed: fixed !== undefined,
  }
  if (fixed) return { ...task, reasons: [{ kind: 'fixed', why: fixed.why, until: fixed.start }] }
  const reasons = reasonsOf(timetable, i)
  return model.machineCharge[machine]! > 0
    ? { ...task, charge: problem.operations[head]!.id, reasons }
    : { ...task, reasons }
}

/** Placed operations by start, then machine, then id. */
function byStart(timetable: Timetable): number[] {
  const { model, start, lane } = timetable
  const { problem, operationCount: n, laneMachine } = model
  const placed: number[] = []
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    if (lane[i]! < 0) continue
    placed.push(i)
    first = Math.min(first, start[i]!)
    last = Math.max(last, start[i]!)
  }
  const machineOf = (i: number) => laneMachine[lane[i]!]!
  const byId = (a: number, b: number) => compareText(problem.operations[a]!.id, problem.operations[b]!.id)
  const before = (a: number, b: number) => start[a]! - start[b]! || machineOf(a) - machineOf(b) || byId(a, b)
  // Start, machine and operation as one number, as long as it is exact: numbers are sorted far faster than by a comparison.
  if ((last - first + 1) * model.machineCount * n > Number.MAX_SAFE_INTEGER) return placed.sort(before)
  const keys = Float64Array.from(placed, i => ((start[i]! - first) * model.machineCount + machineOf(i)) * n + i).sort()
  for (let k = 0; k < keys.length; k++) placed[k] = keys[k]! % n
  for (let k = 1; k < placed.length; k++) {
    const operation = placed[k]!
    let at = k
    for (; at > 0 && before(placed[at - 1]!, operation) > 0; at--) placed[at] = placed[at - 1]!
    placed[at] = operation
  }
  return placed
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
