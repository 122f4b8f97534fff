import { text } from '@qitao/core/text.ts'
import { among, recordset, type Tx } from '@qitao/platform/server/database.ts'
import { amongThese, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import { salesOrderStatus } from '../model/sales-order.status.ts'

const { approved, planning, to_produce, producing, finished, delivered } = salesOrderStatus.codes
const inWork = sql`o.status between ${approved} and ${delivered} and not o.deleted`

/** The state of an order that its lines' states make. */
const statusOfLines = sql`(select case
    when min(l.status) >= ${delivered} then ${delivered} when min(l.status) >= ${finished} then ${finished}
    when bool_or(l.status between ${producing} and ${delivered}) then ${producing}
    when min(l.status) >= ${to_produce} then ${to_produce}
    when bool_or(l.status between ${planning} and ${delivered}) then ${planning} else ${approved} end
  from sales_order_line l where l.org_id = o.org_id and l.order_id = o.id)::smallint`
const amountOfLines = sql`(select coalesce(sum(l.amount), 0) from sales_order_line l where l.org_id = o.org_id and l.order_id = o.id)`

const lockOrders = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`select from sales_order where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(tx)

export const salesReconciliations: readonly Reconciliation[] = [
  {
    key: 'sales_order_status',
    title: text('销售订单状态与明细', 'Sales order status and lines'),
    remedy: text('以明细为准：更正后订单状态由明细得出', 'Lines count: a correction takes the status from them'),
    find: (org_id, ids) => sql`select o.id as object_id, o.no as object_no, '' as subject,
        k.expected::text as expected, o.status::text as found
      from sales_order o cross join lateral (select ${statusOfLines} as expected) k
      where o.org_id = ${org_id} and ${inWork} and ${amongThese(sql`o.id`, ids)} and k.expected <> o.status`,
    correct: async (tx, org_id, ids) => {
      await lockOrders(tx, org_id, ids)
      await sql`update sales_order o set status = ${statusOfLines}
        where o.org_id = ${org_id} and ${inWork} and ${among(sql`o.id`, ids)}`.execute(tx)
    },
  },
  {
    key: 'sales_order_amount',
    title: text('销售订单金额与明细', 'Sales order amount and lines'),
    remedy: text('以明细为准：更正后订单金额等于明细合计', 'Lines count: a correction sets the total to their sum'),
    find: (org_id, ids) => sql`select o.id as object_id, o.no as object_no, '' as subject,
        ${plainNumber(sql`k.expected`)} as expected, ${plainNumber(sql`coalesce(o.total_amount, 0)`)} as found
      from sales_order o cross join lateral (select ${amountOfLines} as expected) k
      where o.org_id = ${org_id} and ${amongThese(sql`o.id`, ids)} and k.expected <> coalesce(o.total_amount, 0)`,
    correct: async (tx, org_id, ids) => {
      await lockOrders(tx, org_id, ids)
      await sql`update sales_order o set total_amount = ${amountOfLines}
        where o.org_id = ${org_id} and ${among(sql`o.id`, ids)}`.execute(tx)
    },
  },
]

/** Warehouse has counted what receipts delivered on these lines: that is what was shipped. */
export async function correctShipped(
  tx: Tx,
  org_id: string,
  lines: readonly { line_id: string; quantity: string }[],
): Promise<void> {
  await sql`update sales_order_line l set shipped_quantity = r.quantity
    from ${recordset(lines, sql`line_id uuid, quantity numeric`)} r where l.org_id = ${org_id} and l.id = r.line_id`.execute(
    tx,
  )
}
