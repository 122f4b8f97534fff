import { customFieldsFor } from '@qitao/access/server'
import { codeField } from '@qitao/core/field.ts'
import { firstProductFields, productFields, productInstead } from '@qitao/masterdata/model/product.fields.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { exportHandler, type LineRow } from '@qitao/platform/server/excel/export.ts'
import { exportPurchaseOrders, listPurchaseOrders } from '../model/purchase-order.calls.ts'
import { purchaseOrder } from '../model/purchase-order.record.ts'
import { exportPurchaseRequests, listPurchaseRequests } from '../model/purchase-request.calls.ts'
import { purchaseRequest } from '../model/purchase-request.record.ts'
import { purchaseOrderExchange, purchaseRequestExchange } from '../model/purchasing.exchange.ts'
import { linesOf } from './purchase.queries.ts'
import { purchaseOrderHandlers } from './purchase-order.handlers.ts'
import { purchaseRequestHandlers } from './purchase-request.handlers.ts'

const lines = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<LineRow[]> =>
  (await linesOf(tx, org_id, ids)).map(
    ({ order_id, material_code, material_name, demand_quantity, quantity, price, eta, remark }) => ({
      ...{ document_id: order_id, material_code, material_name, demand_quantity, quantity, price },
      ...{ line_eta: eta, line_remark: remark },
    }),
  )

export const exportHandlers = [
  exportHandler(
    exportPurchaseOrders,
    purchaseOrderHandlers.find(({ call }) => call === listPurchaseOrders),
    {
      title: purchaseOrder.title,
      fields: { ...purchaseOrder.fields, ...firstProductFields },
      instead: { first_material_name: Object.keys(firstProductFields) },
    },
    { imports: purchaseOrderExchange, lines, custom: customFieldsFor('purchase_order') },
  ),
  exportHandler(
    exportPurchaseRequests,
    purchaseRequestHandlers.find(({ call }) => call === listPurchaseRequests),
    {
      title: purchaseRequest.title,
      fields: {
        ...purchaseRequest.fields,
        ...productFields,
        purchase_order_no: codeField('采购订单', 'Purchase order'),
      },
      instead: productInstead,
    },
    { imports: purchaseRequestExchange },
  ),
]
