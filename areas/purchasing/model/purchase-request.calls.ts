import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { purchaseRequestStatus } from './purchase.status.ts'
import { purchaseOrderLine } from './purchase-order.record.ts'
import { purchaseRequest, purchaseRequestRow } from './purchase-request.record.ts'

const base = '/mep_server/biz/purchase/'
const records = [purchaseRequest]
const pagesOfRequests = [pages.purchase, pages.editPurchase]
const filters = {
  material_id: id.optional(),
  supplier_id: id.optional(),
  sources: z.array(z.string()).max(5).optional(),
  /** Of the required date. */
  timestamp_range: timestampRange.optional(),
}

export const listPurchaseRequests = query(`${base}query_purchase_request_list`, {
  title: text('采购申请列表', 'Purchase request list'),
  grantedBy: pagesOfRequests,
  input: listInput({
    ...filters,
    status: codeOf(purchaseRequestStatus).optional(),
    statuses: z.array(z.int()).max(5).optional(),
    ids: ids().optional(),
  }),
  output: listOutput(purchaseRequestRow),
  records,
})
export const exportPurchaseRequests = exportOf(listPurchaseRequests, `${base}export_purchase_request`, {
  title: text('导出采购申请', 'Export purchase requests'),
  grantedBy: [pages.purchase],
})
export const countPurchaseRequests = query(`${base}query_purchase_request_list/count`, {
  title: text('采购申请数量', 'Purchase request counts'),
  grantedBy: pagesOfRequests,
  input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
  output: z.object({ open: z.int(), ordered: z.int() }),
})

interface RequestGiven {
  material_id: string
  demand_quantity: string | number
  quantity?: string | number | null
  required_date?: number | null
  supplier_id?: string | null
  mo_ids?: string[]
  remark?: string | null
}
export interface PurchaseRequestInput {
  material_id: string
  demand_quantity: Quantity
  quantity: Quantity | null
  required_date: number | null
  supplier_id: string | null
  mo_ids: string[]
  remark: string | null
}
export const addPurchaseRequest = command(`${base}add_purchase_request`, {
  title: text('新增采购申请', 'Add purchase request'),
  grantedBy: [pages.purchase],
  input: purchaseRequest.input as unknown as z.ZodType<PurchaseRequestInput, RequestGiven>,
  output: z.object({ id, no: z.string() }),
  records,
})
export const alterPurchaseRequest = command(`${base}alter_purchase_request`, {
  title: text('修改采购申请', 'Alter purchase request'),
  grantedBy: [pages.purchase],
  input: purchaseRequest.input.extend(idAndVersion) as unknown as z.ZodType<
    PurchaseRequestInput & { id: string; row_version: number },
    RequestGiven & { id: string; row_version: number }
  >,
  output: affected,
  records,
})
export const dropPurchaseRequests = command(`${base}bulk_drop_purchase_request`, {
  title: text('删除采购申请', 'Delete purchase requests'),
  grantedBy: [pages.purchase],
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
})

/** One order per supplier; lines of one material, price and date become one line. */
export interface ConversionLine {
  request_id: string
  /** Absent: the supplier that stands in the request. */
  supplier_id?: string | null
  /** Absent: the quantity that stands in the request. */
  quantity?: Quantity | null
  /** Absent: the price that stands in the material. */
  price?: Quantity | null
  /** Absent: today and the material's lead time. */
  eta?: number | null
}
const conversionLine = z.strictObject({
  request_id: id,
  supplier_id: id.nullish(),
  quantity: positiveQuantity.nullish(),
  price: purchaseOrderLine.fields.price.schema.optional(),
  eta: instant.nullish(),
}) as unknown as z.ZodType<
  ConversionLine,
  Omit<ConversionLine, 'quantity' | 'price'> & { quantity?: string | number | null; price?: string | number | null }
>
export const requestsToPurchaseOrders = command(`${base}request_to_purchase_order`, {
  title: text('采购申请转采购订单', 'Purchase requests to orders'),
  grantedBy: pagesOfRequests,
  input: z.strictObject({ lines: z.array(conversionLine).min(1).max(2000) }),
  output: z.object({ purchase_order_ids: z.array(id), nos: z.array(z.string()) }),
  records: [purchaseOrderLine, purchaseRequest],
})
