import { codeField, dayField, instantField, optional, readOnly, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'

const { quantity, price, amount, material_id } = salesOrderLine.fields

/** What was sold of a product before: one line of one order. */
export const salesHistory = record('sales_history', text('历史订单', 'Earlier orders'), {
  order_no: readOnly(codeField('订单号', 'Order no.')),
  customer_id: readOnly(salesOrder.fields.customer_id),
  customer_name: readOnly(optional(textField('客户名称', 'Customer name'))),
  material_id: readOnly(material_id),
  quantity: readOnly(quantity),
  unit_name: readOnly(textField('单位', 'Unit')),
  price: readOnly(price),
  amount,
  currency: readOnly(salesOrder.fields.currency),
  order_date: readOnly(dayField('下单日期', 'Order date')),
  delivered_time: readOnly(optional(instantField('发货时间', 'Delivered'))),
})
export type SalesHistoryRow = RowOf<typeof salesHistory>
