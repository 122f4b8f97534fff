import { generalErrors } from '@qitao/core/general.errors.ts'
import { isLess } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { qualityErrors } from '../quality.errors.ts'
import { itemKind, type QcItemInput, qcItem } from './method.record.ts'

/** Choices as they are written in one cell: by commas of either script. */
export const choicesIn = (cell: string | null | undefined): string[] =>
  (cell ?? '')
    .split(/[,，、]/)
    .map(choice => choice.trim())
    .filter(choice => choice !== '')

/** A method has items, each once (6006), with limits and choices that can be met. */
export function checkItems(items: readonly QcItemInput[]): void {
  if (items.length === 0) refuse(qualityErrors.noItems)
  const seen = new Set<string>()
  items.forEach((item, index) => {
    checkItem(item, seen, index + 1)
    seen.add(item.name)
  })
}

/** One item beside the others of its method. `row`: where it stands in a list that is given. */
export function checkItem(item: QcItemInput, others: ReadonlySet<string>, row?: number): void {
  const place = (field: keyof typeof qcItem.fields) => ({
    ...(row === undefined ? {} : { row }),
    ...{ field, field_title: qcItem.fields[field].title },
  })
  const { name, kind, lower_limit, upper_limit } = item
  if (others.has(name)) refuse(qualityErrors.itemExists, place('name'))
  if (
    kind === itemKind.codes.number &&
    lower_limit !== null &&
    upper_limit !== null &&
    !isLess(lower_limit, upper_limit)
  )
    refuse(generalErrors.badParameter, {
      ...place('upper_limit'),
      detail: text('上限必须大于下限', 'The upper limit has to be above the lower one'),
    })
  if (kind !== itemKind.codes.choice) return
  const choices = choicesIn(item.choices)
  if (choices.length < 2)
    refuse(generalErrors.badParameter, {
      ...place('choices'),
      detail: text('至少两个选项，用逗号分隔', 'At least two choices, separated by commas'),
    })
  const good = choicesIn(item.good_choices)
  if (good.length === 0 || good.some(choice => !choices.includes(choice)))
    refuse(generalErrors.badParameter, {
      ...place('good_choices'),
      detail: text('合格选项必须是选项中的一个或几个', 'The good choices have to be among the choices'),
    })
}
