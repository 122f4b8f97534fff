import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { documentMail, documentPaper } from '@qitao/document-kit/server'
import { mailOutsourceOrder, outsourceOrders, printOutsourceOrders } from '../model/outsource-order.calls.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'
import { expectNow, orderBooks } from './outsource-order.books.ts'

const { completed } = outsourceStatus.codes

export const outsourcePaper = documentPaper(outsourceOrders, orderBooks, printOutsourceOrders, {
  parent: 'order_id',
  valid: [...outsourceStatus.from('receive'), completed],
  content: (order, lines, { of, title, lineTitle, day }) => ({
    facts: [
      [title('supplier_id'), order.supplier_name],
      [title('order_date'), day(order.order_date)],
      [title('eta'), day(order.eta)],
      [title('currency'), order.currency ?? ''],
      [title('total_amount'), order.total_amount === null ? '' : formatQuantity(order.total_amount)],
      [title('remark'), order.remark ?? ''],
    ],
    tables: [
      {
        title: of(outsourceOrders.line.title),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: lineTitle('material_id'), share: 4 },
          { title: lineTitle('operation_id'), share: 3.2 },
          { title: lineTitle('quantity'), share: 1.8, end: true },
          { title: of(text('单位', 'Unit')), share: 1.2 },
          { title: lineTitle('price'), share: 1.6, end: true },
          { title: lineTitle('amount'), share: 1.8, end: true },
          { title: lineTitle('eta'), share: 2 },
        ],
        rows: lines.map(line => [
          String(line.line_no),
          [line.material_code, line.material_name, line.material_specs].filter(Boolean).join(' '),
          ...[line.operation_name, formatQuantity(line.quantity), line.unit_name],
          ...[line.price === null ? '' : formatQuantity(line.price)],
          ...[line.amount === null ? '' : formatQuantity(line.amount)],
          day(line.eta ?? order.eta),
        ]),
      },
    ],
    signatures: [of(text('制单', 'Made by')), of(text('发料', 'Sent by')), of(text('供应商签收', 'Supplier'))],
  }),
})

export const outsourceMail = documentMail(outsourceOrders, orderBooks, mailOutsourceOrder, {
  paper: outsourcePaper,
  expect: order => void expectNow('receive', order),
})
