import { isNegative, isQuantity, type Quantity } from '@qitao/core/quantity.ts'

/** One value or many as they are pasted: by tabs, lines or spaces, thousands apart or not. Undefined: one of them is no quantity. */
export function pastedValues(pasted: string): Quantity[] | undefined {
  const values = pasted
    .split(/[\s;]+/)
    .map(value => value.replaceAll(',', ''))
    .filter(value => value !== '')
  return values.every(value => isQuantity(value) && !isNegative(value)) ? values : undefined
}
