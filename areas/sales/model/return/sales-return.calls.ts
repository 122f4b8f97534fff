import { command } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import {
  type DocumentInput,
  type DocumentLineRow,
  type DocumentRow,
  documentOf,
} from '@qitao/document-kit/model/document.ts'
import { printOf } from '@qitao/document-kit/model/document-paper.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesReturn, salesReturnLine } from './sales-return.record.ts'
import { salesReturnStatus } from './sales-return.status.ts'

const editors = [pages.salesOrders, pages.editSalesOrder]

export const salesReturns = documentOf({
  record: salesReturn,
  line: salesReturnLine,
  statuses: salesReturnStatus,
  prefix: '/mep_server/biz/order/',
  noun: 'sales_return',
  reads: editors,
  changes: editors,
  numberTaken: generalErrors.duplicateCode,
  notNow: generalErrors.statusNotAllowed,
  named: ['customer_id'],
  shown: { order_no: z.string() },
  lineShown: {
    return_id: id,
    order_line_no: z.int(),
    shipped_quantity: z.string(),
    /** May come back: shipped, and on no other return. */
    returnable_quantity: z.string(),
  },
  filtered: ['order_id', 'customer_id'],
  dates: ['return_date'],
  bulk: ['submit', 'close', 'cancel'],
})
export const salesReturnCalls = salesReturns.calls
export type SalesReturnRow = DocumentRow<typeof salesReturns>
export type SalesReturnLineRow = DocumentLineRow<typeof salesReturns>
export type SalesReturnInput = DocumentInput<typeof salesReturns>

export const printSalesReturns = printOf(salesReturns)
/** Handled in `areas/warehouse/server/return-receipt.handlers.ts`: the warehouse finds it among what is to come in. */
export const makeReturnReceipt = command('/mep_server/biz/order/make_return_receipt', {
  title: text('生成退货入库单', 'Make the receipt of a return'),
  grantedBy: editors,
  input: z.strictObject({ id }),
  output: z.object({ receipt_id: id, no: z.string() }),
  records: [salesReturn, salesReturnLine],
})
