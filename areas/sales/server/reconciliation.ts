import { text } from '@qitao/core/text.ts'
import { amongThese, derived, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import { salesReturnStatus } from '../model/return/sales-return.status.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { lockSalesOrdersOf, restateLines } from './follow-orders.ts'

const { approved, planning, to_produce, producing, finished, delivered } = salesOrderStatus.codes
const ofLines = sql`from sales_order_line l where l.org_id = t.org_id and l.order_id = t.id`

const returns = salesReturnStatus.codes
const returnedOf = sql`(select coalesce(sum(x.received_quantity), 0) from sales_return_line x where x.org_id = l.org_id and x.order_line_id = l.id)`
const returnedFound: Reconciliation['find'] = (org_id, ids) =>
  sql`select l.id as object_id, o.no as object_no, l.line_no::text as subject, ${plainNumber(sql`k.returned`)} as expected,
      ${plainNumber(sql`l.returned_quantity`)} as found
    from sales_order_line l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
    cross join lateral (select ${returnedOf} as returned) k
    where l.org_id = ${org_id} and ${amongThese(sql`l.id`, ids)} and k.returned <> l.returned_quantity`

export const salesReconciliations: readonly Reconciliation[] = [
  {
    key: 'sales_line_delivered',
    title: text('销售订单明细状态与已发数量', 'Sales line status and shipped quantity'),
    remedy: text(
      '以已发数量为准：更正后全部发出的明细为已完成，其余回到生产阶段的状态',
      'The shipped quantity counts: a correction completes lines that were shipped in full, and no others',
    ),
    find: (org_id, ids) => sql`select l.id as object_id, o.no as object_no, l.line_no::text as subject,
        ${plainNumber(sql`l.quantity`)} as expected, ${plainNumber(sql`l.shipped_quantity`)} as found
      from sales_order_line l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${amongThese(sql`l.id`, ids)} and not o.deleted
        and l.status between ${approved} and ${delivered} and (l.status = ${delivered}) <> (l.shipped_quantity >= l.quantity)`,
    correct: (tx, org_id, ids) => restateLines(tx, org_id, ids),
  },
  derived({
    key: 'sales_order_status',
    title: text('销售订单状态与明细', 'Sales order status and lines'),
    remedy: text('以明细为准：更正后订单状态由明细得出', 'Lines count: a correction takes the status from them'),
    ...{ table: 'sales_order', column: 'status' },
    expected: sql`(select case
        when min(l.status) >= ${delivered} then ${delivered} when min(l.status) >= ${finished} then ${finished}
        when bool_or(l.status between ${producing} and ${delivered}) then ${producing}
        when min(l.status) >= ${to_produce} then ${to_produce}
        when bool_or(l.status between ${planning} and ${delivered}) then ${planning} else ${approved} end ${ofLines})::smallint`,
    where: sql`t.status between ${approved} and ${delivered} and not t.deleted`,
  }),
  {
    key: 'sales_line_returned',
    title: text('销售订单已退数量与退货单', 'Returned quantity and sales returns'),
    remedy: text(
      '以退货单的已收数量为准：更正后订单的已退数量等于其合计',
      'What returns have received counts: a correction sets the returned quantity to it',
    ),
    find: returnedFound,
    correct: async (tx, org_id, ids) => {
      await lockSalesOrdersOf(tx, org_id, { line_ids: ids })
      await sql`update sales_order_line l set returned_quantity = ${returnedOf} where l.org_id = ${org_id} and ${amongThese(sql`l.id`, ids)}`.execute(
        tx,
      )
    },
  },
  derived({
    key: 'sales_return_status',
    title: text('退货单状态与明细', 'Sales return status and lines'),
    remedy: text('以明细为准：更正后退货单状态由明细得出', 'Lines count: a correction takes the status from them'),
    ...{ table: 'sales_return', column: 'status' },
    expected: sql`(select case when bool_and(l.received_quantity >= l.quantity) then ${returns.completed}
        when bool_or(l.received_quantity > 0) then ${returns.partly} else ${returns.approved} end
      from sales_return_line l where l.org_id = t.org_id and l.return_id = t.id)::smallint`,
    // One that was closed has less than was to come.
    where: sql`t.status in (${returns.approved}, ${returns.partly})`,
  }),
  derived({
    key: 'sales_order_amount',
    title: text('销售订单金额与明细', 'Sales order amount and lines'),
    remedy: text('以明细为准：更正后订单金额等于明细合计', 'Lines count: a correction sets the total to their sum'),
    ...{ table: 'sales_order', column: 'total_amount' },
    expected: sql`(select coalesce(sum(l.amount), 0) ${ofLines})`,
  }),
]
