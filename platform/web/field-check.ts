import type { Field } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, explain, type RefusalData } from '@qitao/core/refusal.ts'
import type { Language } from '@qitao/core/text.ts'

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** What is wrong with a value of a field, in the words of the server's refusals; undefined when nothing is. */
export function problemOf(field: Field, value: unknown, language: Language): string | undefined {
  if (isBlank(value)) return field.required ? explain(generalErrors.fieldRequired, {}, language) : undefined
  const checked = field.schema.safeParse(value)
  if (checked.success) return undefined
  const issue = checked.error.issues[0]
  const given =
    issue && 'params' in issue ? (issue.params as { error?: ErrorDefinition; data?: RefusalData }) : undefined
  return explain(given?.error ?? generalErrors.badParameter, given?.data ?? {}, language)
}
