import { longestShareDays } from '@qitao/access/model/session/share-link.calls.ts'
import { flagField, integerField, withDefault } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { mailFields, mailOf, printOf } from '@qitao/document-kit/model/document-paper.ts'
import { purchaseOrders } from './purchase-order.calls.ts'

/** An order to its supplier, with or without the link by which he answers it. */
export const purchaseMail = record('purchase_mail', text('邮件', 'Mail'), {
  ...mailFields,
  asks: withDefault(flagField('附供应商确认链接', 'With a link to confirm it'), true),
  expire_days: withDefault(
    integerField('链接有效期', 'Link valid for', { min: 1, max: longestShareDays, unit: text('天', 'days') }),
    7,
  ),
  shows_prices: withDefault(flagField('链接显示价格', 'The link shows prices'), false),
})
export const printPurchaseOrders = printOf(purchaseOrders)
export const mailPurchaseOrder = mailOf(purchaseOrders, purchaseMail)
