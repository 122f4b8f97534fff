import { command, query } from '@qitao/core/call.ts'
import { id, ids, instant, plainString, positiveQuantity } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import {
  approvalShown,
  binFilters,
  binShown,
  type DocumentInput,
  type DocumentLineInput,
  type DocumentLineRow,
  type DocumentRow,
  documentOf,
} from '@qitao/document-kit/model/document.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesErrors } from './sales.errors.ts'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'
import { salesOrderCounts, salesOrderStatus } from './sales-order.status.ts'

const base = '/mep_server/biz/order/'
const list = [pages.salesOrders]
const editors = [pages.salesOrders, pages.editSalesOrder]

export const salesOrders = documentOf({
  record: salesOrder,
  line: salesOrderLine,
  statuses: salesOrderStatus,
  prefix: base,
  noun: 'order',
  /** As the specification names them. */
  paths: {
    ...{ list: 'order_list', count: 'order_list/count', export: 'export', add: 'add', alter: 'update' },
    ...{ submit: 'bulk_submit', drop: 'delete', forget: 'drop_order_forever' },
  },
  reads: list,
  changes: editors,
  grants: {
    ...{ list: [...list, pages.recycleBin], detail: [...editors, pages.shipping, pages.recycleBin] },
    ...{ cancel: list, drop: list },
  },
  numberTaken: salesErrors.orderExists,
  notNow: generalErrors.statusNotAllowed,
  missing: salesErrors.orderMissing,
  noLines: salesErrors.noLines,
  counted: salesOrderCounts,
  named: ['customer_id'],
  shown: {
    ...approvalShown,
    ...binShown,
    /** An inquiry has a type that no order has. */
    order_type: z.string(),
    customer_email: z.string().nullable(),
    offset_flag: z.int(),
    main_product_num: z.string().nullable(),
    shipped_quantity: z.string(),
    /** Of what was shipped, and what it is credited with. */
    returned_quantity: z.string(),
    credit_amount: z.string(),
    produced_quantity: z.string(),
    /** On work orders. */
    planned_quantity: z.string(),
    /** Neither offset nor on work orders yet. */
    to_make_quantity: z.string(),
    /** The latest day that stands promised of its lines; null: nothing of it was promised. */
    promised_date: instant.nullable(),
    /** Lines with no price, or with zero. */
    unpriced_count: z.int(),
    /** When the plan now in force finishes the order; null as long as something of it is not planned. */
    planned_finish_time: instant.nullable(),
  },
  lineShown: {
    order_id: id,
    /** May come back: shipped, and on no return. */
    returnable_quantity: z.string(),
  },
  filtered: ['customer_id'],
  filters: { ...binFilters, order_types: z.array(z.string()).max(10).optional(), part_shipped: z.boolean().optional() },
  sorted: ['priority'],
  dates: ['order_date', 'delivery_date', 'deleted_time'],
  /** The order that it was copied from, by its number. */
  givenNew: { type: z.enum(['add', 'copy']).default('add'), copyNo: plainString(50).optional() },
  bulk: ['submit', 'cancel'],
  approval: 'SO',
  // How much of a line stock covers is decided when it is made or shipped.
  followed: ['offset_quantity'],
  imports: ['no', 'customer_order_no'],
  bin: pages.recycleBin,
})
export const {
  list: listSalesOrders,
  count: countSalesOrders,
  totals: totalSalesOrders,
  export: exportSalesOrders,
  detail: showSalesOrder,
  add: addSalesOrder,
  alter: updateSalesOrder,
  submit: submitSalesOrders,
  cancel: cancelSalesOrders,
  drop: deleteSalesOrders,
  restore: restoreSalesOrders,
  forget: dropSalesOrders,
} = salesOrders.calls
export type SalesOrderRow = DocumentRow<typeof salesOrders>
export type SalesOrderLineRow = DocumentLineRow<typeof salesOrders>
export type SalesOrderInput = DocumentInput<typeof salesOrders>
/** One that is there, as it is to be. */
export type SalesOrderChange = Omit<SalesOrderInput, 'type' | 'copyNo'>
export type SalesOrderLineInput = DocumentLineInput<typeof salesOrders>

