import { knownShareLink, revokeShareLinks } from '@qitao/access/server'
import { formatQuantity } from '@qitao/core/quantity.ts'
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
  parent: 'order_id',
  valid: salesOrderStatus.from('mail'),
  titled: ({ status }) => (status === init ? quotation : confirmation),
  content: (order, lines, { of, title, lineTitle, day }) => ({
    facts: [
      [title('customer_id'), order.customer_name ?? ''],
      [title('customer_order_no'), order.customer_order_no ?? ''],
      [title('order_date'), day(order.order_date)],
      [title('delivery_date'), day(order.delivery_date)],
      [title('currency'), order.currency ?? ''],
      [title('tax_rate'), order.tax_rate === null ? '' : `${formatQuantity(order.tax_rate)} %`],
      [title('total_amount'), order.total_amount === null ? '' : formatQuantity(order.total_amount)],
      [title('remark'), order.remark ?? ''],
    ],
    tables: [
      {
        title: of(salesOrders.line.title),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: lineTitle('material_id'), share: 5 },
          { title: lineTitle('quantity'), share: 1.8, end: true },
          { title: of(text('单位', 'Unit')), share: 1.2 },
          { title: lineTitle('price'), share: 1.6, end: true },
          { title: lineTitle('amount'), share: 1.8, end: true },
          { title: lineTitle('delivery_date'), share: 2 },
          { title: lineTitle('remark'), share: 2.4 },
        ],
        rows: lines.map(line => [
          String(line.line_no),
          [line.material_code, line.material_name, line.material_specs, line.customer_drawing]
            .filter(Boolean)
            .join(' '),
          ...[formatQuantity(line.quantity), line.unit_name],
          ...[line.price === null ? '' : formatQuantity(line.price)],
          ...[line.amount === null ? '' : formatQuantity(line.amount)],
          ...[day(line.delivery_date ?? order.delivery_date), line.remark ?? ''],
        ]),
      },
    ],
    signatures: [of(text('销售', 'Sales')), of(text('审核', 'Approved by')), of(text('客户确认', 'Customer'))],
  }),
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
