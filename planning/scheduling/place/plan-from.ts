/** Back from numbers to ids: tasks with their reasons, causes, conflicts, outcome of each order. */
import type { Stuck } from '../compile/causes.ts'
import { scoreOf } from '../improve/score.ts'
import { whole } from '../problem/numbers-in-place.ts'
import type { Problem } from '../problem/problem.ts'
import { placesByKey } from '../problem/sort-numbers.ts'
import type { Conflict, OrderOutcome, Plan, Reason, Score, Task, Unplanned } from './plan.ts'
import { reasonsOf } from './reasons.ts'
import type { Timetable } from './timetable.ts'

/** `known`: its score, when it has one. */
export function planFrom(
  given: Problem,
  timetable: Timetable,
  stuck: ReadonlyMap<number, Stuck>,
  iterations: number,
  known?: Score,
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
  const placed = byStart(timetable)
  const tasks = tasksOf(placed, timetable)
  unplanned.sort((a, b) => compareText(a.operation, b.operation))
  const outcomes: OrderOutcome[] = given.orders.map(({ id, due }) => {
    const number = model.orderNumber.get(id)!
    const end = whole(finish[number]!)
    const planned = end > 0 && skip[number] === 0
    return { order: id, finish: planned ? end : null, tardinessSeconds: planned ? Math.max(0, end - due) : 0 }
  })
  return {
    tasks,
    unplanned,
    orders: outcomes,
    conflicts: conflictsOf(timetable),
    score: known ?? scoreOf(timetable, skip),
    iterations,
  }
}

/** Made by number, as what is known of them lies in memory, and then put in order. */
function tasksOf(placed: Int32Array, timetable: Timetable): Task[] {
  const byNumber: Task[] = []
  const place = new Int32Array(timetable.model.operationCount)
  for (let i = 0; i < place.length; i++) {
    if (timetable.lane[i]! < 0) continue
    place[i] = byNumber.length
    byNumber.push(taskOf(timetable, i))
  }
  const tasks: Task[] = []
  for (let k = 0; k < placed.length; k++) tasks.push(byNumber[place[placed[k]!]!]!)
  return tasks
}

function taskOf(timetable: Timetable, i: number): Task {
  const { model } = timetable
  const { problem } = model
  const { ids } = model.operationNumber
  const operation = ids[i]!
  const order = model.orderNumber.ids[model.orderOf[i]!]!
  const number = model.laneMachine[timetable.lane[i]!]!
  const machine = problem.machines[number]!.id
  const head = timetable.head[i]!
  const setupStart = whole(timetable.setupStart[i]!)
  const start = whole(timetable.start[i]!)
  const end = whole(timetable.end[i]!)
  const setupSeconds = whole(timetable.setupSeconds[head]!)
  // Written out for each kind: there are many, and each is made once.
  if (model.isFixed[i]) {
    const { fixed } = problem.operations[i]!
    const reasons: Reason[] = [{ kind: 'fixed', why: fixed!.why, until: fixed!.start }]
    return { operation, order, machine, setupStart, start, end, setupSeconds, fixed: true, reasons }
  }
  const reasons = reasonsOf(timetable, i)
  if (model.machineCharge[number]! <= 0)
    return { operation, order, machine, setupStart, start, end, setupSeconds, fixed: false, reasons }
  const charge = ids[head]!
  return { operation, order, machine, setupStart, start, end, setupSeconds, fixed: false, charge, reasons }
}

/** Placed operations by start, then machine, then id. */
function byStart(timetable: Timetable): Int32Array {
  const { model, start, lane } = timetable
  const { problem, operationCount: n, laneMachine, machineCount, operationNumber } = model
  const placed = new Int32Array(n)
  const keys = new Float64Array(n)
  let count = 0
  for (let i = 0; i < n; i++) {
    if (lane[i]! < 0) continue
    keys[count] = (start[i]! - problem.now) * machineCount + laneMachine[lane[i]!]!
    placed[count++] = i
  }
  const idOf = (place: number) => operationNumber.ids[placed[place]!]!
  const places = placesByKey(keys.subarray(0, count), (a, b) => compareText(idOf(a), idOf(b)))
  for (let k = 0; k < count; k++) places[k] = placed[places[k]!]!
  return places
}

/** Fixed tasks that start before what they wait for is done, or whose predecessor is not planned at all. */
function conflictsOf(timetable: Timetable): Conflict[] {
  const { model } = timetable
  const { problem, predFirst, predOp, predWait, isFixed } = model
  const conflicts: Conflict[] = []
  for (let i = 0; i < model.operationCount; i++) {
    if (!isFixed[i]) continue
    for (let k = predFirst[i]!; k < predFirst[i + 1]!; k++) {
      const before = predOp[k]!
      // Of two that are fixed nothing is in batches any more: a plan that was made around others says the same of them.
      const ready = () => (isFixed[before] ? timetable.end[before]! + predWait[k]! : timetable.firstHandOver(k))
      if (timetable.isPlaced(before) && ready() <= timetable.start[i]!) continue
      conflicts.push({ operation: problem.operations[before]!.id, fixed: problem.operations[i]!.id })
    }
  }
  return conflicts.sort((a, b) => compareText(a.fixed, b.fixed) || compareText(a.operation, b.operation))
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
