import { generalErrors } from '@qitao/core/general.errors.ts'
import { placeIn } from '@qitao/core/given.rules.ts'
import { isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { expectUnlocked, type PeriodFacts } from './period.rules.ts'
import type { SupplementInput } from './supplement.calls.ts'
import { supplementSheet } from './supplement.record.ts'
import { type GradeBook, type RateBook, rateOfEntry, worthOf } from './wage.rules.ts'
import { wagesErrors } from './wages.errors.ts'
import { supplementKind } from './wages.status.ts'

type Name = keyof typeof supplementSheet.fields
const { piece, hour } = supplementKind.codes

/** A supplement as it is stored: pieces and hours that name no amount are worth what the rate of the day says. */
export function settledSupplement(
  input: SupplementInput,
  of: { periods: readonly PeriodFacts[]; rateOf: RateBook; gradeOf: GradeBook },
  row?: number,
): { wage: string; by_rate: boolean } {
  const place = (field: Name) => placeIn(supplementSheet, field, row)
  const required = (field: Name): never => refuse(generalErrors.fieldRequired, place(field))
  const { sheet_date } = supplementSheet.fields
  expectUnlocked(of.periods, { name: 'sheet_date', title: sheet_date.title }, input.sheet_date)
  if (input.kind === piece && !isPositive(input.quantity)) required('quantity')
  if (input.kind === hour && input.work_seconds === 0) required('work_seconds')
  if (input.wage !== null) return { wage: input.wage, by_rate: false }
  if (input.kind !== piece && input.kind !== hour) required('wage')
  const process_id = input.process_id ?? required('process_id')
  const { rate } = rateOfEntry({ ...input, process_id, material_id: input.material_id ?? null }, of.rateOf, of.gradeOf)
  if (!rate)
    refuse(wagesErrors.noRate, {
      ...place('wage'),
      detail: text('请填写金额，或先维护工资单价', 'Enter the amount, or add a wage rate first'),
    })
  return { wage: worthOf(rate, input.quantity, input.work_seconds), by_rate: true }
}
