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
  const tasks: Task[] = []
  for (const i of byStart(timetable)) tasks.push(taskOf(timetable, i))
  unplanned.sort((a, b) => compareText(a.operation, b.operation))
  const outcomes: OrderOutcome[] = given.orders.map(({ id, due }) => {
    const number = model.orderNumber.get(id)!
    const end = finish[number]!
    const planned = end > 0 && skip[number] === 0
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
  const { id } = problem.operations[i]!
  const order = problem.orders[model.orderOf[i]!]!.id
  const number = model.laneMachine[timetable.lane[i]!]!
  const machine = problem.machines[number]!.id
  const head = timetable.head[i]!
  const setupStart = timetable.setupStart[i]!
  const start = timetable.start[i]!
  const end = timetable.end[i]!
  const setupSeconds = timetable.setupSeconds[head]!
  // Written out for each kind: there are many, and each is made once.
  if (model.isFixed[i]) {
    const { fixed } = problem.operations[i]!
    const reasons: Reason[] = [{ kind: 'fixed', why: fixed!.why, until: fixed!.start }]
    return { operation: id, order, machine, setupStart, start, end, setupSeconds, fixed: true, reasons }
  }
  const reasons = reasonsOf(timetable, i)
  if (model.machineCharge[number]! <= 0)
    return { operation: id, order, machine, setupStart, start, end, setupSeconds, fixed: false, reasons }
  const charge = problem.operations[head]!.id
  return { operation: id, order, machine, setupStart, start, end, setupSeconds, fixed: false, charge, reasons }
}

/** Placed operations by start, then machine, then id. */
function byStart(timetable: Timetable): Int32Array {
  const { model, start, lane } = timetable
  const { problem, operationCount: n, laneMachine, machineCount } = model
  const placed = new Int32Array(n)
  let count = 0
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (let i = 0; i < n; i++) {
    if (lane[i]! < 0) continue
    placed[count++] = i
    if (start[i]! < first) first = start[i]!
    if (start[i]! > last) last = start[i]!
  }
  const sorted = placed.subarray(0, count)
  const machineOf = (i: number) => laneMachine[lane[i]!]!
  const byId = (a: number, b: number) => compareText(problem.operations[a]!.id, problem.operations[b]!.id)
  const before = (a: number, b: number) => start[a]! - start[b]! || machineOf(a) - machineOf(b) || byId(a, b)
  // Start, machine and operation as one number, as long as it is exact: numbers are sorted far faster than by a comparison.
  if ((last - first + 1) * machineCount * n > Number.MAX_SAFE_INTEGER) return sorted.sort(before)
  const keys = new Float64Array(count)
  for (let k = 0; k < count; k++) {
    const i = sorted[k]!
    keys[k] = ((start[i]! - first) * machineCount + machineOf(i)) * n + i
  }
  keys.sort()
  for (let k = 0; k < count; k++) sorted[k] = keys[k]! % n
  for (let k = 1; k < count; k++) {
    const operation = sorted[k]!
    let at = k
    for (; at > 0 && before(sorted[at - 1]!, operation) > 0; at--) sorted[at] = sorted[at - 1]!
    sorted[at] = operation
  }
  return sorted
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
