import { text } from '@qitao/core/text.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { lockMos, operationsForUpdate, ownPicked, recordProgress, releaseRest } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { amongThese, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { correctReported, lockTasksWithOrders } from '@qitao/scheduling/server'
import { type RawBuilder, sql } from 'kysely'

/** Good and defective pieces of reports that stand, by what they were reported on; what was sent back is to be made again. */
const reportedOn = (column: 'operation_id' | 'task_id', id: RawBuilder<unknown>, org_id: RawBuilder<unknown>) =>
  sql`(select coalesce(sum(r.finished_quantity), 0) - (select coalesce(sum(b.quantity), 0) from report_sent_back b
        join report_record s on s.org_id = b.org_id and s.id = b.report_id
        where b.org_id = ${org_id} and ${sql.ref(`b.${column}`)} = ${id} and not s.revoked) as good, coalesce(sum(r.defective_quantity), 0) as defective,
      min(r.report_time) as first_time, max(r.report_time) as last_time
    from report_record r where r.org_id = ${org_id} and ${sql.ref(`r.${column}`)} = ${id} and not r.revoked)`
const figures = (good: RawBuilder<unknown>, defective: RawBuilder<unknown>) =>
  sql`concat_ws(' / ', ${plainNumber(good)}, ${plainNumber(defective)})`

/** What tasks and operations say was reported, and the reports themselves; reports count. */
export const shopfloorReconciliations: readonly Reconciliation[] = [
  {
    key: 'operation_reported',
    title: text('工序完成数量与报工记录', 'Operation quantities and reports'),
    remedy: text(
      '以有效报工记录为准：更正后合格、不良数量等于报工合计，工单与订单随之更新',
      'Valid reports count: a correction sets good and defective pieces to their sums; MO and order follow',
    ),
    find: (org_id, ids) => sql`select o.id as object_id, m.no as object_no, o.sequence::text as subject,
        ${figures(sql`k.good`, sql`k.defective`)} as expected, ${figures(sql`o.reported_quantity`, sql`o.defective_quantity`)} as found
      from mo_operation o join mo m on m.org_id = o.org_id and m.id = o.mo_id
        cross join lateral ${reportedOn('operation_id', sql`o.id`, sql`o.org_id`)} k
      where o.org_id = ${org_id} and ${amongThese(sql`o.id`, ids)} and (k.good, k.defective) <> (o.reported_quantity, o.defective_quantity)`,
    correct: correctOperations,
  },
  {
    key: 'task_reported',
    title: text('任务完成数量与报工记录', 'Task quantities and reports'),
    remedy: text(
      '以有效报工记录为准：更正后合格、不良数量等于报工合计',
      'Valid reports count: a correction sets good and defective pieces to their sums',
    ),
    find: (org_id, ids) => sql`select t.id as object_id, t.task_no as object_no, m.no as subject,
        ${figures(sql`k.good`, sql`k.defective`)} as expected, ${figures(sql`t.reported_quantity`, sql`t.defective_quantity`)} as found
      from production_task t join mo m on m.org_id = t.org_id and m.id = t.mo_id
        cross join lateral ${reportedOn('task_id', sql`t.id`, sql`t.org_id`)} k
      where t.org_id = ${org_id} and ${amongThese(sql`t.id`, ids)} and (k.good, k.defective) <> (t.reported_quantity, t.defective_quantity)`,
    correct: async (tx, org_id, ids) => {
      await lockTasksWithOrders(tx, org_id, ids)
      const found = await rows(
        tx,
        sql<{ task_id: string; reported_quantity: string; defective_quantity: string }>`
          select t.id as task_id, k.good as reported_quantity, k.defective as defective_quantity
          from production_task t cross join lateral ${reportedOn('task_id', sql`t.id`, sql`t.org_id`)} k
          where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
      )
      await correctReported(tx, org_id, found)
    },
  },
  {
    key: 'report_used',
    title: text('报工耗料与工单已领数量', 'What reports used and what is picked'),
    remedy: text(
      '报工用掉的不能多于已领：请核对线边物料，差额用领料单补领',
      'Reports cannot have used more than is picked: count the material at the line, and pick the difference',
    ),
    find: (org_id, ids) => sql`select m.id as object_id, m.no as object_no, x.code as subject,
        '<= ' || ${plainNumber(sql`k.picked`)} as expected, ${plainNumber(sql`used.quantity`)} as found
      from (select r.mo_id, (i ->> 'material_id')::uuid as material_id, sum((i ->> 'quantity')::numeric) as quantity
          from report_record r, jsonb_array_elements(r.inputs) i
          where r.org_id = ${org_id} and not r.revoked and ${amongThese(sql`r.mo_id`, ids)} group by 1, 2) used
        join mo m on m.org_id = ${org_id} and m.id = used.mo_id
        join material x on x.org_id = ${org_id} and x.id = used.material_id
        cross join lateral (select coalesce(sum(case when c.material_id = used.material_id then ${ownPicked('c')} else s.quantity end), 0) as picked
          from mo_component c left join mo_component_stand_in s on s.org_id = c.org_id and s.component_id = c.id and s.material_id = used.material_id
          where c.org_id = ${org_id} and c.mo_id = used.mo_id and used.material_id in (c.material_id, s.material_id)) k
      where used.quantity > k.picked`,
  },
]

async function correctOperations(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  const of = await rows(
    tx,
    sql<{ mo_id: string }>`select distinct mo_id from mo_operation where org_id = ${org_id} and ${among(sql`id`, ids)}`,
  )
  const mo_ids = of.map(({ mo_id }) => mo_id)
  await lockMos(tx, org_id, mo_ids)
  const operations = new Map((await operationsForUpdate(tx, org_id, mo_ids)).map(one => [one.id, one]))
  const off = await rows(
    tx,
    sql<{ id: string; good: string; defective: string; first_time: number; last_time: number }>`
      select o.id, k.good - o.reported_quantity as good, k.defective - o.defective_quantity as defective,
        coalesce(k.first_time, epoch_now()) as first_time, coalesce(k.last_time, epoch_now()) as last_time
      from mo_operation o cross join lateral ${reportedOn('operation_id', sql`o.id`, sql`o.org_id`)} k
      where o.org_id = ${org_id} and ${among(sql`o.id`, ids)}`,
  )
  const finished = await recordProgress(
    tx,
    org_id,
    off.map(({ id, good, defective, first_time, last_time }) => {
      const { mo_id, status, actual_start_time, actual_finish_time } = operations.get(id)!
      return {
        ...{ mo_id, operation_id: id, good, defective },
        started_at: actual_start_time ?? first_time,
        at: actual_finish_time ?? last_time,
        finishes: status === taskStatus.codes.done,
        starts: status !== taskStatus.codes.not_started,
      }
    }),
  )
  await releaseRest(tx, org_id, finished)
}
