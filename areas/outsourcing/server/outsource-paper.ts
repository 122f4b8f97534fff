import { text } from '@qitao/core/text.ts'
import { documentMail, documentPaper } from '@qitao/document-kit/server'
import { mailOutsourceOrder, outsourceOrders, printOutsourceOrders } from '../model/outsource-order.calls.ts'
import { outsourceStatus } from '../model/outsource-order.status.ts'
import { orderBooks } from './outsource-order.books.ts'

const { completed } = outsourceStatus.codes

export const outsourcePaper = documentPaper(outsourceOrders, orderBooks, printOutsourceOrders, {
  valid: [...outsourceStatus.from('receive'), completed],
  facts: ['supplier_id', 'order_date', 'eta', 'currency', 'total_amount', 'remark'],
  columns: [
    ...[{ name: 'material_id', share: 4 } as const, { name: 'operation_id', share: 3.2 } as const],
    ...(['quantity', 'unit_name', 'price', 'amount', 'eta'] as const),
  ],
  signatures: [text('制单', 'Made by'), text('发料', 'Sent by'), text('供应商签收', 'Supplier')],
})

export const outsourceMail = documentMail(outsourceOrders, orderBooks, mailOutsourceOrder, {
  paper: outsourcePaper,
  expect: order => orderBooks.expectAllowed('receive', order),
})
