import { attachmentIds } from '@qitao/access/model/record/attachment.calls.ts'
import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import { type CustomValues, customFilter } from '@qitao/core/custom.ts'
import { id, ids, plainString } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { lineInput, salesOrder, salesOrderLine, salesOrderLineRow, salesOrderRow } from './sales-order.record.ts'
import { salesOrderCounts } from './sales-order.status.ts'

const records = [salesOrder, salesOrderLine]
const base = '/mep_server/biz/order/'
const editors = [pages.salesOrders, pages.editSalesOrder]
const orderFilters = {
  order_types: z.array(z.string()).max(10).optional(),
  customer_id: id.optional(),
  material_id: id.optional(),
  custom: customFilter,
  timestamp_range: timestampRange.optional(),
  date_field: z.enum(['order_date', 'delivery_date', 'deleted_time']).default('order_date'),
  /** Who put it into the recycle bin. */
  deleted_by: id.optional(),
}

export const listSalesOrders = query(`${base}order_list`, {
  title: text('销售订单列表', 'Sales order list'),
  grantedBy: [pages.salesOrders, pages.recycleBin],
  input: listInput({
    ...orderFilters,
    statuses: z.array(z.int()).max(20).optional(),
    deleted: z.boolean().default(false),
  }),
  output: listOutput(salesOrderRow),
  records,
})
export const exportSalesOrders = exportOf(listSalesOrders, `${base}export`, {
  title: text('导出销售订单', 'Export sales orders'),
  grantedBy: [pages.salesOrders],
})
export const countSalesOrders = query(`${base}order_list/count`, {
  title: text('销售订单数量', 'Sales order counts'),
  grantedBy: [pages.salesOrders],
  input: z.strictObject({ keyword: plainString(100).optional(), ...orderFilters }),
  output: z.object(
    Object.fromEntries(Object.keys(salesOrderCounts).map(key => [key, z.int()])) as Record<
      keyof typeof salesOrderCounts,
      z.ZodInt
    >,
  ),
  records,
})
export const showSalesOrder = query(`${base}query_order_detail`, {
  title: text('销售订单详情', 'Sales order detail'),
  grantedBy: [...editors, pages.shipping, pages.recycleBin],
  input: z.strictObject({ id: id.optional(), no: plainString(50).optional() }),
  output: z.object({ record: salesOrderRow, lines: z.array(salesOrderLineRow) }),
  records,
})
export const listOrderLines = query(`${base}order_sub`, {
  title: text('订单明细', 'Order lines'),
  grantedBy: [...editors, pages.shipping],
  input: z.strictObject({ order_id: id, no: plainString(50).optional() }),
  output: z.object({ result: z.array(salesOrderLineRow) }),
  records,
})
export const addSalesOrder = command(`${base}add`, {
  title: text('新增销售订单', 'Add sales order'),
  grantedBy: editors,
  input: salesOrder.input.extend({
    type: z.enum(['add', 'copy']).default('add'),
    copyNo: plainString(50).optional(),
    lines: z.array(lineInput).max(500),
    submit: z.boolean().default(false),
    attachment_ids: attachmentIds,
  }) as unknown as z.ZodType<NewOrder, unknown>,
  output: z.object({ id, no: z.string() }),
  records,
})
export const updateSalesOrder = command(`${base}update`, {
  title: text('修改销售订单', 'Update sales order'),
  grantedBy: editors,
  input: salesOrder.input.extend({ ...idAndVersion, lines: z.array(lineInput).max(500) }) as unknown as z.ZodType<
    ChangedOrder,
    unknown
  >,
  output: affected,
  records,
})
export const submitSalesOrders = command(`${base}bulk_submit`, {
  title: text('提交销售订单', 'Submit sales orders'),
  grantedBy: editors,
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
})
export const cancelSalesOrders = command(`${base}cancel_order`, {
  title: text('取消销售订单', 'Cancel sales orders'),
  grantedBy: [pages.salesOrders],
  input: z.strictObject({ ids: ids(), reason: plainString(255).optional() }),
  output: bulkOutput,
})
export const deleteSalesOrders = command(`${base}delete`, {
  title: text('删除销售订单', 'Delete sales orders'),
  grantedBy: [pages.salesOrders],
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
})
export const restoreSalesOrders = command(`${base}restore_order`, {
  title: text('恢复销售订单', 'Restore sales orders'),
  grantedBy: [pages.recycleBin],
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
})
export const dropSalesOrders = command(`${base}drop_order_forever`, {
  title: text('彻底删除销售订单', 'Delete sales orders for good'),
  grantedBy: [pages.recycleBin],
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
})
/** Handled by manufacturing, which makes the orders. */
export const salesLinesToMo = command(`${base}so_to_mo`, {
  title: text('销售订单转工单', 'Sales orders to MOs'),
  grantedBy: [pages.salesOrders, pages.manufacturingOrders],
  input: z.strictObject({ order_ids: ids(500), line_ids: z.array(id).max(2000).optional() }),
  output: z.object({ mo_ids: z.array(id), mo_nos: z.array(z.string()) }),
})

interface OrderFields {
  no: string | null
  order_type: '1' | '3' | '4'
  customer_id: string | null
  customer_order_no: string | null
  order_date: number
  delivery_date: number
  priority: number
  currency: string | null
  tax_rate: string | null
  remark: string | null
  custom: CustomValues | undefined
  lines: z.output<typeof lineInput>[]
}
export interface NewOrder extends OrderFields {
  type: 'add' | 'copy'
  copyNo?: string
  submit: boolean
  attachment_ids?: string[]
}
export interface ChangedOrder extends OrderFields {
  id: string
  row_version: number
}
