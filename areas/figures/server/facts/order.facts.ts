import { daySeconds } from '@qitao/core/time.ts'
import { isDemand, wantedAt } from '@qitao/demand/server'
import { endOfDueDay } from '@qitao/manufacturing/server'
import { inquiryStatus } from '@qitao/promising/model/inquiry.status.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { outboundType, receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { sql } from 'kysely'
import { standing } from '../../model/figure.status.ts'
import { type Asked, count, countIf, factsSource, named, plain, product, sumOf } from './facts-source.ts'

const isComplete = sql`l.shipped_quantity >= l.quantity`
const due = wantedAt
/** Lines `l` of orders `o` with their material `m`, customer `c` and salesperson `w`. */
export const orderLines = sql`seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
  join material m on m.org_id = l.org_id and m.id = l.material_id
  left join customer c on c.org_id = o.org_id and c.id = o.customer_id
  left join app_user w on w.org_id = o.org_id and w.id = o.owner_id`
export const ofLine = sql`l.id::text as id, o.no as no, m.code || ' ' || m.name as subject, o.id::text as opens_id, o.id as order_id,
  o.customer_id::text as customer, c.name as customer_name, o.owner_id::text as owner, w.name as owner_name, ${product}`
/** Of a line in the currency of the company; others cannot be added to it. */
export const inOwn = ({ member }: Pick<Asked, 'member'>) =>
  sql`coalesce(o.currency, ${member.currency}) = ${member.currency}`
export const byOrder = { ...named('customer', 'owner', 'product'), ...plain('series') }

export const entered = factsSource('entered', {
  rows: asked => sql`select ${ofLine}, o.order_date as at, o.order_type as order_type,
      case when ${inOwn(asked)} then coalesce(l.amount, l.quantity * l.price) end as amount
    from ${orderLines} where l.org_id = ${asked.org_id} and ${isDemand}`,
  by: { ...byOrder, ...plain('order_type') },
  sums: { orders: sql`count(distinct f.order_id)`, lines: count, amount: sumOf('amount') },
})

export const dueLines = factsSource('due', {
  // What leaves on a day is in time until the day is over. What is due from today on is told when it has left. Movements know their
  // receipt and not its line: of each line of it as much was in time as of the receipt's material.
  rows: ({ org_id, today }) => sql`select x.*, x.complete and x.delivered_time < x.at + ${daySeconds} as on_time,
      x.complete and x.delivered_time < x.asked + ${daySeconds} as as_asked,
      case when x.complete and x.delivered_time < x.at + ${daySeconds} then x.quantity
        else least(x.quantity, coalesce((select sum(k.done_quantity * v.in_time / nullif(v.moved, 0)) from receipt_line k
          join seen_receipt r on r.org_id = k.org_id and r.id = k.receipt_id and r.receipts_type = ${receiptsType.outbound} and r.receipt_type = ${outboundType.codes.sales}
          cross join lateral (select sum(s.quantity) as moved, sum(s.quantity) filter (where s.movement_time < x.at + ${daySeconds}) as in_time
            from stock_movement s where s.org_id = ${org_id} and s.source_id = r.id and s.material_id = x.material_id) v
          where k.org_id = ${org_id} and k.source_line_id = x.line_id), 0)) end as quantity_in_time
    from (
      select ${ofLine}, ${due} as at, l.id as line_id, l.material_id, ${isComplete} as complete, l.delivered_time, l.quantity,
        coalesce((select min(k.requested_date) from inquiry_line k join seen_inquiry i on i.org_id = k.org_id and i.id = k.inquiry_id
          where k.org_id = l.org_id and k.line_id = l.id and i.status = ${inquiryStatus.codes.confirmed}), ${due}) as asked
      from ${orderLines} where l.org_id = ${org_id} and ${isDemand} and (${due} < ${today} or ${isComplete})) x`,
  by: byOrder,
  sums: {
    ...{ lines: count, on_time: countIf('on_time'), as_asked: countIf('as_asked') },
    ...{ quantity: sumOf('quantity'), quantity_in_time: sumOf('quantity_in_time') },
  },
})

