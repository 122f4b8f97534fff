import { text } from '@qitao/core/text.ts'
import { moStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { lockMos } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { amongThese, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import { lockTasks } from './plan/plan.queries.ts'

const { todo, planned } = moStatus.codes
const { published, unpublished } = publishStatus.codes

export const schedulingReconciliations: readonly Reconciliation[] = [
  {
    key: 'task_of_todo',
    title: text('待办工单的排产任务', 'Tasks of to-do MOs'),
    remedy: text(
      '待办工单不应占用产能：请在生产计划中取消其排产，或重新下发计划',
      'A to-do MO occupies no machine: cancel its schedule on the production plan, or send it to plan',
    ),
    find: (
      org_id,
      ids,
    ) => sql`select m.id as object_id, m.no as object_no, '' as subject, '0' as expected, count(*)::text as found
      from mo m join production_task t on t.org_id = m.org_id and t.mo_id = m.id
      where m.org_id = ${org_id} and m.status = ${todo} and ${amongThese(sql`m.id`, ids)} group by m.id, m.no`,
  },
  {
    key: 'task_quantity',
    title: text('排产任务数量与工单', 'Task quantities and the MO'),
    remedy: text('请对该工单重新排产', 'Schedule the MO again'),
    find: (org_id, ids) => sql`select m.id as object_id, m.no as object_no, t.sequence::text as subject,
        ${plainNumber(sql`m.planned_quantity`)} as expected, ${plainNumber(sql`sum(t.quantity)`)} as found
      from mo m join production_task t on t.org_id = m.org_id and t.mo_id = m.id
      where m.org_id = ${org_id} and ${amongThese(sql`m.id`, ids)}
      group by m.id, m.no, m.planned_quantity, t.operation_id, t.sequence having sum(t.quantity) <> m.planned_quantity`,
  },
  {
    key: 'mo_published',
    title: text('工单发布状态与任务', 'Publishing of MOs and their tasks'),
    remedy: text(
      '请取消发布该工单后重新发布，使车间看到的与计划一致',
      'Unpublish the MO and publish it again, so that the floor sees what is planned',
    ),
    find: (
      org_id,
      ids,
    ) => sql`select m.id as object_id, m.no as object_no, '' as subject, k.expected::text as expected, m.publish_status::text as found
      from mo m cross join lateral (select (case when bool_and(t.publish_status = ${published}) then ${published} else ${unpublished} end)::smallint as expected,
          count(*) as tasks from production_task t where t.org_id = m.org_id and t.mo_id = m.id) k
      where m.org_id = ${org_id} and ${amongThese(sql`m.id`, ids)} and k.tasks > 0 and m.status >= ${planned} and k.expected <> m.publish_status`,
  },
]

/** Shopfloor has counted what valid reports say of these tasks. */
export const correctReported = (
  tx: Tx,
  org_id: string,
  tasks: readonly { task_id: string; reported_quantity: string; defective_quantity: string }[],
): Promise<unknown> =>
  sql`update production_task t set reported_quantity = r.reported_quantity, defective_quantity = r.defective_quantity
    from ${recordset(tasks, sql`task_id uuid, reported_quantity numeric, defective_quantity numeric`)} r
    where t.org_id = ${org_id} and t.id = r.task_id`.execute(tx)
/** Locks the work orders of these tasks, then the tasks. */
export async function lockTasksWithOrders(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  const tasks = await rows(
    tx,
    sql<{ mo_id: string }>`select mo_id from production_task where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  await lockMos(
    tx,
    org_id,
    tasks.map(({ mo_id }) => mo_id),
  )
  await lockTasks(tx, org_id, ids)
}
