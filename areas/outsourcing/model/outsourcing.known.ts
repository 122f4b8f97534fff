import type { KnownRecords } from '@qitao/core/known-record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { outsourceLine } from './outsource-order.record.ts'

const outsourcingPages = [pages.outsourcing, pages.editOutsourcing]
export const outsourcingKnown: KnownRecords = {
  process_price: { history: [pages.outsourcing] },
  outsource_order: {
    history: outsourcingPages,
    lines: { of: outsourceLine, parent: 'order_id' },
    attachments: { reads: outsourcingPages, changes: outsourcingPages },
    custom: text('委外单', 'Outsourcing order'),
    numbers: { modules: ['WW'], column: 'no' },
  },
}
