import type { Field } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isQuantity } from '@qitao/core/quantity.ts'
import { type ErrorDefinition, explain, type RefusalData } from '@qitao/core/refusal.ts'
import type { Language } from '@qitao/core/text.ts'
import { isNumeric } from '../lines/line-columns.ts'
import { mustBeNumber, mustBeWhole } from './number-text.ts'

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What is wrong with a value of a field, in the words of the server's refusals; undefined when nothing is. */
export function problemOf(field: Field, value: unknown, language: Language): string | undefined {
  if (isBlank(value)) return field.required ? explain(generalErrors.fieldRequired, {}, language) : undefined
  if (typeof value === 'string' && field.kind === 'integer') return mustBeWhole[language]
  if (typeof value === 'string' && isNumeric(field) && !isQuantity(value)) return mustBeNumber[language]
  const checked = field.schema.safeParse(value)
  if (checked.success) return undefined
  const issue = checked.error.issues[0]
  const given =
    issue && 'params' in issue ? (issue.params as { error?: ErrorDefinition; data?: RefusalData }) : undefined
  return explain(given?.error ?? generalErrors.badParameter, given?.data ?? {}, language)
}
