import type { DocumentActs } from '@qitao/document-kit/web'
import type { salesOrders } from '../model/sales-order.calls.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { mailSalesOrder, printSalesOrders, salesMail } from '../model/sales-order-paper.calls.ts'

export const salesActs: DocumentActs<typeof salesOrders> = {
  print: printSalesOrders,
  mail: {
    call: mailSalesOrder,
    record: salesMail,
    whyNot: ({ status }) => salesOrderStatus.whyNot('mail', status),
    begins: ({ customer_email }) => ({ to: customer_email, asks: true, expire_days: 7, shows_prices: false }),
  },
}
