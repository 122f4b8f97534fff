import { loadSettings } from '@qitao/access/server'
import { text } from '@qitao/core/text.ts'
import { heldCapacity } from '@qitao/manufacturing/server'
import type { HandTask } from '@qitao/planning/scheduling/hand-plan.ts'
import type { Context } from '@qitao/platform/server/handle.ts'
import type { ScheduleFacts } from '../model/facts.ts'
import { type HandChange, type HandOutcome, isHeld } from '../model/hand.rules.ts'
import { withHeld } from '../model/held.rules.ts'
import { namesOf } from '../model/outcome.rules.ts'
import type { NameOf } from '../model/refusals.ts'
import type { TaskReason, TaskRow } from '../model/task.record.ts'
import { loadFacts } from './facts.queries.ts'
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
 * saved; the caller holds the head of the plan. `parted`: the facts with parts of operations made or joined.
 */
export async function makeByHand(
  { tx, org_id, now, member, language }: Context,
  change: HandChange | ((facts: ScheduleFacts) => HandChange),
  parted: (facts: ScheduleFacts) => ScheduleFacts = facts => facts,
): Promise<MadeByHand> {
  const facts = parted(await loadFacts(tx, org_id, now, member.time_zone))
  const held = await heldCapacity(tx, org_id, now)
  const settings = await loadSettings(tx, org_id)
  const outcome = await handInThread({
    facts: withHeld(facts, held),
    free: new Set(facts.tasks.filter(task => !isHeld(task)).map(task => task.operation_id)),
    only_kitted: settings.production_plan_no_schedule_not_kitted,
    change: typeof change === 'function' ? change(facts) : change,
  })
  const known = namesOf(facts)
  const promised = new Set(held.map(({ id }) => id))
  const nameOf: NameOf = (kind, id) => (promised.has(id) ? heldHours[language] : known(kind, id))
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
