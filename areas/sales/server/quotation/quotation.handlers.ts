import { text } from '@qitao/core/text.ts'
import { documentHandlers, documentMail, documentPaper } from '@qitao/document-kit/server'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import {
  loseQuotation,
  mailQuotation,
  orderQuotation,
  printQuotations,
  quotations,
  reviseQuotation,
} from '../../model/quotation/quotation.calls.ts'
import { expectHolds } from '../../model/quotation/quotation.rules.ts'
import { orderedPrices, quotationStatus } from '../../model/quotation/quotation.status.ts'
import type { SalesOrderInput } from '../../model/sales-order.calls.ts'
import { defaultPriority } from '../../model/sales-order.record.ts'
import { orderType } from '../../model/sales-order.status.ts'
import { pricesOnDay } from '../price/prices-on-day.ts'
import { orderBooks } from '../sales-order.books.ts'
import { quotationBooks, quotationTable } from './quotation.books.ts'

const paper = documentPaper(quotations, quotationBooks, printQuotations, {
  valid: quotationStatus.from('mail').concat(quotationStatus.codes.ordered),
  facts: [
    ...(['customer_id', 'contact', 'customer_inquiry_no', 'quote_date', 'valid_until', 'currency'] as const),
    { name: 'discount_percent', title: text('整单折扣', 'Discount on all') },
    ...(['tax_rate', 'total_amount', 'tax_amount', 'gross_amount'] as const),
    ...(['delivery_terms', 'payment_terms', 'remark'] as const),
  ],
  columns: [
    ...(['material_id', 'quantity', 'unit_name', 'price'] as const),
    { name: 'discount_percent', title: text('折扣', 'Discount') },
    ...(['net_price', 'amount', 'tax_rate'] as const),
    { name: 'delivery_days', title: text('交期（天）', 'Days') },
    'remark',
  ],
  signatures: [text('报价', 'Quoted by'), text('审核', 'Approved by'), text('客户确认', 'Customer')],
})
export const quotationMail = documentMail(quotations, quotationBooks, mailQuotation, {
  paper,
  expect: facts => quotationBooks.expectAllowed('mail', facts),
})

export const quotationHandlers: Handler[] = [
  ...documentHandlers(quotations, quotationTable, quotationBooks),
  paper.print,
  quotationMail.handler,
  handle(reviseQuotation, async (seen, context) => {
    const { id, no } = await quotationBooks.take(context, 'revise', seen)
    await quotationBooks.move(context.tx, context.org_id, 'revise', [id])
    return { no }
  }),
  handle(loseQuotation, async ({ reason, ...seen }, context) => {
    const { tx, org_id, now } = context
    const { id, no } = await quotationBooks.take(context, 'lose', seen)
    await quotationBooks.move(
      tx,
      org_id,
      'lose',
      [id],
      sql`lost_reason = ${reason.trim()}, decided_time = ${now}::bigint`,
    )
    return { no }
  }),
  handle(orderQuotation, async ({ delivery_date, customer_order_no, prices, ...seen }, context) => {
    const { tx, org_id, now, member } = context
    const { id, today } = await quotationBooks.take(context, 'order', seen)
    const head = await quotationBooks.one(context, { id })
    if (prices === undefined) expectHolds(head, today)
    const lines = await quotationBooks.linesOf(tx, org_id, [id])
    const { customer_id, currency, tax_rate, remark } = head
    const priceOf =
      prices === orderedPrices.codes.today
        ? await pricesOnDay(tx, org_id, {
            material_ids: lines.map(line => line.material_id),
            ...{ customer_id, currency: currency ?? member.currency, company_currency: member.currency, day: today },
          })
        : undefined
    const order: SalesOrderInput = {
      ...{ no: null, type: 'add', order_type: orderType.codes.sales_order, customer_id, currency, tax_rate, remark },
      ...{ customer_order_no: customer_order_no ?? null, order_date: today, delivery_date, custom: {} },
      priority: defaultPriority,
      lines: lines.map(line => ({
        ...{ material_id: line.material_id, quantity: line.quantity, remark: line.remark },
        ...(priceOf?.(line.material_id, line.quantity) ?? {
          price: line.net_price,
          // Its own, so that the terms of the customer add none to what was offered without tax.
          tax_rate: line.tax_rate ?? tax_rate ?? '0',
        }),
        ...{ delivery_date: null, offset_quantity: '0', customer_drawing: null },
      })),
    }
    const [made] = await orderBooks.add(context, [order], 'later')
    await quotationBooks.move(
      tx,
      org_id,
      'order',
      [id],
      sql`order_id = ${made!.id}, decided_time = coalesce(decided_time, ${now}::bigint)`,
    )
    return { order_id: made!.id, no: made!.no }
  }),
]
