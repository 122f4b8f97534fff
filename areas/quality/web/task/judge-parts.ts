import { add, isEqual, isLess, isMore, most, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'

/** Null: nothing stands in the field. */
export interface JudgedParts {
  readonly passed: Quantity | null
  readonly concession: Quantity | null
  readonly failed: Quantity | null
}
const zero = '0'
export const noParts: JudgedParts = { passed: zero, concession: zero, failed: zero }
const notPassed = ({ concession, failed }: JudgedParts): Quantity => add(concession ?? zero, failed ?? zero)

/** With one part as it was typed; unless the passed part was typed, too, it is the rest of the lot. */
export function withPart(
  parts: JudgedParts,
  name: keyof JudgedParts,
  value: Quantity | null,
  { quantity, isTyped }: { quantity: Quantity; isTyped: boolean },
): JudgedParts {
  const next = { ...parts, [name]: value }
  if (name === 'passed' || isTyped) return next
  return { ...next, passed: most(zero, subtract(quantity, notPassed(next))) }
}

/** Why the parts are no judgement of the lot. */
export function whyNotJudged(parts: JudgedParts, quantity: Quantity, unit: string): Text | undefined {
  const sum = add(parts.passed ?? zero, notPassed(parts))
  if (isEqual(sum, quantity)) return undefined
  if (isLess(sum, quantity)) {
    const lacks = subtract(quantity, sum)
    return text(
      `合格、让步、不合格合计须为 ${quantity} ${unit}，还差 ${lacks}`,
      `Passed, by concession and failed make ${quantity} ${unit}: ${lacks} is missing`,
    )
  }
  const over = subtract(sum, quantity)
  return text(
    `合格、让步、不合格合计须为 ${quantity} ${unit}，多了 ${over}`,
    `Passed, by concession and failed make ${quantity} ${unit}: ${over} too many`,
  )
}

/** What the sample says of the lot, and whether the parts go with it. */
export function verdict(
  { failed }: JudgedParts,
  { nonconforming, accept_number }: { nonconforming: number; accept_number: number },
): { type: 'success' | 'warning' | 'error'; title: Text } {
  if (nonconforming > accept_number) {
    return {
      type: 'error',
      title: text(
        `样本不合格 ${nonconforming} 件 > Ac ${accept_number}：判不合格，或写明原因让步接收`,
        `${nonconforming} nonconforming > Ac ${accept_number}: fail it, or accept it by concession with a reason`,
      ),
    }
  }
  if (isMore(failed ?? zero, zero)) {
    return {
      type: 'warning',
      title: text(
        `样本不合格 ${nonconforming} 件 ≤ Ac ${accept_number}，但填了不合格 ${failed}：这些不接收`,
        `${nonconforming} nonconforming ≤ Ac ${accept_number}, yet ${failed} are entered as failed: these are not accepted`,
      ),
    }
  }
  return {
    type: 'success',
    title: text(
      `样本不合格 ${nonconforming} 件 ≤ Ac ${accept_number}：可接收`,
      `${nonconforming} nonconforming ≤ Ac ${accept_number}: accept`,
    ),
  }
}
