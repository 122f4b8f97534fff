import { revokeShareLinks } from '@qitao/access/server'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { documentMail, documentPaper } from '@qitao/document-kit/server'
import { purchaseStatus } from '../model/purchase.status.ts'
import { purchaseOrders } from '../model/purchase-order.calls.ts'
import { expectEditable } from '../model/purchase-order.rules.ts'
import { mailPurchaseOrder, printPurchaseOrders } from '../model/purchase-order-paper.calls.ts'
import { addConfirmLink, object_type, withdrawConfirmLinksBefore } from './answer/confirm-links.ts'
import { orderBooks } from './purchase-order.books.ts'

const { completed } = purchaseStatus.codes

export const purchasePaper = documentPaper(purchaseOrders, orderBooks, printPurchaseOrders, {
  parent: 'order_id',
  valid: [...purchaseStatus.from('receive'), completed],
  content: (order, lines, { of, title, lineTitle, day }) => ({
    facts: [
      [title('supplier_id'), order.supplier_name],
      [title('order_date'), day(order.order_date)],
      [title('eta'), day(order.eta)],
      [title('currency'), order.currency ?? ''],
      [title('tax_rate'), order.tax_rate === null ? '' : `${formatQuantity(order.tax_rate)} %`],
      [title('total_amount'), order.total_amount === null ? '' : formatQuantity(order.total_amount)],
      [title('operator_id'), order.operator_name ?? ''],
      [title('remark'), order.remark ?? ''],
    ],
    tables: [
      {
        title: of(purchaseOrders.line.title),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: lineTitle('material_id'), share: 5 },
          { title: lineTitle('quantity'), share: 1.8, end: true },
          { title: of(text('单位', 'Unit')), share: 1.2 },
          { title: lineTitle('price'), share: 1.6, end: true },
          { title: lineTitle('amount'), share: 1.8, end: true },
          { title: lineTitle('eta'), share: 2 },
          { title: lineTitle('remark'), share: 2.4 },
        ],
        rows: lines.map(line => [
          String(line.line_no),
          [line.material_code, line.material_name, line.material_specs].filter(Boolean).join(' '),
          ...[formatQuantity(line.quantity), line.unit_name],
          ...[line.price === null ? '' : formatQuantity(line.price)],
          ...[line.amount === null ? '' : formatQuantity(line.amount)],
          ...[day(line.eta ?? order.eta), line.remark ?? ''],
        ]),
      },
    ],
    signatures: [of(text('采购', 'Buyer')), of(text('审核', 'Approved by')), of(text('供应商确认', 'Supplier'))],
  }),
})

export const purchaseMail = documentMail(purchaseOrders, orderBooks, mailPurchaseOrder, {
  paper: purchasePaper,
  expect: order => expectEditable(order, 'receive'),
  // The link is made where the mail is: its key stands nowhere else. Until the mail is out the supplier has the one before.
  async adds(tx, { id, asks, expire_days, shows_prices, origin }, { org_id, now }) {
    if (!asks) return { words: [] }
    const { id: link_id, link } = await addConfirmLink(tx, { now, origin }, { id, expire_days, shows_prices })
    return {
      words: [
        text(
          `请打开以下链接逐行确认数量和交期：\n${link.url}`,
          `Please confirm each line, or propose another day:\n${link.url}`,
        ),
      ],
      sent: own => withdrawConfirmLinksBefore(own, org_id, id, link_id),
      unsent: own => revokeShareLinks(own, org_id, object_type, [link_id]),
    }
  },
})
