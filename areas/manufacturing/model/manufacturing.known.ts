import type { KnownRecords } from '@qitao/core/known-record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const manufacturingKnown: KnownRecords = {
  mo: {
    history: [pages.manufacturingOrders, pages.materialPlan, pages.productionPlan],
    attachments: {
      reads: [
        ...[pages.manufacturingOrders, pages.productionPlan, pages.dispatch],
        ...[pages.productionReport, pages.progress],
      ],
      changes: [pages.manufacturingOrders],
    },
    custom: text('工单', 'Work order'),
    numbers: { modules: ['MO'], column: 'no' },
  },
}
