import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import type { ApprovalDocument } from '@qitao/access/server'
import { among } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { purchaseStatus } from '../model/purchase.status.ts'
import { linesOf, ordersBy, ordersForUpdate } from './purchase.queries.ts'

/** What must stay as it was submitted. */
const headFields = [
  'no',
  'supplier_id',
  'order_date',
  'eta',
  'currency',
  'tax_rate',
  'total_amount',
  'remark',
  'custom',
] as const
const lineFields = ['material_id', 'demand_quantity', 'quantity', 'price', 'amount', 'eta', 'remark'] as const
const picked = <R extends object>(row: R, names: readonly (keyof R)[]) =>
  Object.fromEntries(names.map(name => [name, row[name]]))

export const purchaseOrderApproval: ApprovalDocument = {
  module_code: 'CG',
  attached_to: 'purchase_order',
  async load(tx, org_id, ids) {
    // Locked, so that what is compared is what is decided.
    await ordersForUpdate(tx, org_id, ids)
    const orders = await ordersBy(tx, org_id, ids)
    const lines = Map.groupBy(await linesOf(tx, org_id, ids), line => line.order_id)
    return orders.map(({ created_by, ...order }) => {
      const own = lines.get(order.id) ?? []
      return {
        id: order.id,
        no: order.no,
        made_by: created_by,
        priced: own.every(line => line.amount !== null),
        amount: order.total_amount,
        currency: order.currency,
        document: { record: { ...order }, lines: own.map(line => ({ ...line })) },
        content: [picked(order, headFields), own.map(line => picked(line, lineFields))],
      }
    })
  },
  async settle({ tx, org_id }, ids, outcome) {
    const status = outcome === 'approved' ? purchaseStatus.codes.pending_inbound : purchaseStatus.codes.pending_submit
    await sql`update purchase_order set status = ${status}, approval_status = ${approvalStatus.codes[outcome]}
      where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
  },
}
