import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context, Refused } from '@qitao/platform/server/http/handle.ts'
import { planMessage } from '../../model/chart/plan.message.ts'
import { brokenRules } from '../../model/hand/checker-words.ts'
import { hasJustPassed, type KeptTask, restorable } from '../../model/hand/restore.rules.ts'
import type { TaskOfPlan } from '../../model/problem/facts.ts'
import { mayBePlaced } from '../../model/problem/problem.rules.ts'
import { heldBesidePlan } from '../../model/problem/promised-orders.rules.ts'
import { withHeld } from '../../model/problem/taken-hours.rules.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { insertTasks, lockTasks, planAsItIs, saveMoves } from '../plan/plan.queries.ts'
import { summaryNow, tellManufacturing } from '../plan/tell-manufacturing.ts'
import { checkInThread } from '../plan/threads.ts'
import type { PlanRead } from '../problem/read-plan.ts'
import { dropTasks, keepVersion } from '../publish/plan-versions.ts'

/** Which orders go back, and to where; all others of `free` come off the plan. */
export interface Fitting {
  readonly free: readonly string[]
  readonly back: readonly KeptTask[]
  readonly refused: readonly Refused[]
}

/** Orders that may be placed anew. `within`: only these; absent: all. */
export function freeToPutBack({ facts }: PlanRead, within?: ReadonlySet<string>): string[] {
  const free = facts.orders.filter(order => mayBePlaced(order) && (within?.has(order.id) ?? true)).map(({ id }) => id)
  return free.length > 0 ? free : refuse(schedulingErrors.noMovablePlan)
}

/**
 * Puts orders where a version or a simulation had them: an order goes back whole or comes off the plan. What is published,
 * locked or begun stays. The orders and the head are locked, and what was read stands.
 */
export async function putBack(
  context: Context,
  { facts }: PlanRead,
  { free, back }: Fitting,
  reason: string,
): Promise<string[]> {
  const { tx, org_id, now, tell } = context
  const isFree = new Set(free)
  const stored = new Set(facts.tasks.map(task => task.operation_id))
  const placed = new Set(back.map(task => task.operation_id))
  const own = facts.tasks.filter(task => isFree.has(task.mo_id))
  await lockTasks(
    tx,
    org_id,
    own.map(({ id }) => id),
  )
  await dropTasks(
    tx,
    org_id,
    own.filter(task => !placed.has(task.operation_id)).map(({ id }) => id),
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
  await tellManufacturing(tx, org_id, free)
  tell(planMessage(await keepVersion(context, reason, await summaryNow(tx, org_id, now))))
  return [...new Set(back.map(task => task.mo_id))]
}

const mostRounds = 10

/** The kept tasks that still keep every rule beside what is fixed now, and beside the hours that promises hold. In a thread. */
export async function fitting(
  { org_id, facts: own, held, only_kitted, nameOf }: PlanRead,
  kept: readonly KeptTask[],
  free: readonly string[],
): Promise<Fitting> {
  const facts = withHeld(own, heldBesidePlan(own, held, kept))
  const isFree = new Set(free)
  const { complete, incomplete } = restorable(
    { ...facts, orders: facts.orders.filter(({ id }) => isFree.has(id)) },
    kept,
  )
  const refused: Refused[] = incomplete.map(id => ({
    id,
    definition: schedulingErrors.infeasible,
    data: { detail: text('工序已变化', 'Its operations have changed') },
  }))
  const stays = facts.tasks.filter(task => !isFree.has(task.mo_id) && task.status !== taskStatus.codes.done)
  const fixed = new Set(stays.map(task => task.operation_id))
  const placing = new Set(facts.tasks.flatMap(({ operation_id }) => (fixed.has(operation_id) ? [] : [operation_id])))
  const justPassed = new Set(complete.filter(task => hasJustPassed(task, facts.now)).map(task => task.operation_id))
  let back = complete
  for (let round = 0; back.length > 0; round++) {
    if (round === mostRounds) {
      const all = [...new Set(back.map(({ mo_id }) => mo_id))]
      refused.push(...all.map(id => ({ id, definition: schedulingErrors.infeasible })))
      return { free, back: [], refused }
    }
    const orderOf = new Map(back.map(task => [task.operation_id, task.mo_id]))
    const violations = await checkInThread(org_id, {
      facts,
      free: placing,
      only_kitted,
      plan: planAsItIs([...stays, ...back.map(asTask)]),
    })
    const broken = new Map(
      violations.flatMap(({ rule, subject, object }) => {
        if (rule === 'time' && justPassed.has(subject)) return []
        // Of two that are in each other's way the one that stays may be named first.
        const mo_id = orderOf.get(subject) ?? orderOf.get(object)
        const detail = rule === 'time' ? text('开始时间已过', 'Its start has passed') : brokenRules[rule]
        const other = orderOf.has(subject) ? object : subject
        return mo_id && detail
          ? [[mo_id, { detail, object: nameOf('operation', other) ?? nameOf('machine', other) ?? '' }] as const]
          : []
      }),
    )
    if (broken.size === 0) break
    for (const [id, data] of broken) refused.push({ id, definition: schedulingErrors.infeasible, data })
    back = back.filter(task => !broken.has(task.mo_id))
  }
  return { free, back, refused }
}

const asTask = (task: KeptTask): TaskOfPlan => ({
  ...task,
  id: task.operation_id,
  quantity: '1',
  reported_quantity: '0',
  status: taskStatus.codes.not_started,
  publish_status: publishStatus.codes.unpublished,
  dispatch_status: dispatchStatus.codes.pending_dispatch,
  capacity_locked: false,
  actual_start_time: null,
})
