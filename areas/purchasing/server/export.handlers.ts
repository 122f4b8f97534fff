import { codeField } from '@qitao/core/field.ts'
import { productFields, productInstead } from '@qitao/masterdata/model/product.fields.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { exportPurchaseRequests, listPurchaseRequests } from '../model/purchase-request.calls.ts'
import { purchaseRequest } from '../model/purchase-request.record.ts'
import { purchaseRequestExchange } from '../model/purchasing.exchange.ts'
import { purchaseRequestHandlers } from './purchase-request.handlers.ts'

export const exportHandlers = [
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
