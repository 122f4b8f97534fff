import type { Area } from '@qitao/platform/server/area.ts'
import { purchaseOrders } from '../model/purchase-order.calls.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { purchaseRequestExchange } from '../model/purchasing.exchange.ts'
import { addRequests } from './add-requests.ts'
import { exportHandlers } from './export.handlers.ts'
import { orderBooks } from './purchase-order.books.ts'
import { purchaseOrderHandlers } from './purchase-order.handlers.ts'
import { purchaseRequestHandlers } from './purchase-request.handlers.ts'

export {
  cancelOrders,
  expectLineCancellable,
  expectMovable,
  expectOpen,
  moveLines,
  moveRequests,
  type OrderedLine,
  orderedLines,
} from './planned-changes.ts'
export { type LockedRequest, requestsForUpdate } from './purchase.queries.ts'
export { purchaseOrderApproval } from './purchase-order.books.ts'
export { correctReceived, purchasingReconciliations } from './reconciliation.ts'
export {
  insertPurchaseRequests,
  lockPurchaseOrdersOf,
  type NewRequest,
  type OpenLine,
  openPurchaseLines,
  pendingPurchases,
  recordReceipt,
} from './supply.ts'

export const purchasingArea: Area = {
  name: 'purchasing',
  handlers: [...purchaseRequestHandlers, ...purchaseOrderHandlers, ...exportHandlers],
  exchanges: {
    list: [purchaseOrders.exchange!, purchaseRequestExchange],
    addMany: {
      purchase_order: (orders, context) => orderBooks.add(context, orders),
      purchase_request: (requests, context) => addRequests(context, requests),
    },
  },
  constraints: { purchase_order_org_id_no_key: purchasingErrors.orderExists },
}
