import { documentHandlers } from '@qitao/document-kit/server'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listOrderLines, salesOrders } from '../model/sales-order.calls.ts'
import { returnPaper } from './return/sales-return-paper.ts'
import { orderBooks, orderTable } from './sales-order.books.ts'
import { salesOrderMail, salesPaper } from './sales-order-paper.ts'

export const salesOrderHandlers: Handler[] = [
  ...documentHandlers(salesOrders, orderTable, orderBooks),
  returnPaper.print,
  salesPaper.print,
  salesOrderMail.handler,

  handle(listOrderLines, async ({ order_id }, context) => {
    const { id } = await orderBooks.one(context, { id: order_id })
    return { result: await orderBooks.linesOf(context.tx, context.org_id, [id]) }
  }),
]
