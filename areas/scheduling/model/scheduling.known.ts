import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const schedulingKnown: KnownRecords = {
  plan_change_request: {
    history: [pages.productionPlan, pages.workshopPlan],
    numbers: { modules: ['JHBG'], column: 'no' },
  },
}
