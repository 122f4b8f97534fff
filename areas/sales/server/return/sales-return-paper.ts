import { formatQuantity } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { documentPaper } from '@qitao/document-kit/server'
import { printSalesReturns, salesReturns } from '../../model/return/sales-return.calls.ts'
import { salesReturnStatus } from '../../model/return/sales-return.status.ts'
import { returnBooks } from './sales-return.books.ts'

const { approved, partly, completed } = salesReturnStatus.codes

/** What a customer encloses with the goods, and the credit note for what has come. */
export const returnPaper = documentPaper(salesReturns, returnBooks, printSalesReturns, {
  parent: 'return_id',
  valid: [approved, partly, completed],
  content: (of, lines, { of: say, title, lineTitle, day }) => ({
    facts: [
      [title('customer_id'), of.customer_name ?? ''],
      [title('order_id'), of.order_no],
      [title('return_date'), day(of.return_date)],
      [title('reason'), of.reason ?? ''],
      [title('total_amount'), of.total_amount === null ? '' : formatQuantity(of.total_amount)],
      [say(text('已收货金额', 'Credit for what has come')), formatQuantity(of.credit_amount)],
      [title('currency'), of.currency ?? ''],
      [title('remark'), of.remark ?? ''],
    ],
    tables: [
      {
        title: say(salesReturns.line.title),
        columns: [
          { title: '#', share: 0.8, end: true },
          { title: lineTitle('material_id'), share: 5 },
          { title: lineTitle('quantity'), share: 1.8, end: true },
          { title: lineTitle('received_quantity'), share: 1.8, end: true },
          { title: say(text('单位', 'Unit')), share: 1.2 },
          { title: lineTitle('price'), share: 1.6, end: true },
          { title: lineTitle('amount'), share: 1.8, end: true },
          { title: lineTitle('remark'), share: 2.4 },
        ],
        rows: lines.map(line => [
          String(line.line_no),
          [line.material_code, line.material_name, line.material_specs].filter(Boolean).join(' '),
          ...[formatQuantity(line.quantity), formatQuantity(line.received_quantity), line.unit_name],
          ...[line.price === null ? '' : formatQuantity(line.price)],
          ...[line.amount === null ? '' : formatQuantity(line.amount), line.remark ?? ''],
        ]),
      },
    ],
    signatures: [say(text('销售', 'Sales')), say(text('仓库', 'Warehouse')), say(text('客户', 'Customer'))],
  }),
})
