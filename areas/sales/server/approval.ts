import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import type { ApprovalDocument } from '@qitao/access/server'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { setOrderStatus } from './order-status.ts'
import { linesOf, ordersBy } from './sales-order.queries.ts'

/** What must stay as it was submitted. */
const headFields = [
  'no',
  'order_type',
  'customer_id',
  'customer_order_no',
  'order_date',
  'delivery_date',
  'priority',
  'currency',
  'tax_rate',
  'total_amount',
  'remark',
  'custom',
] as const
const lineFields = ['material_id', 'quantity', 'price', 'amount', 'delivery_date', 'offset_quantity', 'remark'] as const
const picked = <R extends object>(row: R, names: readonly (keyof R)[]) =>
  Object.fromEntries(names.map(name => [name, row[name]]))

export const salesOrderApproval: ApprovalDocument = {
  module_code: 'SO',
  attached_to: 'sales_order',
  async load(tx, org_id, ids) {
    // Locked, so that what is compared is what is decided.
    await rows(
      tx,
      sql`select id from sales_order where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`,
    )
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
    const approval_status = approvalStatus.codes[outcome]
    if (outcome === 'approved') return setOrderStatus(tx, org_id, ids, salesOrderStatus.codes.approved, approval_status)
    await sql`update sales_order set approval_status = ${approval_status} where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(
      tx,
    )
  },
}
