import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

const supplementPages = [pages.supplements, pages.wages]
export const wagesKnown: KnownRecords = {
  wage_rate: { history: [pages.wages] },
  wage_grade: { history: [pages.wages] },
  wage_period: { history: [pages.wages] },
  supplement_sheet: {
    history: supplementPages,
    attachments: { reads: supplementPages, changes: [pages.supplements] },
    numbers: { modules: ['BD'], column: 'no' },
  },
}
