import { text } from '@qitao/core/text.ts'
import { documentPaper } from '@qitao/document-kit/server'
import { printSalesReturns, salesReturns } from '../../model/return/sales-return.calls.ts'
import { salesReturnStatus } from '../../model/return/sales-return.status.ts'
import { returnBooks } from './sales-return.books.ts'

const { approved, partly, completed } = salesReturnStatus.codes

/** What a customer encloses with the goods, and the credit note for what has come. */
export const returnPaper = documentPaper(salesReturns, returnBooks, printSalesReturns, {
  valid: [approved, partly, completed],
  facts: [
    ...(['customer_id', 'order_id', 'return_date', 'reason', 'total_amount'] as const),
    { name: 'credit_amount', title: text('已收货金额', 'Credit for what has come') },
    ...(['currency', 'remark'] as const),
  ],
  columns: ['material_id', 'quantity', 'received_quantity', 'unit_name', 'price', 'amount', 'remark'],
  signatures: [text('销售', 'Sales'), text('仓库', 'Warehouse'), text('客户', 'Customer')],
})
