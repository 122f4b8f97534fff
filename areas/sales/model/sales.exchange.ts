import { documentLines, exchange, titled } from '@qitao/core/exchange.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { salesErrors } from './sales.errors.ts'
import { addSalesOrder } from './sales-order.calls.ts'
import { salesOrder, salesOrderLine } from './sales-order.record.ts'

const line = salesOrderLine.fields
const head = [
  'no',
  'order_type',
  'customer_id',
  'customer_order_no',
  'order_date',
  'delivery_date',
  'priority',
  'currency',
  'tax_rate',
  'remark',
]

/** Orders to be submitted: rows with one order number, or one number of the customer, are the lines of one order. */
export const salesOrderExchange = exchange({
  type: 'sales_order',
  record: salesOrder,
  pages: [pages.salesOrders, pages.editSalesOrder],
  more: {
    material_id: line.material_id,
    quantity: line.quantity,
    price: line.price,
    line_delivery_date: line.delivery_date,
    offset_quantity: line.offset_quantity,
    line_remark: titled(line.remark, text('行备注', 'Line remark')),
  },
  shows: [salesOrderLine],
  rows: {
    kind: 'document',
    key: ['no', 'customer_order_no'],
    call: addSalesOrder,
    number: { field: 'no', table: 'sales_order', error: salesErrors.orderExists },
    ...documentLines(head, {
      material_id: 'material_id',
      quantity: 'quantity',
      price: 'price',
      delivery_date: 'line_delivery_date',
      offset_quantity: 'offset_quantity',
      remark: 'line_remark',
    }),
  },
})

export const exchanges = [salesOrderExchange]
