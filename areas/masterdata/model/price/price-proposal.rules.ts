import { percentOf } from '@qitao/core/far-from.ts'
import {
  add,
  convert,
  isEqual,
  isLess,
  isMore,
  isNegative,
  isZero,
  multiply,
  negate,
  type Quantity,
  shareOf,
  subtract,
} from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { Factor } from '../unit/unit.rules.ts'
import type { Period, StoredPeriod } from './price-list.rules.ts'
import { proposedStep } from './price-proposal.status.ts'

interface Terms extends Period {
  readonly price: Quantity
  readonly tax_rate?: Quantity | null
}
const sameAmount = (a: Quantity | null = null, b: Quantity | null = null): boolean =>
  a === null || b === null ? a === b : isEqual(a, b)
const keyOf = ({ subject, from_quantity, valid_from }: Terms): string =>
  `${subject},${add(from_quantity, '0')},${valid_from}`

/** Whether nothing that is paid becomes another by these: a file that is brought back, a lead time that is put right. */
export function keepsTerms(
  given: readonly Terms[],
  stored: readonly Terms[],
  ended: readonly { readonly id: string; readonly valid_to: Instant }[],
): boolean {
  if (ended.length > 0) return false
  const known = new Map(stored.map(one => [keyOf(one), one]))
  return given.every(one => {
    const before = known.get(keyOf(one))
    return (
      before !== undefined &&
      sameAmount(before.price, one.price) &&
      sameAmount(before.tax_rate, one.tax_rate) &&
      before.valid_to === one.valid_to
    )
  })
}

/** Of a price that another replaces: what is paid beside it, and when. */
export interface Before {
  readonly tax_rate: Quantity | null
  readonly valid_from: Instant
  readonly valid_to: Instant | null
}
/**
 * Whether the two prices alone say what a change comes to: not where the tax is another, nor where it holds to another day, or one that
 * is altered from another day on.
 */
export const isPriceAlone = (
  given: Omit<Before, 'tax_rate'> & { readonly tax_rate?: Quantity | null },
  before: Before,
  isAltered: boolean,
): boolean =>
  sameAmount(before.tax_rate, given.tax_rate) &&
  before.valid_to === given.valid_to &&
  (!isAltered || before.valid_from === given.valid_from)

/** Where the steps of one price end: the next quantity of the same subject, on its day; null: nowhere. */
export function nextStepOf(of: Period, all: readonly Period[]): Quantity | null {
  const later = all.filter(
    one =>
      one.subject === of.subject &&
      one.valid_from <= of.valid_from &&
      (one.valid_to === null || one.valid_to >= of.valid_from) &&
      isMore(one.from_quantity, of.from_quantity),
  )
  return later.reduce<Quantity | null>(
    (next, { from_quantity }) => (next === null || isLess(from_quantity, next) ? from_quantity : next),
    null,
  )
}

/**
 * The stored steps that given prices end without one of their own quantity in their place, each from the day on which it holds no more:
 * what was bought by it is bought by another step.
 */
export function endedSteps<S extends StoredPeriod>(
  given: readonly Period[],
  stored: readonly S[],
  ended: readonly { readonly id: string }[],
): (S & { readonly valid_to: null })[] {
  const ids = new Set(ended.map(({ id }) => id))
  const bySubject = Map.groupBy(given, ({ subject }) => subject)
  return stored.flatMap(one => {
    if (!ids.has(one.id)) return []
    const later = (bySubject.get(one.subject) ?? []).filter(({ valid_from }) => valid_from > one.valid_from)
    const valid_from = Math.min(...later.map(next => next.valid_from))
    const isFollowed = later.some(
      next => next.valid_from === valid_from && isEqual(next.from_quantity, one.from_quantity),
    )
    return isFollowed ? [] : [{ ...one, valid_from, valid_to: null }]
  })
}

/** What becomes dearer (above zero) or cheaper by another price for so much of the material; null: nobody can say what it was. */
export const differenceOf = (
  { price, old_price }: { readonly price: Quantity | null; readonly old_price: Quantity | null },
  quantity: Quantity,
  factor: Factor,
): Quantity | null =>
  old_price === null || price === null
    ? null
    : multiply(convert(subtract(price, old_price), factor.denominator, factor.numerator), quantity)

interface Step {
  readonly old_price: Quantity | null
  readonly price: Quantity | null
}
export function stepOf({ old_price, price }: Step): (typeof proposedStep.list)[number]['code'] {
  const { begins, changes, ends } = proposedStep.codes
  if (price === null) return ends
  return old_price === null ? begins : changes
}

/** The share by which a price becomes another, as people read it. */
export const changeOf = ({ old_price, price }: Step): string | null =>
  old_price === null || price === null || isZero(old_price)
    ? null
    : percentOf(shareOf(subtract(price, old_price), old_price))

const absolute = (value: Quantity): Quantity => (isNegative(value) ? negate(value) : value)
/**
 * What limits of approval are compared with: more and less alike, as two that cancel out are two changes. Nobody can say it of a new price, of
 * one by which nothing was ordered, or in several currencies: then it is above every limit.
 */
export function valueOfProposal(
  lines: readonly {
    readonly year_quantity: Quantity
    readonly year_difference: Quantity | null
    readonly currency: string
  }[],
): { value: Quantity | null; currency: string | null } {
  const currencies = new Set(lines.map(({ currency }) => currency))
  const [currency = null] = currencies
  if (currencies.size > 1) return { value: null, currency: null }
  let value: Quantity = '0'
  for (const { year_quantity, year_difference } of lines) {
    if (year_difference === null || isZero(year_quantity)) return { value: null, currency }
    value = add(value, absolute(year_difference))
  }
  return { value, currency }
}
