import { longestShareDays } from '@qitao/access/model/session/share-link.calls.ts'
import { flagField, integerField, withDefault } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { mailFields, mailOf, printOf } from '@qitao/document-kit/model/document-paper.ts'
import { salesOrders } from './sales-order.calls.ts'

/** An order to its customer: a quotation while it is a draft, its confirmation after that; with or without the link to answer it. */
export const salesMail = record('sales_mail', text('邮件', 'Mail'), {
  ...mailFields,
  asks: withDefault(flagField('附客户确认链接', 'With a link to confirm it'), true),
  expire_days: withDefault(
    integerField('链接有效期', 'Link valid for', { min: 1, max: longestShareDays, unit: text('天', 'days') }),
    7,
  ),
  shows_prices: withDefault(flagField('链接显示价格', 'The link shows prices'), false),
})
export const printSalesOrders = printOf(salesOrders)
export const mailSalesOrder = mailOf(salesOrders, salesMail)
