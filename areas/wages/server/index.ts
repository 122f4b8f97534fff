import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { wagesErrors } from '../model/wages.errors.ts'
import { wagesKnown } from '../model/wages.known.ts'
import { supplementHandlers } from './supplement.handlers.ts'
import { wageRateHandlers } from './wage-rate.handlers.ts'
import { wageSheetHandlers } from './wage-sheet.handlers.ts'

export { enterPastWages } from './past-wages.ts'
export { wagesReconciliations } from './reconciliation.ts'
export { supplementApproval } from './supplement.books.ts'

export const wagesArea: Area = {
  name: 'wages',
  known: wagesKnown,
  ofWorkgroups: ['wage_sheet', 'supplement_sheet'],
  handlers: [...wageRateHandlers, ...wageSheetHandlers, ...supplementHandlers],
  constraints: {
    wage_rate_once: wagesErrors.rateExists,
    wage_grade_once: wagesErrors.gradeExists,
    wage_period_number: generalErrors.duplicateCode,
  },
}
