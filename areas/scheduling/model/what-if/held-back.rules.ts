import { hourSeconds } from '@qitao/core/time.ts'
import type { ScheduleFacts } from '../problem/facts.ts'
import { dueOf } from '../problem/problem.rules.ts'
import { finishesOf, type StandingTask, stillToDo } from './simulation.rules.ts'

/** An order that finishes earlier by less than this has gained nothing. */
const leastGain = hourSeconds

/** An order that a version was to bring forward and does not. */
export interface HeldBack {
  readonly mo_id: string
  /** Below 0: it finishes later than on the plan in force. null: it is on one of the two only. */
  readonly gained_seconds: number | null
  readonly tardiness_seconds: number
}

/**
 * Meant to gain are orders whose priority is raised, and those that are late in the version whatever was changed for it: a
 * shift, a due date, a receipt. The raised come first, then the latest.
 */
export function ordersHeldBack(
  facts: Pick<ScheduleFacts, 'orders' | 'operations' | 'tasks' | 'time_zone'>,
  version: {
    readonly mo_ids: readonly string[]
    readonly priorities: Readonly<Record<string, number>>
    readonly tasks: readonly StandingTask[]
  },
): HeldBack[] {
  const asked = new Set(version.mo_ids)
  const now = finishesOf(stillToDo(facts, facts.tasks))
  const then = finishesOf(stillToDo(facts, version.tasks))
  const raised = ({ id, priority }: (typeof facts.orders)[number]) => (version.priorities[id] ?? priority) < priority
  return facts.orders
    .filter(order => asked.has(order.id))
    .flatMap(order => {
      const [before, after] = [now.get(order.id)?.finish_time, then.get(order.id)?.finish_time]
      const tardiness_seconds = Math.max(0, (after ?? 0) - dueOf(order, facts.time_zone))
      const gained_seconds = before === undefined || after === undefined ? null : before - after
      const isMeant = raised(order) || tardiness_seconds > 0
      // One that comes onto the plan only now, in time, has gained all that there is.
      const hasGained =
        gained_seconds === null ? after !== undefined && tardiness_seconds === 0 : gained_seconds >= leastGain
      return isMeant && !hasGained ? [{ order, mo_id: order.id, gained_seconds, tardiness_seconds }] : []
    })
    .sort(
      (a, b) =>
        Number(raised(b.order)) - Number(raised(a.order)) ||
        b.tardiness_seconds - a.tardiness_seconds ||
        (a.order.no < b.order.no ? -1 : 1),
    )
    .map(({ order: _, ...held }) => held)
}
