import type { PurchaseStatusCode } from '../../model/purchase.status.ts'
import type { PurchaseOrderLineRow, PurchaseOrderRow } from '../../model/purchase-order.calls.ts'
import type { ArrivalRow } from '../../model/purchase-order.record.ts'

/** A line of an order that was sent, as what is done to it asks for it. */
export interface OpenLine {
  readonly line_id: string
  readonly line_no: number
  readonly order_id: string
  readonly order_no: string
  /** Of the order. */
  readonly row_version: number
  readonly status: PurchaseStatusCode
  readonly material_words: string
  readonly unit_name: string
  readonly open_quantity: string
  /** Not known in the order itself. */
  readonly announced_quantity?: string
  readonly eta: number | null
  /** By when it is wished for, as long as the supplier has not answered. */
  readonly wished_date: number | null
}
export const openLineOfArrival = (row: ArrivalRow): OpenLine => ({
  ...{ line_id: row.id, line_no: row.line_no, order_id: row.purchase_order_id, order_no: row.purchase_order_no },
  ...{ row_version: row.order_row_version, status: row.status as PurchaseStatusCode },
  ...{ material_words: `${row.material_code} ${row.material_name}`, unit_name: row.unit_name },
  ...{ open_quantity: row.open_quantity, announced_quantity: row.announced_quantity, eta: row.eta },
  wished_date: row.wished_date,
})
/** As it stands in the form of the order, which names the material with its code. Undefined: it is not stored yet. */
export function openLineOfOrder(order: PurchaseOrderRow, line: Partial<PurchaseOrderLineRow>): OpenLine | undefined {
  const { id, line_no, material_name = '', unit_name = '', open_quantity } = line
  if (id === undefined || line_no === undefined || open_quantity === undefined) return undefined
  return {
    ...{ line_id: id, line_no, order_id: order.id, order_no: order.no },
    ...{ row_version: order.row_version, status: order.status },
    ...{ material_words: material_name, unit_name, open_quantity, eta: line.eta ?? order.eta },
    wished_date: line.wished_date ?? null,
  }
}
