import { loadSettings } from '@qitao/access/server'
import { text } from '@qitao/core/text.ts'
import { heldCapacity } from '@qitao/manufacturing/server'
import type { HandTask } from '@qitao/planning/scheduling/hand-answer.ts'
import type { Context } from '@qitao/platform/server/handle.ts'
import type { ScheduleFacts } from '../model/facts.ts'
import type { HandChange, HandOutcome } from '../model/hand.rules.ts'
import { namesOf } from '../model/outcome.rules.ts'
import type { NameOf } from '../model/refusals.ts'
import { onlyOrders } from '../model/replaced-orders.rules.ts'
import type { TaskReason, TaskRow } from '../model/task.record.ts'
import { knownFacts } from './kept-facts.ts'
import { tellManufacturing } from './outcomes.ts'
import { saveMoves, tasksByIds } from './plan.queries.ts'
import { handInThread } from './threads.ts'

export interface MadeByHand {
  readonly facts: ScheduleFacts
  readonly outcome: HandOutcome
  readonly nameOf: NameOf
}

/**
 * Makes a change on the whole plan, in a thread: what it pushes may stand anywhere. Hours that promises hold stay. Nothing is
 * saved; the caller holds the head of the plan. `parted`: the facts with parts of an operation of
 * an order made or joined.
 */
export async function makeByHand(
  { tx, org_id, now, member, language }: Context,
  change: HandChange | ((facts: ScheduleFacts) => HandChange),
  parted?: { readonly mo_id: string; readonly with: (facts: ScheduleFacts) => ScheduleFacts },
): Promise<MadeByHand> {
  const known = await knownFacts(tx, org_id)
  const { time_zone } = member
  const whole = { ...known.facts, now, time_zone }
  const facts = parted ? parted.with(whole) : whole
  const held = await heldCapacity(tx, org_id, now)
  const settings = await loadSettings(tx, org_id)
  const outcome = await handInThread(known, {
    ...{ org_id, now, time_zone, held },
    only_kitted: settings.production_plan_no_schedule_not_kitted,
    change: typeof change === 'function' ? change(facts) : change,
    ...(parted ? { parted: { mo_ids: [parted.mo_id], orders: onlyOrders(facts, new Set([parted.mo_id])) } } : {}),
  })
  const promised = new Set(held.map(({ id }) => id))
  let names: NameOf | undefined
  const nameOf: NameOf = (kind, id) => {
    names ??= namesOf(facts)
    return promised.has(id) ? heldHours[language] : names(kind, id)
  }
  return { facts, outcome, nameOf }
}
const heldHours = text('订单承诺占用的时间', 'hours that an order promise holds')

export const byHand = ({ start }: HandTask): TaskReason => ({
  ...{ kind: 'hand', until: start, object_id: null, object_name: null },
})

/**
 * Writes the tasks and tells manufacturing; answers them as they are now. `chosen`: those that a person has placed; `written`:
 * ids of tasks that are changed already.
 */
export async function saveByHand(
  { tx, org_id, member }: Context,
  moved: readonly HandTask[],
  chosen: ReadonlySet<string>,
  written: readonly string[] = [],
): Promise<TaskRow[]> {
  const ids = await saveMoves(
    tx,
    org_id,
    moved.map(task => ({
      operation_id: task.operation,
      device_id: task.machine,
      setup_start_time: task.setupStart,
      start_time: task.start,
      end_time: task.end,
      setup_seconds: task.setupSeconds,
      reasons: chosen.has(task.operation) ? [byHand(task)] : null,
    })),
  )
  const changed = await tasksByIds(tx, org_id, [...new Set([...ids, ...written])])
  await tellManufacturing(tx, org_id, [...new Set(changed.map(({ mo_id }) => mo_id))], member.time_zone)
  return changed
}
