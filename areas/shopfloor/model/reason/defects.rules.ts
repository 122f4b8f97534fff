import { formatQuantity, isEqual, isPositive, isQuantity, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { shopfloorErrors } from '../shopfloor.errors.ts'

/** So many pieces were bad for this reason. */
export interface Defect {
  readonly reason: string
  readonly quantity: Quantity
}
interface DefectsGiven {
  readonly defective_quantity: Quantity
  readonly defect_reason?: string | null | undefined
  readonly defects?: readonly Defect[] | undefined
}
export const onceEach = text('同一原因只填一次，请合并数量', 'Name each reason once: add its quantities up')
export const oneWay = text(
  '已按原因填写数量，不能再填写单个原因',
  'Quantities are given by reason: a single reason is not given as well',
)
export const notAll = text(
  '各原因的数量合计为{total}，应等于不良数{scrap}',
  'The reasons come to {total}; they must come to the scrap, {scrap}',
)

/** How many were bad for what, as a report keeps it: one reason is that of all of them, several come to all of them. */
export function defectsOf({ defective_quantity, defect_reason, defects = [] }: DefectsGiven): readonly Defect[] {
  if (defects.length === 0)
    return defect_reason && isPositive(defective_quantity)
      ? [{ reason: defect_reason, quantity: defective_quantity }]
      : []
  const place = { field: 'defects' }
  if (defect_reason) refuse(shopfloorErrors.badParameter, { ...place, detail: oneWay })
  const twice = defects.findIndex(({ reason }, index) => defects.findIndex(one => one.reason === reason) < index)
  if (twice >= 0) refuse(shopfloorErrors.badParameter, { ...place, row: twice + 1, detail: onceEach })
  const total = sum(defects.map(({ quantity }) => quantity))
  if (!isEqual(total, defective_quantity))
    refuse(shopfloorErrors.badParameter, { ...place, total, scrap: subtract(defective_quantity, '0'), detail: notAll })
  return defects
}

/** The words of a report: one reason by itself, several with how many of each. */
export const defectWords = (defects: readonly Defect[]): string | null =>
  defects.length === 0
    ? null
    : defects.length === 1
      ? defects[0]!.reason
      : defects.map(({ reason, quantity }) => `${reason} × ${formatQuantity(quantity)}`).join('; ')

/** Reasons as they are entered: of one that has no quantity are all that the others leave. */
export interface DefectLine {
  readonly reason: string
  readonly quantity: string
}
export const toggled = (lines: readonly DefectLine[], reason: string): DefectLine[] =>
  lines.some(line => line.reason === reason)
    ? lines.filter(line => line.reason !== reason)
    : [...lines, { reason, quantity: '' }]
/** With the rest filled in, as far as it is one reason's. */
export function filledLines(lines: readonly DefectLine[], scrap: Quantity): readonly DefectLine[] {
  const blank = lines.filter(({ quantity }) => quantity === '')
  if (blank.length !== 1) return lines
  const rest = subtract(scrap, sum(lines.flatMap(({ quantity }) => (isQuantity(quantity) ? [quantity] : []))))
  return lines.map(line => (line === blank[0] && isPositive(rest) ? { ...line, quantity: rest } : line))
}
/** Why several reasons do not come to all that is bad; one alone is that of all. */
export function whyNotAll(lines: readonly DefectLine[], scrap: Quantity) {
  if (lines.length < 2) return undefined
  const filled = filledLines(lines, scrap)
  const isEach = filled.every(({ quantity }) => isQuantity(quantity) && isPositive(quantity))
  if (isEach && isEqual(sum(filled.map(({ quantity }) => quantity)), scrap)) return undefined
  return text('请让各原因的数量合计等于不良数', 'Reasons must come to all that is scrap')
}
/** What a report says of them. */
export function defectsInput(lines: readonly DefectLine[], scrap: Quantity) {
  const [only] = lines
  if (!only || !isPositive(scrap)) return {}
  return lines.length === 1 ? { defect_reason: only.reason } : { defects: [...filledLines(lines, scrap)] }
}
/** What was said before, to be said differently. */
export const defectLines = ({
  defect_reason,
  defects = [],
}: Pick<Partial<DefectsGiven>, 'defect_reason' | 'defects'>): DefectLine[] =>
  defects.length > 0
    ? defects.map(({ reason, quantity }) => ({ reason, quantity: String(quantity) }))
    : defect_reason
      ? [{ reason: defect_reason, quantity: '' }]
      : []
