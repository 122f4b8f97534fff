import type { Settings } from '@qitao/access/model/company/settings.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Goal, Objective } from '@qitao/planning/scheduling/improve/score.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import type { scheduleObjectives } from '../schedule.calls.ts'
import type { ScheduleFacts } from './facts.ts'
import type { LateSupply } from './late-supply.rules.ts'
import { dueOf, freeInSchedule, mayBePlaced, problemFrom } from './problem.rules.ts'
import { onlyOrders } from './renewed-facts.rules.ts'

/** What a thread needs to make the engine's problem: facts, and the operations whose tasks may be placed anew (absent: all). */
export interface ProblemWork {
  readonly facts: ScheduleFacts
  readonly free?: ReadonlySet<string>
  readonly start_time?: Instant | undefined
  readonly only_kitted: boolean
  /** The plan is to hold when material comes late. */
  readonly late?: LateSupply
}
export const problemOf = ({ facts, free, start_time, only_kitted, late }: ProblemWork): Problem =>
  problemFrom(facts, {
    start_time,
    only_kitted,
    ...(late ? { late } : {}),
    ...(free ? { isFree: (task: { operation_id: string }) => free.has(task.operation_id) } : {}),
  })

/** The orders asked for, and those not placed yet that make for them. */
export function scopeOf({ orders, tasks, pegs, components }: ScheduleFacts, asked: readonly string[]): Set<string> {
  const free = new Set(orders.filter(mayBePlaced).map(({ id }) => id))
  const known = new Set(orders.map(({ id }) => id))
  const placed = new Set(tasks.map(task => task.mo_id))
  const consumer = new Map(components.map(component => [component.id, component.mo_id]))
  const makers = Map.groupBy(
    [
      ...pegs.map(peg => ({ maker: peg.mo_id, of: consumer.get(peg.component_id) })),
      ...orders.flatMap(({ id, parent_mo_id }) =>
        parent_mo_id === null ? [] : [{ maker: id, of: parent_mo_id as string | undefined }],
      ),
    ],
    ({ of }) => of,
  )
  const scope = new Set(asked.filter(id => free.has(id)))
  for (const id of scope) {
    for (const { maker } of makers.get(id) ?? []) if (known.has(maker) && !placed.has(maker)) scope.add(maker)
  }
  return scope
}

/** What takes part in a schedule of these orders: of all others only what stands on the plan. */
export function takingPart(facts: ScheduleFacts, mo_ids: ReadonlySet<string>): ScheduleFacts {
  const placed = new Set(facts.tasks.map(task => task.mo_id))
  const standing = new Set(facts.tasks.map(task => task.operation_id))
  const { operations, ...own } = onlyOrders(facts, placed.union(mo_ids))
  return { ...facts, ...own, operations: operations.filter(({ id, mo_id }) => mo_ids.has(mo_id) || standing.has(id)) }
}

/** What if these orders had other priorities. */
export const withPriorities = (facts: ScheduleFacts, priorities: Readonly<Record<string, number>>): ScheduleFacts => ({
  ...facts,
  orders: facts.orders.map(order => ({ ...order, priority: priorities[order.id] ?? order.priority })),
})

/** Operations of a scope whose tasks are placed anew. With mode 34 what is promised and in time keeps its place. */
export function freeOperations(
  facts: ScheduleFacts,
  mo_ids: ReadonlySet<string>,
  settings: Pick<Settings, 'production_plan_performance_guarantee'>,
): Set<string> {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const kept = settings.production_plan_performance_guarantee ? promisedInTime(facts) : new Set<string>()
  const isFree = freeInSchedule(mo_ids)
  return new Set(
    facts.tasks.flatMap(task => {
      const order = orders.get(task.mo_id)
      return order && isFree(task, order) && !kept.has(order.id) ? [task.operation_id] : []
    }),
  )
}
function promisedInTime({ orders, tasks, time_zone }: ScheduleFacts): Set<string> {
  const byOrder = Map.groupBy(tasks, task => task.mo_id)
  return new Set(
    orders.flatMap(order => {
      const own = order.promised ? byOrder.get(order.id) : undefined
      return own && Math.max(...own.map(task => task.end_time)) <= dueOf(order, time_zone) ? [order.id] : []
    }),
  )
}

const goals: Readonly<Record<(typeof scheduleObjectives)[number], Goal>> = {
  delivery: 'tardiness',
  changeover: 'changeover',
  load: 'makespan',
}
/** Due dates: all goals by the weights of the settings. The others put their one goal before all. */
export function objectiveOf(
  asked: (typeof scheduleObjectives)[number],
  settings: Pick<
    Settings,
    | 'schedule_weight_tardiness'
    | 'schedule_weight_changeover'
    | 'schedule_weight_utilization'
    | 'schedule_weight_work_in_progress'
    | 'schedule_weight_stability'
  >,
): Objective {
  if (asked !== 'delivery') return goals[asked]
  const weights = {
    tardiness: settings.schedule_weight_tardiness,
    changeover: settings.schedule_weight_changeover,
    makespan: settings.schedule_weight_utilization,
    flow: settings.schedule_weight_work_in_progress,
  }
  // Nothing is wished for: then at least what is promised.
  if (Object.values(weights).every(weight => weight === 0)) return goals.delivery
  return { ...weights, stability: settings.schedule_weight_stability }
}
