import type { RecordType } from '@qitao/core/record.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { purchaseOrder, purchaseOrderLine } from '@qitao/purchasing/model/purchase-order.record.ts'
import { salesOrder, salesOrderLine } from '@qitao/sales/model/sales-order.record.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'

/** How a document that is approved is shown, by the code of its numbers. */
interface ApprovedDocument {
  readonly record: RecordType
  readonly facts: readonly string[]
  readonly line: RecordType
  readonly columns: readonly string[]
  /** Kind of record of its attachments. */
  readonly attached_to: string
  readonly page: Page
  readonly open: (of: { object_id: string; object_no: string }) => void
}
export const approvalDocuments: Readonly<Record<string, ApprovedDocument>> = {
  SO: {
    record: salesOrder as unknown as RecordType,
    facts: ['customer_id', 'customer_order_no', 'order_date', 'delivery_date', 'priority', 'tax_rate', 'remark'],
    line: salesOrderLine as unknown as RecordType,
    columns: ['material_id', 'quantity', 'price', 'amount', 'delivery_date', 'remark'],
    attached_to: 'sales_order',
    page: pages.editSalesOrder,
    open: ({ object_no }) => openEdit(pages.editSalesOrder, { type: 'edit', no: object_no }),
  },
  CG: {
    record: purchaseOrder as unknown as RecordType,
    facts: ['supplier_id', 'order_date', 'eta', 'tax_rate', 'operator_id', 'remark'],
    line: purchaseOrderLine as unknown as RecordType,
    columns: ['material_id', 'demand_quantity', 'quantity', 'price', 'amount', 'eta', 'remark'],
    attached_to: 'purchase_order',
    page: pages.editPurchase,
    open: ({ object_id }) => openEdit(pages.editPurchase, { id: object_id }),
  },
}
