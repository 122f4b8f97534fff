import { textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

/** Why stock is adjusted, as the company names it; an adjustment keeps the words. */
export const adjustReason = record('adjust_reason', text('调整原因', 'Adjustment reason'), {
  name: textField('原因', 'Reason', 100),
})
export type AdjustReasonRow = RowOf<typeof adjustReason>
