import { command, type Parsed } from '@qitao/core/call.ts'
import { id, ids, instant, positiveQuantity } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { type DocumentRow, singleOf } from '@qitao/document-kit/model/document.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { purchaseRequestStatus } from './purchase.status.ts'
import { purchaseOrderLine } from './purchase-order.record.ts'
import { purchaseRequest } from './purchase-request.record.ts'
import { purchasingErrors } from './purchasing.errors.ts'

const base = '/mep_server/biz/purchase/'
const pagesOfRequests = [pages.purchase, pages.editPurchase]

export const purchaseRequests = singleOf({
  record: purchaseRequest,
  statuses: purchaseRequestStatus,
  prefix: base,
  noun: 'purchase_request',
  reads: pagesOfRequests,
  changes: [pages.purchase],
  notNow: purchasingErrors.requestConverted,
  named: ['supplier_id'],
  shown: {
    ...productShown,
    quantity: z.string(),
    purchase_order_no: z.string().nullable(),
    /** Of the material, for the advice on quantity, price and date. */
    minimum_lot: z.string(),
    packaging_size: z.string(),
    purchase_price: z.string().nullable(),
    supply_lead_time: z.int(),
  },
  filtered: ['supplier_id', 'status'],
  filters: { sources: z.array(z.string()).max(5).optional(), ids: ids().optional() },
  sorted: ['material_id', 'latest_order_date'],
  dates: ['required_date'],
  bulk: [],
  imports: true,
})
export const {
  list: listPurchaseRequests,
  count: countPurchaseRequests,
  export: exportPurchaseRequests,
  add: addPurchaseRequest,
  alter: alterPurchaseRequest,
  drop: dropPurchaseRequests,
} = purchaseRequests.calls
export type PurchaseRequestRow = DocumentRow<typeof purchaseRequests>
export type PurchaseRequestInput = Parsed<typeof addPurchaseRequest>

/** Ours: several requests that are written together; all of them or none. */
export const addPurchaseRequests = command(`${base}add_purchase_requests`, {
  title: text('新建多条采购申请', 'Add purchase requests'),
  grantedBy: [pages.purchase],
  input: z.strictObject({ lines: z.array(purchaseRequest.input).min(1).max(500) }),
  output: z.object({ ids: z.array(id), nos: z.array(z.string()) }),
  records: [purchaseRequest],
})

/** One order per supplier; lines of one material, price and date become one line. */
const conversionLine = z.strictObject({
  request_id: id,
  /** Absent: the supplier that stands in the request. */
  supplier_id: id.nullish(),
  /** Absent: the quantity that stands in the request. */
  quantity: positiveQuantity.nullish(),
  /** Absent: what is agreed with the supplier, else the price that stands in the material. */
  price: purchaseOrderLine.fields.price.schema.optional(),
  /** Absent: today and the lead time of the supplier's price, else of the material. */
  eta: instant.nullish(),
})
export type ConversionLine = z.output<typeof conversionLine>
export const requestsToPurchaseOrders = command(`${base}request_to_purchase_order`, {
  title: text('采购申请转采购订单', 'Purchase requests to orders'),
  grantedBy: pagesOfRequests,
  input: z.strictObject({ lines: z.array(conversionLine).min(1).max(2000) }),
  output: z.object({ purchase_order_ids: z.array(id), nos: z.array(z.string()) }),
  records: [purchaseOrderLine, purchaseRequest],
})
