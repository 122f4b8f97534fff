import { type AttachmentIds, attachmentIds } from '@qitao/access/model/record/attachment.calls.ts'
import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { type CustomValues, customFilter } from '@qitao/core/custom.ts'
import { id, ids, instant, plainString, positiveQuantity, quantityFromZero } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import {
  arrival,
  arrivalRow,
  type PurchaseLineInput,
  purchaseLineInput,
  purchaseOrder,
  purchaseOrderLine,
  purchaseOrderLineRow,
  purchaseOrderRow,
} from './purchase-order.record.ts'
import { supplyUses } from './supply-use.ts'

const base = '/mep_server/biz/purchase/'
const records = [purchaseOrder, purchaseOrderLine]
const editors = [pages.purchase, pages.editPurchase, pages.arrivalPlan]
const filters = {
  supplier_id: id.optional(),
  material_id: id.optional(),
  overdue: z.boolean().optional(),
  custom: customFilter,
  timestamp_range: timestampRange.optional(),
  date_field: z.enum(['eta', 'order_date']).default('eta'),
}

export const listPurchaseOrders = query(`${base}query_purchase_order_list`, {
  title: text('采购订单列表', 'Purchase order list'),
  grantedBy: [...editors, pages.inbound],
  input: listInput({ ...filters, statuses: z.array(z.string()).max(10).optional() }),
  output: listOutput(purchaseOrderRow),
  records,
})
export const exportPurchaseOrders = exportOf(listPurchaseOrders, `${base}export_purchase_order`, {
  title: text('导出采购订单', 'Export purchase orders'),
  grantedBy: editors,
})
export const countPurchaseOrders = query(`${base}query_purchase_order_list/count`, {
  title: text('采购订单数量', 'Purchase order counts'),
  grantedBy: editors,
  input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
  output: z.object({
    pending_submit: z.int(),
    pending_inbound: z.int(),
    partially_inbound: z.int(),
    completed: z.int(),
    force_closed: z.int(),
    cancelled: z.int(),
  }),
})
export const showPurchaseOrder = query(`${base}query_purchase_order_detail`, {
  title: text('采购订单详情', 'Purchase order detail'),
  grantedBy: editors,
  input: z.strictObject({ id }),
  output: z.object({ record: purchaseOrderRow, lines: z.array(purchaseOrderLineRow) }),
  records,
})

/** Ours: which orders each line was bought for and which have it; handled where work orders are. */
export const showPurchaseUses = query(`${base}query_purchase_order_use`, {
  title: text('采购订单的用途', 'What a purchase order is for'),
  grantedBy: editors,
  input: z.strictObject({ id }),
  output: supplyUses,
})

interface OrderFields<L> {
  no?: string | null
  supplier_id?: string | null
  order_date: number
  eta?: number | null
  currency?: string | null
  tax_rate?: string | null
  remark?: string | null
  custom?: CustomValues | undefined
  lines: L[]
}
type LineGiven = z.input<typeof purchaseLineInput>
export type PurchaseOrderInput = Required<Omit<OrderFields<PurchaseLineInput>, 'custom'>> & {
  custom?: CustomValues | undefined
}
export const addPurchaseOrder = command(`${base}add_purchase_order`, {
  title: text('新增采购订单', 'Add purchase order'),
  grantedBy: editors,
  input: purchaseOrder.input.extend({
    lines: z.array(purchaseLineInput).min(1).max(500),
    submit: z.boolean().default(false),
    attachment_ids: attachmentIds,
  }) as unknown as z.ZodType<
    PurchaseOrderInput & AttachmentIds & { submit: boolean },
    OrderFields<LineGiven> & AttachmentIds & { submit?: boolean }
  >,
  output: z.object({ id, no: z.string() }),
  records,
})
export const alterPurchaseOrder = command(`${base}alter_purchase_order`, {
  title: text('修改采购订单', 'Alter purchase order'),
  grantedBy: editors,
  input: purchaseOrder.input.extend({
    ...idAndVersion,
    lines: z.array(purchaseLineInput).min(1).max(500),
  }) as unknown as z.ZodType<
    PurchaseOrderInput & { id: string; row_version: number },
    OrderFields<LineGiven> & { id: string; row_version: number }
  >,
  output: affected,
  records,
})
const bulk = z.strictObject({ ids: ids() })
const withReason = z.strictObject({ ids: ids(), reason: plainString(255).optional() })
export const submitPurchaseOrders = command(`${base}submit_purchase_order`, {
  title: text('提交采购订单', 'Submit purchase orders'),
  grantedBy: editors,
  input: bulk,
  output: bulkOutput,
})
export const cancelPurchaseOrders = command(`${base}cancel_purchase_order`, {
  title: text('取消采购订单', 'Cancel purchase orders'),
  grantedBy: editors,
  input: withReason,
  output: bulkOutput,
})
export const forceClosePurchaseOrders = command(`${base}force_close_purchase_order`, {
  title: text('强制关闭采购订单', 'Force close purchase orders'),
  grantedBy: editors,
  input: withReason,
  output: bulkOutput,
})
export const dropPurchaseOrders = command(`${base}bulk_drop_purchase_order`, {
  title: text('删除采购订单', 'Delete purchase orders'),
  grantedBy: editors,
  input: bulk,
  output: bulkOutput,
})

/** An arrival is an open purchase order line; both calls that touch stock or work orders are handled by warehouse. */
export const listArrivals = query(`${base}query_arrival_plan_list`, {
  title: text('到货计划', 'Arrival plan'),
  grantedBy: [pages.arrivalPlan, pages.inbound],
  input: listInput({
    supplier_id: id.optional(),
    material_id: id.optional(),
    purchase_order_id: id.optional(),
    overdue: z.boolean().optional(),
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
    arrivals: z
      .array(z.strictObject({ id, eta: instant }))
      .min(1)
      .max(500),
  }),
  output: affected,
  records: [arrival],
})
export const receiveArrivals = command(`${base}receive_arrival`, {
  title: text('到货入库', 'Receive arrivals'),
  grantedBy: [pages.arrivalPlan, pages.inbound],
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
          quality_status: z.union([z.literal(0), z.literal(1)]).default(0),
          /** What the page showed as open of the line: refused (5023) when it is not so any more. */
          open_quantity: quantityFromZero.optional(),
        }),
      )
      .min(1)
      .max(2000)
      .optional(),
    remark: plainString(255).nullish(),
  }),
  output: z.object({ receipt_id: id, no: z.string() }),
  records: [arrival],
})
