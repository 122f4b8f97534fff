import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { hasBomInForce } from '@qitao/engineering/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { sql } from 'kysely'
import { listPlanGaps, type PlanGapRow } from '../../model/plan-gaps/plan-gaps.calls.ts'

/** Order numbers told of a gap. */
const mostNumbers = 5
const { todo, planned, to_be_produced, in_production } = moStatus.codes
const openMos = sql.join([todo, planned, to_be_produced, in_production])
const { approved, planning, to_produce, producing } = salesOrderStatus.codes
const openOrders = sql.join([approved, planning, to_produce, producing])
const enabled = enabledStatus.codes.enabled

export const planGapHandlers: Handler[] = [
  handle(listPlanGaps, async (_input, { tx, org_id, now }) => {
    const gaps = gapsOf(org_id, now)
    const result = await rows(
      tx,
      sql<PlanGapRow>`${gaps}, told as (
          select kind, material_id, process_id, device_id, count(distinct order_id)::int as orders, min(delivery_date) as first_due,
            (array_agg(distinct no))[1:${mostNumbers}] as order_nos
          from gaps group by kind, material_id, process_id, device_id
        )
        select concat_ws(':', t.kind, t.material_id, t.process_id, t.device_id) as id, t.*, m.code as material_code, m.name as material_name,
          p.name as process_name, d.machine_no
        from told t left join material m on m.org_id = ${org_id} and m.id = t.material_id
          left join process p on p.org_id = ${org_id} and p.id = t.process_id left join device d on d.org_id = ${org_id} and d.id = t.device_id
        order by t.orders desc, t.first_due, 1`,
    )
    const [counts] = await rows(
      tx,
      sql<{ open_orders: number; ready_orders: number }>`${gaps}
        select count(*)::int as open_orders, (count(*) filter (where not exists (select from gaps g where g.order_id = mos.id)))::int as ready_orders
        from mos`,
    )
    return { result, total: result.length, ...counts! }
  }),
]

/** `mos`: the open work orders; `gaps`: what is missing for them, and for lines of sales orders that have no BoM. */
function gapsOf(org_id: string, now: number) {
  const able = sql`device_process dp join device d on d.org_id = dp.org_id and d.id = dp.device_id and d.status = ${enabled}`
  return sql`with mos as (
          select id, no, material_id, delivery_date from mo where org_id = ${org_id} and status in (${openMos})
        ), steps as (
          select distinct m.id as order_id, m.no, m.material_id, m.delivery_date, x.process_id, p.outsourced
          from mos m join mo_operation x on x.org_id = ${org_id} and x.mo_id = m.id and x.status <> ${taskStatus.codes.done}
            join process p on p.org_id = x.org_id and p.id = x.process_id
        ), gaps as (
          select 'no_machine' as kind, null::uuid as material_id, s.process_id, null::uuid as device_id, s.order_id, s.no, s.delivery_date from steps s
            where not exists (select from ${able} where dp.org_id = ${org_id} and dp.process_id = s.process_id)
          union all select 'no_time', s.material_id, s.process_id, null, s.order_id, s.no, s.delivery_date from steps s
            where not s.outsourced and exists (select from ${able} where dp.org_id = ${org_id} and dp.process_id = s.process_id)
              and not exists (select from ${able} join cycle_time c on c.org_id = d.org_id and c.process_id = dp.process_id and c.status = ${enabled}
                where dp.org_id = ${org_id} and dp.process_id = s.process_id and (c.material_id is null or c.material_id = s.material_id)
                  and (c.device_id is null or c.device_id = d.id))
          union all select 'no_calendar', null, null, d.id, s.order_id, s.no, s.delivery_date from steps s
            join ${able} on dp.org_id = ${org_id} and dp.process_id = s.process_id left join workgroup w on w.org_id = d.org_id and w.id = d.workgroup_id
            where coalesce(d.calendar_id, w.calendar_id, (select c.id from calendar c where c.org_id = ${org_id} and c.is_default)) is null
          union all select 'no_bom', l.material_id, null, null, l.id, o.no, coalesce(l.delivery_date, o.delivery_date) from seen_sales_order_line l
            join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id join material m on m.org_id = l.org_id and m.id = l.material_id
            where l.org_id = ${org_id} and o.status in (${openOrders}) and m.kind <> ${materialKind.codes.raw}
              and l.quantity > l.offset_quantity + l.planned_quantity and not ${hasBomInForce(org_id, sql`l.material_id`, now)}
        )`
}
