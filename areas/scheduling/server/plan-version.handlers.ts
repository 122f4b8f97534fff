import { loadSettings } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { mosForUpdate } from '@qitao/manufacturing/server'
import { bulkAnswer, type Handler, handle, type Refused } from '@qitao/platform/server/handle.ts'
import { listRows } from '@qitao/platform/server/list.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { sql } from 'kysely'
import { brokenRules } from '../model/broken-rules.ts'
import type { ScheduleFacts, TaskOfPlan } from '../model/facts.ts'
import { namesOf } from '../model/outcome.rules.ts'
import { listPlanVersions, type PlanVersionRow, restorePlanVersion } from '../model/plan-version.calls.ts'
import { mayBePlaced, problemFrom } from '../model/problem.rules.ts'
import { type KeptTask, restorable } from '../model/restore.rules.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'
import { loadFacts } from './facts.queries.ts'
import { summaryNow, tellManufacturing } from './outcomes.ts'
import { insertTasks, lockHead, planAsItIs, saveMoves } from './plan.queries.ts'
import { dropTasks, keepVersion, tasksOfVersion } from './plan-versions.ts'
import { checkInThread } from './threads.ts'

export const planVersionHandlers: Handler[] = [
  handle(listPlanVersions, (input, { tx, org_id }) =>
    listRows<PlanVersionRow>(
      tx,
      {
        org_id,
        table: 'plan_version',
        columns: sql`t.id, t.version_no, t.status, t.reason, t.summary, t.mo_count, t.task_count, t.late_count, t.created_time, u.name as created_by_name`,
        joins: sql`left join app_user u on u.org_id = t.org_id and u.id = t.created_by`,
        orders: { version_no: sql`t.version_no` },
        defaultOrder: '-version_no',
      },
      input,
    ),
  ),

  handle(restorePlanVersion, async ({ id }, { tx, org_id, now, member, language }) => {
    const zone = member.time_zone
    const version = (await tasksOfVersion(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound)
    await lockHead(tx, org_id)
    const facts = await loadFacts(tx, org_id, now, zone)
    const free = facts.orders.filter(mayBePlaced).map(order => order.id)
    if (free.length === 0) refuse(schedulingErrors.noMovablePlan)
    await mosForUpdate(tx, org_id, free)
    const settings = await loadSettings(tx, org_id)
    const { back, refused } = await restoredTasks(facts, version.tasks, settings.production_plan_no_schedule_not_kitted)

    const stored = new Map(facts.tasks.map(task => [task.operation_id, task]))
    const placed = new Set(back.map(task => task.operation_id))
    const isFree = new Set(free)
    const gone = facts.tasks.filter(task => isFree.has(task.mo_id) && !placed.has(task.operation_id))
    await dropTasks(
      tx,
      org_id,
      gone.map(task => task.id),
    )
    const rows = back.map(task => ({ ...task, id: newId(), reasons: [] }))
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
    await keepVersion(tx, org_id, `restore:${version.version_no}`, await summaryNow(tx, org_id, now, zone))
    return bulkAnswer([...new Set(back.map(task => task.mo_id))], refused, language)
  }),
]

const mostRounds = 10

/** The kept tasks that still keep every rule beside what is fixed now; an order goes back whole or not at all. */
async function restoredTasks(
  facts: ScheduleFacts,
  kept: readonly KeptTask[],
  only_kitted: boolean,
): Promise<{ back: KeptTask[]; refused: Refused[] }> {
  const { complete, incomplete } = restorable(facts, kept)
  const refused: Refused[] = incomplete.map(id => ({
    id,
    definition: schedulingErrors.infeasible,
    data: { detail: text('工序已变化', 'Its operations have changed') },
  }))
  const nameOf = namesOf(facts)
  const stays = facts.tasks.filter(
    task => !facts.orders.some(order => order.id === task.mo_id && mayBePlaced(order)) && task.status !== 2,
  )
  const fixed = new Set(stays.map(task => task.operation_id))
  const problem = problemFrom(facts, { isFree: task => !fixed.has(task.operation_id), only_kitted })
  let back = complete
  for (let round = 0; back.length > 0; round++) {
    if (round === mostRounds)
      return { back: [], refused: back.map(({ mo_id }) => ({ id: mo_id, definition: schedulingErrors.infeasible })) }
    const orderOf = new Map(back.map(task => [task.operation_id, task.mo_id]))
    const violations = await checkInThread(problem, planAsItIs([...stays, ...back.map(asTask)]))
    const broken = new Map(
      violations.flatMap(({ rule, subject, object }) => {
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
