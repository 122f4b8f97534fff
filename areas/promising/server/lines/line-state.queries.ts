import { refuse } from '@qitao/core/refusal.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { sql } from 'kysely'
import { type LineFacts, lineStates, type MoFactsOfLine } from '../../model/lines/line-state.rules.ts'

/** Lines of an order, or one of them, with the work orders that make them; refused where the member sees none. */
export async function loadLineStates(
  { tx, org_id, now, member }: Context,
  which: { order_id: string } | { line_id: string },
) {
  const lines = await rows(
    tx,
    sql<LineFacts>`select l.id as line_id, l.order_id, o.deleted as order_deleted, l.line_no, l.material_id, m.code as material_code, m.name as material_name, u.name as unit_name, l.quantity,
        l.shipped_quantity, l.returned_quantity, l.offset_quantity, l.planned_quantity, l.status, coalesce(l.delivery_date, o.delivery_date) as due_date,
        l.promised_date, l.planned_finish_time
      from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
      join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and ${'line_id' in which ? sql`l.id = ${which.line_id}` : sql`l.order_id = ${which.order_id}`}
      order by l.line_no`,
  )
  if (lines.length === 0) await expectOrder()
  const line_ids = lines.map(({ line_id }) => line_id)
  const mos = await rows(
    tx,
    sql<MoFactsOfLine>`select t.id, t.no, t.status, t.order_line_id as line_id, t.planned_quantity, t.completed_quantity, t.planned_finish_time,
        t.material_status, t.kitting_time, d.code as deciding_material, t.unplanned, coalesce(x.operations, 0) as operations,
        coalesce(x.operations_done, 0) as operations_done, coalesce(x.worked_share, 0)::float8 as worked_share
      from mo t left join material d on d.org_id = t.org_id and d.id = t.deciding_material_id
      left join lateral (
        select count(*) as operations, count(*) filter (where x.status = ${taskStatus.codes.done}) as operations_done,
          avg(least(1, x.reported_quantity / t.planned_quantity)) as worked_share
        from mo_operation x where x.org_id = t.org_id and x.mo_id = t.id
      ) x on true
      where t.org_id = ${org_id} and ${among(sql`t.order_line_id`, line_ids)} order by t.planned_finish_time nulls first, t.no`,
  )
  return {
    states: lineStates(lines, mos, { now, time_zone: member.time_zone }),
    mos: Map.groupBy(mos, mo => mo.line_id),
  }

  /** One without lines is there all the same. */
  async function expectOrder(): Promise<void> {
    const found =
      'order_id' in which
        ? await rows(tx, sql`select from seen_sales_order where org_id = ${org_id} and id = ${which.order_id}`)
        : []
    if (found.length === 0) refuse(salesErrors.orderMissing)
  }
}