/** What came back was not sold. */
const keptShare = sql`(1 - l.returned_quantity / l.shipped_quantity)`
export const shippedLines = factsSource('shipped', {
  rows: asked => sql`select ${ofLine}, l.delivered_time as at, (l.delivered_time - o.order_date)::numeric / ${daySeconds} as lead_days,
      case when ${inOwn(asked)} then coalesce(l.amount, l.quantity * l.price) * ${keptShare} end as amount
    from ${orderLines} where l.org_id = ${asked.org_id} and ${isDemand} and ${isComplete} and l.delivered_time is not null`,
  by: byOrder,
  sums: { lines: count, lead_days: sumOf('lead_days'), amount: sumOf('amount') },
})

const { late, at_risk, unplanned, kept } = standing.codes
/** Against its day: it is over; or the plan is later; or what is to be made for it is not planned. */
export const standingOf = ({ today }: Pick<Asked, 'today'>) => sql`case when ${due} < ${today} then ${late}
  when l.planned_finish_time > ${endOfDueDay(due)} then ${at_risk}
  when l.planned_finish_time is null and l.offset_quantity + l.shipped_quantity < l.quantity and l.inbound_quantity < l.quantity then ${unplanned}
  else ${kept} end`
/** Of a line that is asked for: something of it has still to leave. */
export const isOpen = sql`${isDemand} and o.status <> ${salesOrderStatus.codes.delivered} and not ${isComplete}`
export const openAmount = (asked: Pick<Asked, 'member'>) =>
  sql`case when ${inOwn(asked)} then (l.quantity - l.shipped_quantity) * coalesce(l.price, l.amount / l.quantity) end`
export const backlog = factsSource('backlog', {
  rows: asked => sql`select ${ofLine}, ${due} as at, ${standingOf(asked)} as standing,
      ${openAmount(asked)} as amount
    from ${orderLines} where l.org_id = ${asked.org_id} and ${isOpen}`,
  by: { ...byOrder, ...plain('standing') },
  sums: { lines: count, amount: sumOf('amount') },
})

const inquiry = sql`seen_inquiry i join seen_sales_order o on o.org_id = i.org_id and o.id = i.order_id
  left join customer c on c.org_id = o.org_id and c.id = o.customer_id`
const ofInquiry = sql`i.id::text as id, i.no as no, c.name as subject, i.id::text as opens_id, o.customer_id::text as customer, c.name as customer_name`
const inquiryRows = (
  org_id: string,
) => sql`select ${ofInquiry}, i.created_time as at, i.status = ${inquiryStatus.codes.confirmed} as confirmed,
    (i.promise_date - i.created_time)::numeric / ${daySeconds} as lead_days
  from ${inquiry} where i.org_id = ${org_id} and i.promise_date is not null`
export const inquiries = factsSource('inquiries', {
  rows: ({ org_id }) => inquiryRows(org_id),
  by: named('customer'),
  sums: { answered: count, lead_days: sumOf('lead_days') },
})
export const newInquiries = factsSource('new_inquiries', {
  rows: ({ org_id }) => sql`${inquiryRows(org_id)} and not i.of_standing`,
  by: named('customer'),
  sums: { answered: count, confirmed: countIf('confirmed') },
})
export const promises = factsSource('promises', {
  rows: ({ org_id, today }) => sql`select * from (
      select ${ofInquiry}, i.promise_date as at, s.complete, s.complete and s.last < i.promise_date + ${daySeconds} as kept
      from ${inquiry} cross join lateral (select bool_and(${isComplete}) as complete, max(l.delivered_time) as last from seen_sales_order_line l
        where l.org_id = o.org_id and l.order_id = o.id) s
      where i.org_id = ${org_id} and i.status = ${inquiryStatus.codes.confirmed} and i.promise_date is not null and not o.deleted
        and o.status <> ${salesOrderStatus.codes.cancelled}) p
    where p.complete or p.at < ${today}`,
  by: named('customer'),
  sums: { promises: count, kept: countIf('kept') },
})
