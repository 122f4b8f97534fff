import { affected, command, query } from '@qitao/core/call.ts'
import {
  codeOf,
  id,
  ids,
  instant,
  plainString,
  positiveQuantity,
  quantityFromZero,
  rowVersion,
} from '@qitao/core/field.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import {
  approvalShown,
  type DocumentInput,
  type DocumentLineInput,
  type DocumentLineRow,
  type DocumentRow,
  documentOf,
} from '@qitao/document-kit/model/document.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { lotBirthInput } from '@qitao/stock/model/lot-birth.record.ts'
import { serialNumbers } from '@qitao/stock/model/piece.record.ts'
import { z } from 'zod'
import { confirmation } from './answer/supplier-answer.status.ts'
import { purchaseStatus } from './purchase.status.ts'
import { arrival, arrivalRow, purchaseOrder, purchaseOrderLine } from './purchase-order.record.ts'
import { purchasingErrors } from './purchasing.errors.ts'
import { supplyUses } from './supply-use.ts'

const base = '/mep_server/biz/purchase/'
const editors = [pages.purchase, pages.editPurchase, pages.arrivalPlan]

export const purchaseOrders = documentOf({
  record: purchaseOrder,
  line: purchaseOrderLine,
  statuses: purchaseStatus,
  prefix: base,
  noun: 'purchase_order',
  reads: editors,
  changes: editors,
  grants: { list: [...editors, pages.inbound] },
  numberTaken: purchasingErrors.orderExists,
  notNow: purchasingErrors.notEditable,
  named: ['supplier_id', 'operator_id'],
  shown: {
    ...approvalShown,
    supplier_code: z.string(),
    supplier_email: z.string().nullable(),
  },
  lineShown: { order_id: id },
  filtered: ['supplier_id'],
  filters: {
    overdue: z.boolean().optional(),
    expedited: z.boolean().optional(),
    confirmation: codeOf(confirmation).optional(),
  },
  dates: ['eta', 'order_date'],
  bulk: ['submit', 'cancel', 'force_close'],
  grave: {
    cancel: null,
    force_close: text('未到货的数量不再算作在途。', 'What has not come is no longer counted as on the way.'),
  },
  approval: 'CG',
  imports: true,
})
export const {
  list: listPurchaseOrders,
  count: countPurchaseOrders,
  totals: totalPurchaseOrders,
  export: exportPurchaseOrders,
  detail: showPurchaseOrder,
  add: addPurchaseOrder,
  alter: alterPurchaseOrder,
  submit: submitPurchaseOrders,
  cancel: cancelPurchaseOrders,
  force_close: forceClosePurchaseOrders,
  drop: dropPurchaseOrders,
} = purchaseOrders.calls
export type PurchaseOrderRow = DocumentRow<typeof purchaseOrders>
export type PurchaseOrderLineRow = DocumentLineRow<typeof purchaseOrders>
export type PurchaseOrderInput = DocumentInput<typeof purchaseOrders>
export type PurchaseLineInput = DocumentLineInput<typeof purchaseOrders>

// Handled in `areas/manufacturing/server/plan/holding.handlers.ts`.
/** Ours: which orders each line was bought for and which have it; handled where work orders are. */
export const showPurchaseUses = query(`${base}query_purchase_order_use`, {
  title: text('采购订单的用途', 'What a purchase order is for'),
  grantedBy: editors,
  input: z.strictObject({ id }),
  output: supplyUses,
})

// countArrivals, listArrivals: handled in `areas/warehouse/server/stock.handlers.ts`.
/** An arrival is an open purchase order line; both calls that touch stock or work orders are handled by warehouse. */
export const listArrivals = query(`${base}query_arrival_plan_list`, {
  title: text('到货计划', 'Arrival plan'),
  grantedBy: [pages.arrivalPlan, pages.inbound],
  input: listInput({
    supplier_id: id.optional(),
    material_id: id.optional(),
    purchase_order_id: id.optional(),
    ids: ids().optional(),
    overdue: z.boolean().optional(),
    /** true: only lines that are wished for earlier. */
    expedited: z.boolean().optional(),
    /** true: something of it is on no arrival yet. */
    unannounced: z.boolean().optional(),
    /** true: only lines that some work order waits for. */
    awaited: z.boolean().optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(arrivalRow),
  records: [arrival],
})
export const countArrivals = query(`${base}query_arrival_plan_list/count`, {
  title: text('到货数量', 'Arrival counts'),
  grantedBy: [pages.arrivalPlan],
  input: z.strictObject({}),
  output: z.object({ open: z.int(), overdue: z.int(), awaited: z.int(), next_7_days: z.int() }),
})
export const alterArrivals = command(`${base}alter_arrival_plan`, {
  title: text('调整到货日期', 'Change ETA'),
  grantedBy: [pages.arrivalPlan],
  input: z.strictObject({
    purchase_order_id: id,
    /** Of the order as it was seen: refused (5023) when it was altered since. */
    row_version: rowVersion.optional(),
    arrivals: z
      .array(z.strictObject({ id, eta: instant }))
      .min(1)
      .max(500),
  }),
  output: affected,
  records: [arrival],
})
/** Job that `alter_arrival_plan` asks for: whoever plans material follows (manufacturing). */
export const arrivalsMoved = 'arrivals_moved'
export interface MovedArrivals {
  readonly line_ids: readonly string[]
}
// Handled in `areas/warehouse/server/fulfilment.handlers.ts`.
export const receiveArrivals = command(`${base}receive_arrival`, {
  title: text('到货入库', 'Receive arrivals'),
  grantedBy: [pages.arrivalPlan, pages.inbound, pages.scanWork],
  input: z.strictObject({
    arrival_ids: ids(500),
    /** Empty: everything that is open goes to the default bins of its materials. */
    lines: z
      .array(
        z.strictObject({
          arrival_id: id,
          quantity: positiveQuantity as z.ZodType<Quantity, string | number>,
          location_id: id.nullish(),
          lot_number: plainString(50).nullish(),
          ...lotBirthInput,
          serial_numbers: serialNumbers,
          quality_status: z.union([z.literal(0), z.literal(1)]).default(0),
          /** What the page showed as open of the line: refused (5023) when it is not so any more. */
          open_quantity: quantityFromZero.optional(),
        }),
      )
      .min(1)
      .max(2000)
      .optional(),
    /** The arrival document that it came with: filled before others that announce the same. */
    came_with: id.nullish(),
    remark: plainString(255).nullish(),
  }),
  output: z.object({ receipt_id: id, no: z.string() }),
  records: [arrival],
})