export const listOrderLines = query(`${base}order_sub`, {
  title: text('订单明细', 'Order lines'),
  grantedBy: [...editors, pages.shipping],
  input: z.strictObject({ order_id: id, no: plainString(50).optional() }),
  output: z.object({ result: z.array(salesOrders.lineRow) }),
  records: [salesOrder, salesOrderLine],
})
/** Lines, and work orders, of one press at most; more is told and nothing is cut. */
export const mostToMake = 2000

/** Handled in `areas/manufacturing/server/mo/mo.handlers.ts`, which makes the orders. */
export const salesLinesToMo = command(`${base}so_to_mo`, {
  title: text('销售订单转工单', 'Sales orders to MOs'),
  grantedBy: [pages.salesOrders, pages.manufacturingOrders],
  input: z.strictObject({
    order_ids: ids(500),
    line_ids: z.array(id).max(mostToMake).optional(),
    /** How much each line's work orders make and by when, as was looked at before; absent: one a line, of all that is open. */
    mos: z
      .array(z.strictObject({ line_id: id, planned_quantity: positiveQuantity, delivery_date: instant }))
      .max(mostToMake)
      .optional(),
    /** What of a line free stock covers: it is not made. */
    offsets: z
      .array(z.strictObject({ line_id: id, quantity: positiveQuantity }))
      .max(mostToMake)
      .optional(),
    /** Products that are made by another released BoM than the default one. */
    versions: z
      .array(z.strictObject({ material_id: id, material_bom_id: id }))
      .max(500)
      .optional(),
    /** Of what was looked at: lines, days or ways to make that are others by now refuse all (5023); stock that has gone meanwhile is told with its row. */
    digest: plainString(64).optional(),
  }),
  output: z.object({ mo_ids: z.array(id), mo_nos: z.array(z.string()) }),
})
/** What `so_to_mo` has to be told: lines with what is open, their products with free stock and the ways to make them. */
export const previewLinesToMo = query(`${base}preview_so_to_mo`, {
  title: text('转工单预览', 'Preview of MOs'),
  grantedBy: [pages.salesOrders, pages.manufacturingOrders],
  input: z.strictObject({ order_ids: ids(500), line_ids: z.array(id).max(mostToMake).optional() }),
  output: z.object({
    lines: z.array(
      z.object({
        line_id: id,
        order_no: z.string(),
        line_no: z.int(),
        material_id: id,
        to_make_quantity: z.string(),
        due_date: instant,
      }),
    ),
    products: z.array(
      z.object({
        material_id: id,
        material_code: z.string(),
        material_name: z.string(),
        unit_name: z.string(),
        unit_precision: z.int(),
        /** In stock, neither taken, nor held by a promise, nor set aside for other orders. */
        free_quantity: z.string(),
        versions: z.array(z.object({ id, version: z.string(), is_default: z.boolean() })),
        /** How it is made, by the default BoM; null: it has none. */
        manufacturing_bom: z.string().nullable(),
        routing: z.string().nullable(),
      }),
    ),
    /** Of lines and ways to make. */
    digest: z.string(),
  }),
  records: [salesOrder, salesOrderLine],
})
export type LineToMakeRow = z.output<typeof previewLinesToMo.output>['lines'][number]
export type ProductToMakeRow = z.output<typeof previewLinesToMo.output>['products'][number]

/** Handled by manufacturing, which knows what is held: what of these products lies in stock and is nobody's but the order's, if one is named. */
export const queryFreeProducts = query(`${base}query_free_products`, {
  title: text('可用库存', 'Free stock of products'),
  grantedBy: [...editors, pages.orderPromise],
  input: z.strictObject({ material_ids: z.array(id).min(1).max(500), order_id: id.optional() }),
  output: z.object({ result: z.array(z.object({ material_id: id, free_quantity: z.string() })) }),
})
