import { Decimal } from 'decimal.js'

/**
 * Quantities and money are decimal strings everywhere ("12.5"); this file alone adds, compares, converts and rounds
 * them. A need rounds up, a supply rounds down, to the precision (number of decimals, 0 to 6) of the unit.
 */
export type Quantity = string

// 40 significant digits: the exact product of two numeric(20,6) values.
const Exact = Decimal.clone({ precision: 40, toExpNeg: -30, toExpPos: 40 })

/** Most decimals that a quantity may carry: numeric(20,6). */
export const quantityDecimals = 6
export const moneyDecimals = 2

const written = (value: Decimal): Quantity => value.toFixed()

export const isQuantity = (value: string): boolean => /^-?\d{1,14}(\.\d+)?$/.test(value)
export const add = (a: Quantity, b: Quantity): Quantity => written(new Exact(a).plus(b))
export const subtract = (a: Quantity, b: Quantity): Quantity => written(new Exact(a).minus(b))
export const multiply = (a: Quantity, b: Quantity): Quantity => written(new Exact(a).times(b))
export const negate = (a: Quantity): Quantity => written(new Exact(a).negated())
export const sum = (all: Iterable<Quantity>): Quantity => {
  let total = new Exact(0)
  for (const one of all) total = total.plus(one)
  return written(total)
}
/** Negative, zero or positive, as a sort function wants it. */
export const compare = (a: Quantity, b: Quantity): number => new Exact(a).comparedTo(b)
export const isMore = (a: Quantity, b: Quantity): boolean => compare(a, b) > 0
export const isLess = (a: Quantity, b: Quantity): boolean => compare(a, b) < 0
export const isEqual = (a: Quantity, b: Quantity): boolean => compare(a, b) === 0
export const isPositive = (a: Quantity): boolean => isMore(a, '0')
export const isNegative = (a: Quantity): boolean => isLess(a, '0')
export const isZero = (a: Quantity): boolean => new Exact(a).isZero()
export const least = (a: Quantity, b: Quantity): Quantity => (isMore(a, b) ? b : a)
export const most = (a: Quantity, b: Quantity): Quantity => (isMore(a, b) ? a : b)

export const roundUp = (a: Quantity, decimals: number): Quantity =>
  written(new Exact(a).toDecimalPlaces(decimals, Decimal.ROUND_UP))
export const roundDown = (a: Quantity, decimals: number): Quantity =>
  written(new Exact(a).toDecimalPlaces(decimals, Decimal.ROUND_DOWN))
export const roundHalfUp = (a: Quantity, decimals: number): Quantity =>
  written(new Exact(a).toDecimalPlaces(decimals, Decimal.ROUND_HALF_UP))

export const decimalsOf = (a: Quantity): number => new Exact(a).decimalPlaces()
/** Whether a quantity is a whole number of the unit's smallest steps. */
export const fitsPrecision = (a: Quantity, decimals: number): boolean => decimalsOf(a) <= decimals

/** A conversion is a fraction, so that there and back is exact; rounding happens once, at the end, by the caller. */
export const convert = (a: Quantity, numerator: Quantity, denominator: Quantity): Quantity =>
  written(new Exact(a).times(numerator).dividedBy(denominator))
/** A share between 0 and 1, or above, with six decimals; 0 when the whole is 0. */
export const shareOf = (part: Quantity, whole: Quantity): number =>
  isZero(whole) ? 0 : new Exact(part).dividedBy(whole).toDecimalPlaces(6).toNumber()

/** Amount of money for a quantity at a price, to two decimals, half up. */
export const amountOf = (quantity: Quantity, price: Quantity): Quantity =>
  roundHalfUp(multiply(quantity, price), moneyDecimals)

/** Whole steps of the unit's precision, as planning counts them. Throws when the count is not a safe integer. */
export function toSteps(a: Quantity, decimals: number): number {
  // A plan has millions of quantities: what fifteen digits hold needs no exact arithmetic.
  const [, sign, whole, fraction = ''] = shortDecimal.exec(a) ?? []
  if (whole !== undefined && fraction.length <= decimals && whole.length + decimals <= exactDigits)
    return Number(`${sign}${whole}${fraction.padEnd(decimals, '0')}`)
  const steps = new Exact(a).times(new Exact(10).pow(decimals))
  if (!steps.isInteger() || steps.abs().greaterThan(Number.MAX_SAFE_INTEGER)) {
    throw new RangeError(`${a} is not a whole number of steps of ${decimals} decimals`)
  }
  return steps.toNumber()
}
/** Sign, whole part, and decimals without the zeros at the end. */
const shortDecimal = /^(-?)(\d{1,15})(?:\.(\d*?)0*)?$/
const exactDigits = 15

export const fromSteps = (steps: number, decimals: number): Quantity =>
  decimals === 0 && Number.isSafeInteger(steps)
    ? String(steps)
    : written(new Exact(steps).dividedBy(new Exact(10).pow(decimals)))

/** As people read it: thousands apart, no trailing zeros; `decimals` fixes the number of decimals. */
export function formatQuantity(a: Quantity, decimals?: number): string {
  const plain = decimals === undefined ? written(new Exact(a)) : new Exact(a).toFixed(decimals, Decimal.ROUND_HALF_UP)
  const [whole = '0', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
