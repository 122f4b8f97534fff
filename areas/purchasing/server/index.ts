import { generalErrors } from '@qitao/core/general.errors.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { unitPriceExchange } from '../model/price/unit-price.calls.ts'
import { purchaseOrders } from '../model/purchase-order.calls.ts'
import { purchaseRequests } from '../model/purchase-request.calls.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'
import { purchasingKnown } from '../model/purchasing.known.ts'
import { supplierAnswerHandlers } from './answer/supplier-answer.handlers.ts'
import { arrivalHandlers } from './arrival/arrival.handlers.ts'
import { comingHandlers } from './coming/coming.handlers.ts'
import { supplierDelayHandlers, supplierDelaysClock, supplierDelaysJob } from './delay/supplier-delays.ts'
import { expediteHandlers } from './line/expedite.handlers.ts'
import { unitPriceHandlers } from './price/unit-price.handlers.ts'
import { orderBooks } from './purchase-order.books.ts'
import { purchaseOrderHandlers } from './purchase-order.handlers.ts'
import { purchaseMail, purchasePaper } from './purchase-order-paper.ts'
import { requestBooks } from './purchase-request.books.ts'
import { orderRequests, purchaseRequestHandlers } from './purchase-request.handlers.ts'

export { expectArrivalsHeld, lockArrivalsOf, recordArrived, takeBackArrived } from './arrival/arrival.books.ts'
export { earliestArrivals } from './delay/earliest-arrivals.ts'
export { supplierDelaysClock } from './delay/supplier-delays.ts'
export { type SplitLine, splitOrderLine } from './line/split-line.ts'
export { wishedDate } from './line/wishes.ts'
export { enterPastPurchases } from './past-purchases.ts'
export {
  cancelOrders,
  expectLineCancellable,
  expectMovable,
  expectOpen,
  moveLines,
  moveRequests,
  type OrderedLine,
  orderedLines,
  reduceRequests,
} from './planned-changes.ts'
export { unitPriceApproval } from './price/unit-price.handlers.ts'
export { type LastPrice, lastLine, lastPaid, lastPrices, paidBefore } from './purchase.queries.ts'
export { purchaseOrderApproval } from './purchase-order.books.ts'
export type { LockedRequest } from './purchase-request.books.ts'
export { correctReceived, purchasingReconciliations } from './reconciliation.ts'
export {
  askedOfLine,
  correctArrivals,
  insertPurchaseRequests,
  linesInTransit,
  linesOnSeveralDays,
  lockPurchaseOrdersOf,
  type NewRequest,
  type OpenLine,
  openPurchaseLines,
  overReceipt,
  overReceiptOf,
  type PendingPurchase,
  pendingFor,
  pendingOf,
  pendingPurchases,
  recordReceipt,
  recordSentBack,
  takeBackReceipt,
} from './supply.ts'

export { orderRequests }
/** Locked in the order of their ids. */
export const requestsForUpdate = requestBooks.lock

export const purchasingArea: Area = {
  name: 'purchasing',
  known: purchasingKnown,
  handlers: [
    ...purchaseRequestHandlers,
    ...purchaseOrderHandlers,
    ...supplierAnswerHandlers,
    ...expediteHandlers,
    ...comingHandlers,
    ...arrivalHandlers,
    ...unitPriceHandlers,
    ...supplierDelayHandlers,
    purchasePaper.print,
    purchaseMail.handler,
  ],
  jobs: [purchaseMail.job, supplierDelaysJob, supplierDelaysClock],
  exchanges: {
    list: [purchaseOrders.exchange!, purchaseRequests.exchange!, unitPriceExchange],
    addMany: {
      purchase_order: (orders, context) => orderBooks.add(context, orders),
      purchase_request: (requests, context) => requestBooks.add(context, requests),
    },
  },
  constraints: {
    arrival_org_id_no_key: generalErrors.duplicateCode,
    purchase_order_org_id_no_key: purchasingErrors.orderExists,
    unit_price_once: masterdataErrors.priceExists,
  },
}
