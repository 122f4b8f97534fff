import { knownShareLink, revokeShareLinks } from '@qitao/access/server'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { documentMail, documentPaper } from '@qitao/document-kit/server'
import { salesErrors } from '../model/sales.errors.ts'
import { salesOrders } from '../model/sales-order.calls.ts'
import { expectMailable } from '../model/sales-order.rules.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { mailSalesOrder, printSalesOrders } from '../model/sales-order-paper.calls.ts'
import { orderBooks } from './sales-order.books.ts'

const { init } = salesOrderStatus.codes
const quotation = text('报价单', 'Quotation')
const confirmation = text('订单确认', 'Order confirmation')

export const salesPaper = documentPaper(salesOrders, orderBooks, printSalesOrders, {
  valid: salesOrderStatus.from('mail'),
  titled: ({ status }) => (status === init ? quotation : confirmation),
  facts: [
    ...(['customer_id', 'customer_order_no', 'order_date', 'delivery_date'] as const),
    ...(['currency', 'tax_rate', 'total_amount', 'remark'] as const),
  ],
  columns: [
    { name: 'material_id', also: ['customer_drawing'] },
    ...(['quantity', 'unit_name', 'price', 'tax_rate', 'amount', 'delivery_date', 'remark'] as const),
  ],
  signatures: [text('销售', 'Sales'), text('审核', 'Approved by'), text('客户确认', 'Customer')],
})

export const salesOrderMail = documentMail(salesOrders, orderBooks, mailSalesOrder, {
  paper: salesPaper,
  expect: order => {
    if (order.deleted) refuse(salesErrors.orderMissing)
    expectMailable(order)
  },
  // The link is made where the mail is: its key stands nowhere else.
  async adds(tx, { id, asks, expire_days, shows_prices, origin }, { org_id, now }) {
    if (!asks) return { words: [] }
    const of = { object_type: 'order', object_id: id, editable: true, shows_prices }
    const { id: link_id, link } = await knownShareLink(tx, { now, origin }, { ...of, path: '/onlineEdit', expire_days })
    return {
      words: [
        text(
          `请打开以下链接确认订单，或提出希望的交期：\n${link.url}`,
          `Please confirm the order, or ask for other days:\n${link.url}`,
        ),
      ],
      unsent: own => revokeShareLinks(own, org_id, 'order', [link_id]),
    }
  },
})
