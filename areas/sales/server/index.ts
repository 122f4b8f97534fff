import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { salesPriceExchange } from '../model/price/sales-price.calls.ts'
import { salesErrors } from '../model/sales.errors.ts'
import { salesKnown } from '../model/sales.known.ts'
import { salesOrders } from '../model/sales-order.calls.ts'
import { salesPriceHandlers } from './price/sales-price.handlers.ts'
import { quotationHandlers, quotationMail } from './quotation/quotation.handlers.ts'
import { salesHousekeeping } from './sales.housekeeping.ts'
import { salesHistoryHandlers } from './sales-history.handlers.ts'
import { orderBooks } from './sales-order.books.ts'
import { type CancelledLines, salesOrderHandlers } from './sales-order.handlers.ts'
import { salesOrderMail } from './sales-order-paper.ts'
import { shareHandlers } from './share.handlers.ts'
import { usualPriceHandlers } from './usual-price.handlers.ts'

export {
  cancelStanding,
  expectLines,
  lockOrder,
  type StandingOrder,
  saveChange,
  standingOrder,
} from './change-order.ts'
export {
  correctDelivered,
  correctShipped,
  type LineForChange,
  type LineMaking,
  lockSalesOrdersOf,
  recordDelivery,
  recordMaking,
  seenLines,
  seenLinesForUpdate,
} from './follow-orders.ts'
export {
  type ConfirmedLine,
  confirmInquiryOrder,
  insertInquiryOrder,
  type NewInquiryOrder,
  newInquiryOrder,
} from './inquiry-orders.ts'
export { enterPastOrders } from './past-orders.ts'
export { salesPriceApproval } from './price/sales-price.handlers.ts'
export { quotationApproval } from './quotation/quotation.books.ts'
export { salesReconciliations } from './reconciliation.ts'
export { recordReturned, takeBackReturned } from './return/follow-returns.ts'
export { returnBooks, returnTable } from './return/sales-return.books.ts'
export { salesOrderApproval } from './sales-order.books.ts'
export { asSeenBy, expectOrdersSeen, maskedNo, numberSeen, readWhole } from './scope.ts'
export { coverFromStock, giveUpCover, lockOrdersOf, setAside } from './set-aside.ts'

/** What was promised of lines that are cancelled is known to a later area. */
export const salesArea = (cancelled: CancelledLines): Area => ({
  name: 'sales',
  known: salesKnown,
  handlers: [
    ...salesOrderHandlers(cancelled),
    ...salesHistoryHandlers,
    ...usualPriceHandlers,
    ...salesPriceHandlers,
    ...quotationHandlers,
    ...shareHandlers,
  ],
  jobs: [salesHousekeeping, salesOrderMail.job, quotationMail.job],
  exchanges: {
    list: [salesOrders.exchange!, salesPriceExchange],
    addMany: { sales_order: (orders, context) => orderBooks.add(context, orders) },
  },
  constraints: {
    sales_order_org_id_no_key: salesErrors.orderExists,
    quotation_org_id_no_key: salesErrors.quotationExists,
    sales_price_once: masterdataErrors.priceExists,
  },
})
