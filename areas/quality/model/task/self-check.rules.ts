import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { qualityErrors } from '../quality.errors.ts'
import { checkMeasured, conforms, type ItemFacts } from './task.rules.ts'

/** What who made pieces has found of them, one value of each characteristic. */
export interface SelfChecked {
  readonly item_id: string
  readonly value: string
}
export const reasonForLimits = text(
  '{item} 超出要求：请填写原因，质检会收到',
  '{item} is out of its limits: say why; QC is told',
)
/** Names of what does not conform. */
export const brokenItems = (items: readonly ItemFacts[], checked: readonly SelfChecked[]): string[] =>
  items
    .filter(item => checked.some(({ item_id, value }) => item_id === item.id && conforms(item, value) === false))
    .map(({ name }) => name)

/** Everything that is asked for is there and is a value of its characteristic; what does not conform has its reason. */
export function expectSelfChecked(
  items: readonly ItemFacts[],
  checked: readonly SelfChecked[],
  reason: string | null,
): void {
  checkMeasured(
    items,
    checked.map(one => ({ ...one, sample_no: 1 })),
    1,
  )
  const missing = items.find(({ id, required }) => required && !checked.some(({ item_id }) => item_id === id))
  if (missing)
    refuse(qualityErrors.resultMissing, {
      ...{ field: 'checks', item: missing.name },
      detail: text('自检：{item}', 'Self-check: {item}'),
    })
  const [broken] = brokenItems(items, checked)
  if (broken && !reason?.trim())
    refuse(qualityErrors.resultMissing, { field: 'check_reason', item: broken, detail: reasonForLimits })
}
