import { customFieldsFor } from '@qitao/access/server'
import { instantField, quantityFromZeroField } from '@qitao/core/field.ts'
import { firstProductFields, productFields } from '@qitao/masterdata/model/product.fields.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { exportHandler, type LineRow } from '@qitao/platform/server/excel/export.ts'
import { salesOrderExchange } from '../model/sales.exchange.ts'
import { exportSalesOrders, listSalesOrders } from '../model/sales-order.calls.ts'
import { salesOrder } from '../model/sales-order.record.ts'
import { salesOrderHandlers } from './sales-order.handlers.ts'
import { linesOf } from './sales-order.queries.ts'

const list = salesOrderHandlers.find(({ call }) => call === listSalesOrders)
const fields = {
  ...salesOrder.fields,
  ...firstProductFields,
  ...productFields,
  shipped_quantity: quantityFromZeroField('已发货', 'Shipped'),
  produced_quantity: quantityFromZeroField('已生产', 'Produced'),
  planned_finish_time: instantField('计划完成', 'Planned finish'),
}
const lines = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<LineRow[]> =>
  (await linesOf(tx, org_id, ids)).map(line => {
    const { material_code, material_name, quantity, price, offset_quantity, delivery_date, remark } = line
    const document_id = (line as unknown as { order_id: string }).order_id
    return {
      ...{ document_id, material_code, material_name, quantity, price, offset_quantity },
      ...{ line_delivery_date: delivery_date, line_remark: remark },
    }
  })

export const exportHandlers = [
  exportHandler(
    exportSalesOrders,
    list,
    { title: salesOrder.title, fields, instead: { products: Object.keys(firstProductFields) } },
    { imports: salesOrderExchange, lines, custom: customFieldsFor('sales_order') },
  ),
]
