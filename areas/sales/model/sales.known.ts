import type { KnownRecords } from '@qitao/core/known-record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { quotationLine } from './quotation/quotation.record.ts'
import { salesReturnLine } from './return/sales-return.record.ts'
import { salesOrderLine } from './sales-order.record.ts'

const editors = [pages.salesOrders, pages.editSalesOrder]
const quoters = [pages.quotations, pages.editQuotation]
export const salesKnown: KnownRecords = {
  sales_price: { history: [pages.unitPrices] },
  sales_order: {
    history: editors,
    lines: { of: salesOrderLine, parent: 'order_id' },
    attachments: { reads: [...editors, pages.shipping, pages.recycleBin], changes: editors, approved_as: 'SO' },
    custom: text('销售订单', 'Sales order'),
    numbers: { modules: ['SO'], column: 'no' },
    seen: 'seen_sales_order',
  },
  quotation: {
    history: quoters,
    lines: { of: quotationLine, parent: 'quotation_id' },
    attachments: { reads: quoters, changes: quoters, approved_as: 'BJ' },
    numbers: { modules: ['BJ'], column: 'no' },
    seen: 'seen_quotation',
  },
  sales_return: {
    history: editors,
    lines: { of: salesReturnLine, parent: 'return_id' },
    attachments: { reads: editors, changes: editors },
    numbers: { modules: ['XT'], column: 'no' },
    seen: 'seen_sales_return',
  },
}
