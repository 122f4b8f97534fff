import { text } from '@qitao/core/text.ts'
import { among, recordset, type Tx } from '@qitao/platform/server/database.ts'
import { amongThese, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import { purchaseStatus } from '../model/purchase.status.ts'

const { pending_inbound, partially_inbound, completed } = purchaseStatus.codes
const inWork = sql`o.status in (${pending_inbound}, ${partially_inbound}, ${completed})`
const statusOfLines = sql`(select case when bool_and(l.received_quantity >= l.quantity) then ${completed}
    when bool_or(l.received_quantity > 0) then ${partially_inbound} else ${pending_inbound} end
  from purchase_order_line l where l.org_id = o.org_id and l.order_id = o.id)`

export const purchasingReconciliations: readonly Reconciliation[] = [
  {
    key: 'purchase_order_status',
    title: text('采购订单状态与明细', 'Purchase order status and lines'),
    remedy: text('以明细为准：更正后订单状态由明细得出', 'Lines count: a correction takes the status from them'),
    find: (org_id, ids) => sql`select o.id as object_id, o.no as object_no, '' as subject, k.expected, o.status as found
      from purchase_order o cross join lateral (select ${statusOfLines} as expected) k
      where o.org_id = ${org_id} and ${inWork} and ${amongThese(sql`o.id`, ids)} and k.expected <> o.status`,
    correct: async (tx, org_id, ids) => {
      await sql`select from purchase_order where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(
        tx,
      )
      await sql`update purchase_order o set status = ${statusOfLines}
        where o.org_id = ${org_id} and ${inWork} and ${among(sql`o.id`, ids)}`.execute(tx)
    },
  },
]

/** Warehouse has counted what receipts put in for these lines: that is what was received. */
export async function correctReceived(
  tx: Tx,
  org_id: string,
  lines: readonly { line_id: string; quantity: string }[],
): Promise<void> {
  await sql`update purchase_order_line l set received_quantity = r.quantity
    from ${recordset(lines, sql`line_id uuid, quantity numeric`)} r where l.org_id = ${org_id} and l.id = r.line_id`.execute(
    tx,
  )
}
/** Locks the orders of these lines. */
export const lockOrdersOfPurchaseLines = (tx: Tx, org_id: string, line_ids: readonly string[]): Promise<unknown> =>
  sql`select from purchase_order where org_id = ${org_id} and id in (select order_id from purchase_order_line
    where org_id = ${org_id} and ${among(sql`id`, line_ids)}) order by id for update`.execute(tx)
