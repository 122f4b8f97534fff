import { isEqual, roundDown } from '@qitao/core/quantity.ts'

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
const known = new Map<string, number>()
function digitsOf(code: string): number {
  const digits =
    known.get(code) ??
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits ??
    2
  known.set(code, digits)
  return digits
}

/** Decimals of an amount: as many as its currency has, such as none for yen; all that are asked for where it has a smaller part all the same. */
export function moneyDecimals(amount: string, decimals: number, unit: string | null | undefined): number {
  if (!unit || !currencies.has(unit)) return decimals
  const own = Math.min(decimals, digitsOf(unit))
  return isEqual(roundDown(amount, own), amount) ? own : decimals
}
