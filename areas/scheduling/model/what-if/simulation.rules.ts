import { daySeconds, hourSeconds, type Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { weightOfPriority } from '@qitao/planning/scheduling/problem/problem.ts'
import { loadOf, loadShare, type Machines, sumOfLoads } from '../load/load.rules.ts'
import type { ScheduleFacts } from '../problem/facts.ts'
import { dueOf } from '../problem/problem.rules.ts'
import type { PlanFigures } from './simulation.calls.ts'

/** A task as figures and comparison need it. */
export interface StandingTask {
  readonly operation_id: string
  readonly mo_id: string
  readonly device_id: string
  readonly setup_start_time: Instant
  readonly start_time: Instant
  readonly end_time: Instant
  readonly setup_seconds: number
}
export interface Finish {
  readonly mo_id: string
  readonly start_time: Instant
  readonly finish_time: Instant
}

export function finishesOf(tasks: readonly StandingTask[]): Map<string, Finish> {
  const finishes = new Map<string, Finish>()
  for (const { mo_id, setup_start_time, end_time } of tasks) {
    const before = finishes.get(mo_id)
    finishes.set(mo_id, {
      mo_id,
      start_time: Math.min(before?.start_time ?? setup_start_time, setup_start_time),
      finish_time: Math.max(before?.finish_time ?? end_time, end_time),
    })
  }
  return finishes
}

/** Without what has been done since the plan was made, and without orders that are no longer on it. */
export function stillToDo<T extends StandingTask>(
  { orders, operations }: Pick<ScheduleFacts, 'orders' | 'operations'>,
  tasks: readonly T[],
): T[] {
  const open = new Set(orders.map(({ id }) => id))
  const done = new Set(operations.flatMap(({ id, status }) => (status === taskStatus.codes.done ? [id] : [])))
  return tasks.filter(task => open.has(task.mo_id) && !done.has(task.operation_id))
}

/** Load is looked at so far ahead: beyond that a plan is thin, and every share would be small. */
const loadSeconds = 14 * daySeconds

export function figuresOf(facts: ScheduleFacts, machines: Machines, tasks: readonly StandingTask[]): PlanFigures {
  const finishes = finishesOf(tasks)
  let late_orders = 0
  let tardiness = 0
  let weighted = 0
  let placed = 0
  for (const order of facts.orders) {
    const finish = finishes.get(order.id)
    if (!finish) continue
    placed++
    const behind = finish.finish_time - dueOf(order, facts.time_zone)
    if (behind <= 0) continue
    late_orders++
    tardiness += behind
    weighted += behind * weightOfPriority(order.priority)
  }
  const last = tasks.reduce((latest, task) => Math.max(latest, task.end_time), facts.now)
  const byDevice = Map.groupBy(tasks, task => task.device_id)
  const [from, to] = [facts.now, facts.now + loadSeconds]
  const loads = facts.devices
    .filter(({ supplier_id }) => supplier_id === null)
    .map(({ id, machine_no }) => ({ machine_no, ...loadOf(machines, id, byDevice.get(id) ?? [], from, to) }))
  const busiest = loads
    .filter(({ planned_seconds }) => planned_seconds > 0)
    .toSorted((a, b) => loadShare(b) - loadShare(a))
    .at(0)
  return {
    orders: facts.orders.length,
    late_orders,
    unplanned_orders: facts.orders.length - placed,
    on_time_share: placed === 0 ? 1 : (placed - late_orders) / placed,
    tardiness_hours: hours(tardiness),
    weighted_tardiness_hours: hours(weighted),
    setup_hours: hours(tasks.reduce((all, task) => all + task.setup_seconds, 0)),
    makespan_hours: hours(last - facts.now),
    load_share: loadShare(sumOfLoads(loads)),
    busiest_machine_no: busiest?.machine_no ?? null,
    busiest_load_share: busiest ? loadShare(busiest) : 0,
  }
}
const hours = (seconds: number): number => Math.round((seconds / hourSeconds) * 100) / 100

/** Tasks of a plan that stand elsewhere than now, are new, or are gone. What runs is moved by nobody. */
export function movedTasks(
  { operations }: Pick<ScheduleFacts, 'operations'>,
  now: readonly StandingTask[],
  then: readonly StandingTask[],
): number {
  const begun = new Set(operations.flatMap(({ id, status }) => (status === taskStatus.codes.not_started ? [] : [id])))
  const movable = (tasks: readonly StandingTask[]) => tasks.filter(task => !begun.has(task.operation_id))
  const stands = new Map(movable(now).map(task => [task.operation_id, task]))
  const moved = movable(then).filter(task => {
    const before = stands.get(task.operation_id)
    stands.delete(task.operation_id)
    return (
      !before ||
      before.device_id !== task.device_id ||
      before.start_time !== task.start_time ||
      before.end_time !== task.end_time
    )
  })
  return moved.length + stands.size
}
