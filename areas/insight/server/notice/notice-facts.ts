import { dayOf, daySeconds, hourSeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { isDemand, wantedAt } from '@qitao/demand/server'
import { materialStatus, moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { endOfDueDay } from '@qitao/manufacturing/server'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { taskStatus } from '@qitao/quality/model/task/task.status.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { andonCause, andonStatus } from '@qitao/shopfloor/model/andon/andon.status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Fact, NoticeEventName } from '../../model/notice/notice-events.ts'

interface Asked {
  readonly org_id: string
  readonly now: Instant
  readonly today: Instant
  readonly currency: string
}
type Source = (asked: Asked) => RawBuilder<Fact>

const { approved, planning, to_produce, producing, finished, delivered } = salesOrderStatus.codes
const openOrders = [approved, planning, to_produce, producing, finished]
const { todo, planned, to_be_produced, in_production } = moStatus.codes
const openMos = [todo, planned, to_be_produced, in_production]
const { pending_inbound, partially_inbound } = purchaseStatus.codes
const daysFrom = (seconds: RawBuilder<unknown>) => sql`floor(${seconds} / ${daySeconds}::numeric)::integer`
const hoursFrom = (seconds: RawBuilder<unknown>) => sql`floor(${seconds} / ${hourSeconds}::numeric)::integer`
const daysBegun = (seconds: RawBuilder<unknown>) => sql`ceil(${seconds} / ${daySeconds}::numeric)::integer`
const only = (id: RawBuilder<unknown>) => sql`array_remove(array[${id}]::uuid[], null)`

const isOpenLine = sql`l.shipped_quantity < l.quantity`
/** Of open orders `o` with their lines `l`: what is still to be shipped of them, one row for each order that `which` lines make. */
const orders = (
  { org_id, currency }: Asked,
  { measure, which }: { readonly measure: RawBuilder<unknown>; readonly which: RawBuilder<unknown> },
) => sql<Fact>`select o.id as object_id, o.no, min(c.name) as subject, max(${measure}) as measure,
    case when coalesce(min(o.currency), ${currency}) = ${currency}
      then sum((l.quantity - l.shipped_quantity) * coalesce(l.price, l.amount / nullif(l.quantity, 0)))::numeric(20,2)::text end as value,
    ${only(sql`(array_agg(o.owner_id))[1]`)} as owner_ids
  from seen_sales_order o join seen_sales_order_line l on l.org_id = o.org_id and l.order_id = o.id
    left join customer c on c.org_id = o.org_id and c.id = o.customer_id
  where o.org_id = ${org_id} and not o.deleted and o.status = any(${openOrders}) and ${isDemand} and ${isOpenLine} and ${which}
  group by o.id, o.no`

/** So long ago is usual what was asked for in between; a product that has been asked for less often has no usual. */
const usual = { days: 365, window: 30, least_orders: 4, fresh_days: 14 }

/** How each matter is found: one statement over what is open. */
const sources: Readonly<Record<NoticeEventName, Source>> = {
  order_late: asked =>
    orders(asked, {
      measure: daysFrom(sql`(${asked.today} - ${wantedAt})`),
      which: sql`${wantedAt} < ${asked.today}`,
    }),
  order_at_risk: asked =>
    orders(asked, {
      measure: daysBegun(sql`(l.planned_finish_time - ${endOfDueDay(wantedAt)})`),
      which: sql`${wantedAt} >= ${asked.today} and l.planned_finish_time > ${endOfDueDay(wantedAt)}`,
    }),
  promise_in_danger: asked =>
    orders(asked, {
      measure: daysBegun(
        sql`(greatest(coalesce(l.planned_finish_time, 0), ${asked.today}) - ${endOfDueDay(sql`l.promised_date`)})`,
      ),
      which: sql`greatest(coalesce(l.planned_finish_time, 0), ${asked.today}) > ${endOfDueDay(sql`l.promised_date`)}`,
    }),
  abnormal_demand: ({ org_id, now, currency }) => sql<Fact>`with fresh as materialized (
      select l.material_id, o.id, l.quantity from seen_sales_order o join seen_sales_order_line l on l.org_id = o.org_id and l.order_id = o.id
      where o.org_id = ${org_id} and ${isDemand} and o.status <> ${delivered} and o.created_time > ${now - usual.fresh_days * daySeconds}
    ), before as (
      select l.material_id, count(distinct o.id) as orders, sum(l.quantity) * ${usual.window} / ${usual.days}::numeric as quantity
      from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and l.material_id in (select material_id from fresh) and ${isDemand}
        and o.order_date > ${now - usual.days * daySeconds} and o.id not in (select id from fresh)
      group by l.material_id
    )
    select o.id as object_id, o.no, min(m.code || ' ' || m.name) as subject, max(round(100 * f.quantity / b.quantity))::integer as measure,
      case when coalesce(min(o.currency), ${currency}) = ${currency} then min(o.total_amount)::numeric(20,2)::text end as value,
      ${only(sql`(array_agg(o.owner_id))[1]`)} as owner_ids
    from (select material_id, id, sum(quantity) as quantity from fresh group by material_id, id) f
      join before b on b.material_id = f.material_id and b.orders >= ${usual.least_orders} and b.quantity > 0
      join seen_sales_order o on o.org_id = ${org_id} and o.id = f.id join material m on m.org_id = ${org_id} and m.id = f.material_id
    where f.quantity > b.quantity group by o.id, o.no`,
  shortage: ({ org_id, now }) => sql<Fact>`select m.id as object_id, m.no, g.code || ' ' || g.name as subject,
      greatest(0, ${daysFrom(sql`(m.planned_start_time - ${now})`)}) as measure, null::text as value, '{}'::uuid[] as owner_ids
    from mo m join material g on g.org_id = m.org_id and g.id = m.material_id
    where m.org_id = ${org_id} and m.status = any(${openMos}) and m.planned_start_time is not null
      and m.material_status = ${materialStatus.codes.to_be_purchased}`,
  mo_late: ({ org_id, now }) => sql<Fact>`select m.id as object_id, m.no, g.code || ' ' || g.name as subject,
      ${daysFrom(sql`(${now} - m.planned_finish_time)`)} as measure, null::text as value, '{}'::uuid[] as owner_ids
    from mo m join material g on g.org_id = m.org_id and g.id = m.material_id
    where m.org_id = ${org_id} and m.status = any(${openMos}) and m.planned_finish_time < ${now}`,
  machine_down: ({ org_id, now }) => sql<Fact>`select d.id as object_id, d.machine_no as no, min(d.name) as subject,
      ${hoursFrom(sql`(${now} - min(x.since))`)} as measure, null::text as value, ${only(sql`(array_agg(w.leader_id))[1]`)} as owner_ids
    from (select a.device_id, a.called_time as since from andon_call a where a.org_id = ${org_id} and a.status <> ${andonStatus.codes.closed}
          and a.cause = ${andonCause.codes.machine}
        union all select f.device_id, f.start_time from device_freeze f where f.org_id = ${org_id} and f.kind = ${freezeKind.codes.breakdown}
          and f.start_time <= ${now} and f.end_time > ${now}) x
      join device d on d.org_id = ${org_id} and d.id = x.device_id
      left join workgroup w on w.org_id = d.org_id and w.id = d.workgroup_id
    group by d.id, d.machine_no`,
  inspection_overdue: ({ org_id, now }) => sql<Fact>`select t.id as object_id, t.no, m.code || ' ' || m.name as subject,
      ${hoursFrom(sql`(${now} - t.due_time)`)} as measure, null::text as value, ${only(sql`t.inspector_id`)} as owner_ids
    from qc_task t join material m on m.org_id = t.org_id and m.id = t.material_id
    where t.org_id = ${org_id} and t.status <> ${taskStatus.codes.done} and t.due_time < ${now}`,
  purchase_late: ({ org_id, today, currency }) => sql<Fact>`select p.id as object_id, p.no, s.name as subject,
      ${daysFrom(sql`(${today} - p.eta)`)} as measure,
      case when coalesce(p.currency, ${currency}) = ${currency} then p.total_amount::numeric(20,2)::text end as value,
      ${only(sql`coalesce(p.operator_id, p.created_by)`)} as owner_ids
    from purchase_order p join supplier s on s.org_id = p.org_id and s.id = p.supplier_id
    where p.org_id = ${org_id} and p.status in (${pending_inbound}, ${partially_inbound}) and p.eta < ${today}`,
  stock_low: ({ org_id, now }) => sql<Fact>`select m.id as object_id, m.code as no, min(m.name) as subject,
      ${daysFrom(sql`(${now} - min(x.told_time))`)} as measure, null::text as value, '{}'::uuid[] as owner_ids
    from (select b.material_id, t.told_time from stock_bound_told t join stock_bound b on b.org_id = t.org_id and b.id = t.bound_id where t.org_id = ${org_id}
        union all select t.material_id, t.told_time from material_bound_told t where t.org_id = ${org_id}) x
      join material m on m.org_id = ${org_id} and m.id = x.material_id
    group by m.id, m.code`,
}

/** What stands now of these matters. */
export async function loadFacts(
  tx: Tx,
  org_id: string,
  events: readonly NoticeEventName[],
  now: Instant,
): Promise<Map<NoticeEventName, Fact[]>> {
  const found = new Map<NoticeEventName, Fact[]>()
  if (events.length === 0) return found
  const [org] = await rows(
    tx,
    sql<{ time_zone: string; currency: string }>`select time_zone, currency from org where id = ${org_id}`,
  )
  const { time_zone, currency } = org!
  const asked: Asked = { org_id, now, today: startOfDay(dayOf(now, time_zone), time_zone), currency }
  for (const event of new Set(events)) found.set(event, await rows(tx, sources[event](asked)))
  return found
}
