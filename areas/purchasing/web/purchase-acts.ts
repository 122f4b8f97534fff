import type { DocumentActs } from '@qitao/document-kit/web'
import { purchaseStatus } from '../model/purchase.status.ts'
import { countArrivals, listArrivals, type purchaseOrders } from '../model/purchase-order.calls.ts'
import { mailPurchaseOrder, printPurchaseOrders, purchaseMail } from '../model/purchase-order-paper.calls.ts'
import { listPurchaseRequests } from '../model/purchase-request.calls.ts'

export const purchaseActs: DocumentActs<typeof purchaseOrders> = {
  print: printPurchaseOrders,
  refreshes: [listPurchaseRequests, listArrivals, countArrivals],
  mail: {
    call: mailPurchaseOrder,
    record: purchaseMail,
    whyNot: ({ status }) => purchaseStatus.whyNot('receive', status),
    begins: ({ supplier_email }) => ({ to: supplier_email, asks: true, expire_days: 7, shows_prices: false }),
  },
}
