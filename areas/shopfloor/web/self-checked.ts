import { add } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { QcItemRow } from '@qitao/quality/model/scheme/method.record.ts'
import { conforms } from '@qitao/quality/model/task/task.rules.ts'

export type CheckItem = Pick<
  QcItemRow,
  'id' | 'name' | 'kind' | 'required' | 'lower_limit' | 'upper_limit' | 'unit' | 'standard' | 'choices' | 'good_choices'
>
/** What is entered of each characteristic, and why something is out. */
export interface Checked {
  readonly values: Readonly<Record<string, string>>
  readonly reason: string
}
export const nothingChecked: Checked = { values: {}, reason: '' }
const short = (limit: string | null): string => (limit === null ? '' : add(limit, '0'))
/** Between which limits a figure has to be. */
export function limitsOf({ lower_limit, upper_limit, unit }: CheckItem): string {
  const [low, high] = [short(lower_limit), short(upper_limit)]
  const range = low && high ? `${low} – ${high}` : low ? `≥ ${low}` : high ? `≤ ${high}` : ''
  return [range, unit].filter(Boolean).join(' ')
}
/** Why a report of good pieces cannot go out yet. */
export function whyNotChecked(items: readonly CheckItem[], { values, reason }: Checked): Text | undefined {
  for (const item of items) {
    const typed = values[item.id] ?? ''
    const does = typed === '' ? undefined : conforms(item, typed)
    if (does === undefined && (item.required || typed !== ''))
      return text(`请填写自检：${item.name}`, `Self-check: enter ${item.name}`)
    if (does === false && reason.trim() === '')
      return text(`${item.name} 超出要求：请填写原因`, `${item.name} is out of its limits: say why`)
  }
  return undefined
}
/** What a report says of it. */
export function checkedInput(items: readonly CheckItem[], { values, reason }: Checked) {
  const checks = items.flatMap(({ id }) => (values[id] ? [{ item_id: id, value: values[id] }] : []))
  if (checks.length === 0) return {}
  const isOut = items.some(item => values[item.id] && conforms(item, values[item.id]!) === false)
  return { checks, ...(isOut ? { check_reason: reason.trim() } : {}) }
}
/** What was said before, to be said differently. */
export const checkedOf = ({
  checks = [],
  check_reason = '',
}: {
  checks?: readonly { item_id: string; value: string }[] | undefined
  check_reason?: string | undefined
}): Checked => ({
  values: Object.fromEntries(checks.map(({ item_id, value }) => [item_id, value])),
  reason: check_reason,
})
