import { text } from '@qitao/core/text.ts'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { derived, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { sql } from 'kysely'
import { purchaseStatus } from '../model/purchase.status.ts'

const { pending_inbound, partially_inbound, completed } = purchaseStatus.codes

export const purchasingReconciliations: readonly Reconciliation[] = [
  derived({
    key: 'purchase_order_status',
    title: text('采购订单状态与明细', 'Purchase order status and lines'),
    remedy: text('以明细为准：更正后订单状态由明细得出', 'Lines count: a correction takes the status from them'),
    ...{ table: 'purchase_order', column: 'status' },
    expected: sql`(select case when bool_and(l.received_quantity >= l.quantity) then ${completed}
        when bool_or(l.received_quantity > 0) then ${partially_inbound} else ${pending_inbound} end
      from purchase_order_line l where l.org_id = t.org_id and l.order_id = t.id)`,
    where: sql`t.status in (${pending_inbound}, ${partially_inbound}, ${completed})`,
  }),
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
