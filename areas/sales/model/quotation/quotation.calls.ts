import { id, instant, plainString } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import {
  approvalShown,
  type DocumentInput,
  type DocumentLineRow,
  type DocumentRow,
  documentOf,
} from '@qitao/document-kit/model/document.ts'
import { actOf } from '@qitao/document-kit/model/document-act.ts'
import { documentMail, mailOf, printOf } from '@qitao/document-kit/model/document-paper.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { salesErrors } from '../sales.errors.ts'
import { quotation, quotationFate, quotationLine } from './quotation.record.ts'
import { quotationStatus } from './quotation.status.ts'

const editors = [pages.quotations, pages.editQuotation]

/** Ours: what customers are offered at prices that hold until a day. */
export const quotations = documentOf({
  record: quotation,
  line: quotationLine,
  statuses: quotationStatus,
  prefix: '/mep_server/biz/order/',
  noun: 'quotation',
  reads: editors,
  changes: editors,
  numberTaken: salesErrors.quotationExists,
  notNow: generalErrors.statusNotAllowed,
  named: ['customer_id'],
  shown: {
    ...approvalShown,
    customer_email: z.string().nullable(),
    order_no: z.string().nullable(),
    /** Of its order as long as that is neither cancelled nor deleted. */
    open_order_no: z.string().nullable(),
    created_by_name: z.string().nullable(),
    unpriced_count: z.int(),
    /** Days that it still holds, below zero when they are over. */
    days_left: z.int(),
  },
  lineShown: { quotation_id: id },
  filtered: ['customer_id'],
  sorted: ['total_amount'],
  dates: ['quote_date', 'valid_until'],
  bulk: ['submit', 'accept'],
  approval: 'BJ',
})
export const quotationCalls = quotations.calls
export type QuotationRow = DocumentRow<typeof quotations>
export type QuotationLineRow = DocumentLineRow<typeof quotations>
export type QuotationInput = DocumentInput<typeof quotations>

const records = [quotation, quotationLine, quotationFate]
/** Back to a draft, to be altered and sent again. */
export const reviseQuotation = actOf(quotations, 'revise', {
  title: text('重新报价', 'Revise a quotation'),
  input: {},
  output: z.object({ no: z.string() }),
  records,
})
export const loseQuotation = actOf(quotations, 'lose', {
  title: text('报价未成交', 'Mark a quotation as lost'),
  input: { reason: quotationFate.fields.reason.schema },
  output: z.object({ no: z.string() }),
  records,
})
/**
 * A draft of an order with its lines. At the quoted prices as long as it holds; when it has expired `prices` says which are meant, and without
 * it is refused (5418).
 */
export const orderQuotation = actOf(quotations, 'order', {
  title: text('报价转订单', 'Make an order of a quotation'),
  input: {
    delivery_date: instant,
    customer_order_no: plainString(50).nullish(),
    prices: z.enum(['quoted', 'today']).optional(),
  },
  output: z.object({ order_id: id, no: z.string() }),
  records,
})
export const printQuotations = printOf(quotations)
export const mailQuotation = mailOf(quotations, documentMail)
