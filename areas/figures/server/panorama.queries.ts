import type { Quantity } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { daySeconds, hourSeconds, type Instant } from '@qitao/core/time.ts'
import { isDemand, wantedAt } from '@qitao/demand/server'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { daysLate } from '@qitao/manufacturing/server'
import { rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { orderType, salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { machinesFor } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import type { RiskRow } from '../model/dashboard.calls.ts'
import { riskCause, standing } from '../model/figure.status.ts'
import { type PlannedTask, plannedByHour } from '../model/planned-hours.rules.ts'
import type { FactsContext } from './facts/facts-source.ts'
import { sentBack } from './facts/first-pass.ts'
import { standingOf } from './facts/order.facts.ts'

const { delivered, cancelled } = salesOrderStatus.codes
const mostRisks = 10
const mostShortages = 10

/** Sales orders by state, with their money in the currency of the company, and how many of each are late. */
export const funnelOf = ({ tx, org_id, member }: FactsContext, today: Instant) =>
  rows(
    tx,
    sql<{
      status: CodeOf<typeof salesOrderStatus>
      count: number
      amount: Quantity | null
      late_count: number
    }>`select o.status, count(*)::integer as count,
        trim_scale(sum(o.total_amount) filter (where coalesce(o.currency, ${member.currency}) = ${member.currency})) as amount,
        (count(*) filter (where o.status <> ${delivered} and o.delivery_date < ${today}))::integer as late_count
      from seen_sales_order o where o.org_id = ${org_id} and not o.deleted and o.status <> ${cancelled} and o.order_type in (${sql.join(orderType.list.map(({ code }) => code))})
      group by o.status`,
  )

const { material, capacity, not_planned, no_order, not_shipped } = riskCause.codes
/**
 * Lines that are late or that the plan finishes after their day, the most money times days first. The cause is that of the work
 * order that is finished last: the material it waits for, else the machine that it waits for longest: from when the steps before are
 * done and the material is there.
 */
export const risksOf = (
  { tx, org_id, member, now }: FactsContext,
  today: Instant,
  only: Readonly<{ customer?: string; owner?: string; series?: string }> = {},
) => {
  // What is not finished yet is finished now at the earliest.
  const days = daysLate(wantedAt, sql`greatest(l.planned_finish_time, ${now}::bigint)`)
  return rows(
    tx,
    sql<RiskRow>`select x.id, x.order_id, x.no, x.customer_name, x.material_code, x.material_name, x.due, x.finish, x.days, trim_scale(x.amount) as amount,
        case when x.ready then ${not_shipped} when w.id is null then ${no_order} when w.planned_finish_time is null then ${not_planned}
          when d.id is not null and (w.kitting_time is null or w.kitting_time > x.due - ${daySeconds}) then ${material} else ${capacity} end as cause,
        case when x.ready or w.id is null or w.planned_finish_time is null then null
          when d.id is not null and (w.kitting_time is null or w.kitting_time > x.due - ${daySeconds}) then d.code || ' ' || d.name
          else (select v.machine_no || ' ' || v.name from (
              select t.id, t.device_id, t.status, t.end_time - t.setup_start_time as length, t.setup_start_time - greatest(${now}::bigint, w.kitting_time,
                max(t.end_time) over (order by t.sequence range between unbounded preceding and 1 preceding)) as waited
              from production_task t where t.org_id = ${org_id} and t.mo_id = w.id) t
              join device v on v.org_id = ${org_id} and v.id = t.device_id
            where t.status <> ${taskStatus.codes.done} order by t.waited desc, t.length desc, t.id limit 1) end as cause_name
      from (
        select l.id, o.id as order_id, o.no, c.name as customer_name, m.code as material_code, m.name as material_name, ${wantedAt} as due,
          l.planned_finish_time as finish, ${days} as days,
          case when coalesce(o.currency, ${member.currency}) = ${member.currency} then (l.quantity - l.shipped_quantity) * coalesce(l.price, l.amount / l.quantity) end as amount,
          greatest(l.inbound_quantity, l.offset_quantity) >= l.quantity as ready
        from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
          join material m on m.org_id = l.org_id and m.id = l.material_id left join customer c on c.org_id = o.org_id and c.id = o.customer_id
        where l.org_id = ${org_id} and ${isDemand} and o.status <> ${delivered} and l.shipped_quantity < l.quantity
          and ${standingOf({ today })} in (${standing.codes.late}, ${standing.codes.at_risk})
          ${only.customer ? sql`and o.customer_id = ${only.customer}` : sql``} ${only.owner ? sql`and o.owner_id = ${only.owner}` : sql``} ${only.series ? sql`and m.series = ${only.series}` : sql``}
        order by coalesce(case when coalesce(o.currency, ${member.currency}) = ${member.currency} then (l.quantity - l.shipped_quantity) * coalesce(l.price, l.amount / l.quantity) end, 0)
          * ${days} desc, due, l.id limit ${mostRisks}) x
        left join lateral (select w.id, w.planned_finish_time, w.kitting_time, w.deciding_material_id from mo w
          where w.org_id = ${org_id} and w.order_line_id = x.id and w.actual_finish_time is null
          order by w.planned_finish_time desc nulls first, w.id limit 1) w on true
        left join material d on d.org_id = ${org_id} and d.id = w.deciding_material_id
      order by coalesce(x.amount, 0) * x.days desc, x.due, x.id`,
  )
}

/** Short materials by the value of the orders that wait for them. */
export const mostWaitedFor = <T extends { readonly waiting: Quantity | null }>(all: readonly T[]): T[] =>
  [...all].sort((a, b) => Number(b.waiting ?? 0) - Number(a.waiting ?? 0)).slice(0, mostShortages)

/**
 * Pieces by hour of a day: planned, as the floor was told, in the hours that the machines work; and made, as reported. Both count
 * every operation.
 */
export async function hoursOf(
  { tx, org_id, now, member }: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  today: Instant,
) {
  const within = sql`r.org_id = ${org_id} and not r.revoked and r.report_time >= h.at and r.report_time < h.at + ${hourSeconds}`
  const made = await rows(
    tx,
    sql<{ at: Instant; made: Quantity }>`select h.at,
        trim_scale(coalesce((select sum(r.finished_quantity) from report_record r where ${within}), 0)
          - coalesce((select sum(b.quantity) from ${sentBack} where ${within}), 0))::text as made
      from generate_series(${today}::bigint, ${today + daySeconds - hourSeconds}::bigint, ${hourSeconds}) h(at) order by h.at`,
  )
  const tasks = await rows(
    tx,
    sql<PlannedTask>`select t.device_id, t.start_time, t.end_time, t.quantity from floor_task t
      where t.org_id = ${org_id} and t.publish_status = ${publishStatus.codes.published}
        and t.start_time < ${today + daySeconds} and t.end_time > ${today} and t.end_time > t.start_time order by t.id`,
  )
  const from = tasks.reduce((first, task) => Math.min(first, task.start_time), today)
  const { machines } = await machinesFor(tx, org_id, now, member.time_zone, from)
  const planned = plannedByHour(
    tasks,
    made.map(({ at }) => at),
    machines.tableOf,
  )
  return made.map((hour, index) => ({ ...hour, planned: planned[index]! }))
}
