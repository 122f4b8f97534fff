import { loadSettings } from '@qitao/access/server'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { mosForUpdate } from '@qitao/manufacturing/server'
import type { Context, Refused } from '@qitao/platform/server/handle.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { brokenRules } from '../model/broken-rules.ts'
import type { ScheduleFacts, TaskOfPlan } from '../model/facts.ts'
import { namesOf } from '../model/outcome.rules.ts'
import { mayBePlaced } from '../model/problem.rules.ts'
import { hasJustPassed, type KeptTask, restorable } from '../model/restore.rules.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { loadFacts } from './facts.queries.ts'
import { summaryNow, tellManufacturing } from './outcomes.ts'
import { insertTasks, lockHead, planAsItIs, saveMoves } from './plan.queries.ts'
import { dropTasks, keepVersion } from './plan-versions.ts'
import { checkInThread } from './threads.ts'

/**
 * Puts orders where a version or a simulation had them. What is published, locked or begun stays, and everything is checked
 * beside it: an order goes back whole or comes off the plan. `within`: only these orders; absent: all that may be placed.
 */
export async function putBack(
  { tx, org_id, now, member }: Context,
  kept: readonly KeptTask[],
  { within, reason }: { within?: ReadonlySet<string>; reason: string },
): Promise<{ done_ids: string[]; refused: Refused[] }> {
  const zone = member.time_zone
  await lockHead(tx, org_id)
  const facts = await loadFacts(tx, org_id, now, zone)
  const free = facts.orders.filter(order => mayBePlaced(order) && (within?.has(order.id) ?? true)).map(({ id }) => id)
  if (free.length === 0) refuse(schedulingErrors.noMovablePlan)
  await mosForUpdate(tx, org_id, free)
  const settings = await loadSettings(tx, org_id)
  const isFree = new Set(free)
  const { back, refused } = await fitting(facts, kept, isFree, settings.production_plan_no_schedule_not_kitted)

  const stored = new Set(facts.tasks.map(task => task.operation_id))
  const placed = new Set(back.map(task => task.operation_id))
  await dropTasks(
    tx,
    org_id,
    facts.tasks.filter(task => isFree.has(task.mo_id) && !placed.has(task.operation_id)).map(({ id }) => id),
  )
  const rows = back.map(task => ({ ...task, id: newId(), reasons: task.reasons ?? [] }))
  await saveMoves(
    tx,
    org_id,
    rows.filter(task => stored.has(task.operation_id)),
  )
  await insertTasks(
    tx,
    org_id,
    rows.filter(task => !stored.has(task.operation_id)),
  )
  await tellManufacturing(tx, org_id, free, zone)
  await keepVersion(tx, org_id, reason, await summaryNow(tx, org_id, now, zone))
  return { done_ids: [...new Set(back.map(task => task.mo_id))], refused }
}

const mostRounds = 10

/** The kept tasks that still keep every rule beside what is fixed now. */
async function fitting(
  facts: ScheduleFacts,
  kept: readonly KeptTask[],
  isFree: ReadonlySet<string>,
  only_kitted: boolean,
): Promise<{ back: KeptTask[]; refused: Refused[] }> {
  const { complete, incomplete } = restorable(
    { ...facts, orders: facts.orders.filter(({ id }) => isFree.has(id)) },
    kept,
  )
  const refused: Refused[] = incomplete.map(id => ({
    id,
    definition: schedulingErrors.infeasible,
    data: { detail: text('工序已变化', 'Its operations have changed') },
  }))
  const nameOf = namesOf(facts)
  const stays = facts.tasks.filter(task => !isFree.has(task.mo_id) && task.status !== 2)
  const fixed = new Set(stays.map(task => task.operation_id))
  const free = new Set(facts.tasks.flatMap(({ operation_id }) => (fixed.has(operation_id) ? [] : [operation_id])))
  const justPassed = new Set(complete.filter(task => hasJustPassed(task, facts.now)).map(task => task.operation_id))
  let back = complete
  for (let round = 0; back.length > 0; round++) {
    if (round === mostRounds)
      return { back: [], refused: back.map(({ mo_id }) => ({ id: mo_id, definition: schedulingErrors.infeasible })) }
    const orderOf = new Map(back.map(task => [task.operation_id, task.mo_id]))
    const violations = await checkInThread({
      facts,
      free,
      only_kitted,
      plan: planAsItIs([...stays, ...back.map(asTask)]),
    })
    const broken = new Map(
      violations.flatMap(({ rule, subject, object }) => {
        if (rule === 'time' && justPassed.has(subject)) return []
        const mo_id = orderOf.get(subject)
        const detail = rule === 'time' ? text('开始时间已过', 'Its start has passed') : brokenRules[rule]
        return mo_id && detail
          ? [[mo_id, { detail, object: nameOf('operation', object) ?? nameOf('machine', object) ?? '' }] as const]
          : []
      }),
    )
    if (broken.size === 0) break
    for (const [id, data] of broken) refused.push({ id, definition: schedulingErrors.infeasible, data })
    back = back.filter(task => !broken.has(task.mo_id))
  }
  return { back, refused }
}

const asTask = (task: KeptTask): TaskOfPlan => ({
  ...task,
  id: task.operation_id,
  quantity: '1',
  reported_quantity: '0',
  status: 0,
  publish_status: 0,
  dispatch_status: 0,
  capacity_locked: false,
  actual_start_time: null,
})
