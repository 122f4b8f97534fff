import { add, convert, isLess, isMore, isNegative, multiply, type Quantity, roundHalfUp } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { masterdataErrors } from '../masterdata.errors.ts'
import { converted, type Factor } from '../unit/unit.rules.ts'
import { priceChangeBy, priceFields } from './price-list.fields.ts'

/** When a price is asked, and from which quantity on. */
export interface Period {
  /** For what and of whom: partner, material, unit and currency. */
  readonly subject: string
  readonly from_quantity: Quantity
  readonly valid_from: Instant
  /** The last day; null: open. */
  readonly valid_to: Instant | null
}
export interface StoredPeriod extends Period {
  readonly id: string
}
/** Which earlier prices a new one ends on the day before it: all of its subject, those from the same quantity on, none. */
export type Ends = 'subject' | 'step' | 'none'

const place = (field: keyof typeof priceFields, row?: number) => ({
  field,
  field_title: priceFields[field].title,
  ...(row === undefined ? {} : { row }),
})
const breakOf = (of: Period): string => `${of.subject},${add(of.from_quantity, '0')}`
const beginOf = (of: Period): string => `${breakOf(of)},${of.valid_from}`

/** It ends on its last day, where the next may begin already: then the newer one counts. */
const isOver = (earlier: Period, later: Period): boolean =>
  earlier.valid_to !== null && earlier.valid_to <= later.valid_from

/**
 * What becomes of the stored prices of the same subjects: those that begin on the day of a given one are renewed by it, and earlier
 * ones end on the day before it where it replaces them. Prices from one quantity on must not overlap after that (5311).
 */
export function priceChanges<P extends Period>(
  given: readonly P[],
  stored: readonly StoredPeriod[],
  { ends, dayBefore }: { readonly ends: Ends; readonly dayBefore: (day: Instant) => Instant },
): { readonly ended: { readonly id: string; readonly valid_to: Instant }[] } {
  given.forEach(({ valid_from, valid_to }, index) => {
    if (valid_to !== null && valid_to < valid_from)
      refuse(masterdataErrors.priceExists, {
        ...place('valid_to', index + 1),
        detail: text('失效日期不能早于生效日期', 'It must not end before it begins'),
      })
  })
  const begins = new Map<string, number>()
  given.forEach((one, index) => {
    if (begins.has(beginOf(one))) refuse(masterdataErrors.priceExists, place('valid_from', index + 1))
    begins.set(beginOf(one), index)
  })
  const kept = stored.filter(one => !begins.has(beginOf(one)))
  const sameOf = (one: Period) => (ends === 'subject' ? one.subject : breakOf(one))
  const firsts = Map.groupBy(given, sameOf)
  const ended =
    ends === 'none'
      ? []
      : kept.flatMap(one => {
          const next = (firsts.get(sameOf(one)) ?? []).flatMap(({ valid_from }) =>
            valid_from > one.valid_from ? [valid_from] : [],
          )
          if (next.length === 0) return []
          const valid_to = dayBefore(Math.min(...next))
          return one.valid_to !== null && one.valid_to <= valid_to ? [] : [{ id: one.id, valid_to }]
        })
  const lastDays = new Map(ended.map(one => [one.id, one.valid_to]))
  const all = [
    ...kept.map(one => ({ ...one, valid_to: lastDays.get(one.id) ?? one.valid_to, index: undefined })),
    ...given.map((one, index) => ({ ...one, index })),
  ]
  for (const same of Map.groupBy(all, breakOf).values()) {
    const inTurn = same.toSorted((a, b) => a.valid_from - b.valid_from)
    for (const [at, later] of inTurn.entries()) {
      const earlier = inTurn[at - 1]
      if (earlier === undefined || isOver(earlier, later)) continue
      const index = later.index ?? earlier.index
      // Two that were stored overlap only by hand; what is given is told where it stands.
      if (index === undefined) continue
      refuse(masterdataErrors.priceExists, {
        ...place(later.index === undefined ? 'valid_to' : 'valid_from', index + 1),
        detail: text(
          '同一起始数量的有效期不能重叠，请先填写较早单价的失效日期',
          'Periods from one quantity on must not overlap: give the earlier price a day on which it ends',
        ),
      })
    }
  }
  return { ended }
}

/** A price that is offered for a material, in its own unit. */
export interface Offered {
  readonly price: Quantity
  readonly from_quantity: Quantity
  readonly valid_from: Instant
  /** From the unit of the price to that of the material. */
  readonly factor: Factor
}
/** From which quantity it costs less, and how much then; null: never. */
export interface NextStep {
  readonly next_quantity: Quantity | null
  readonly next_price: Quantity | null
}
export const priceDecimals = 6
/** As it is of one unit of the material. */
const ofMaterial = <O extends Offered>(offered: O) => ({
  ...offered,
  price: roundHalfUp(convert(offered.price, offered.factor.denominator, offered.factor.numerator), priceDecimals),
  from_quantity: converted(offered.from_quantity, offered.factor),
})

/** The price for a quantity in the unit of the material, of those that are valid: the highest step that it reaches, the newest of two. */
export function stepFor<O extends Offered>(offered: readonly O[], quantity: Quantity): (O & NextStep) | null {
  const all = offered.map(ofMaterial).toSorted((a, b) => {
    if (isLess(a.from_quantity, b.from_quantity)) return -1
    return isMore(a.from_quantity, b.from_quantity) ? 1 : a.valid_from - b.valid_from
  })
  const reached = all.filter(({ from_quantity }) => !isMore(from_quantity, quantity))
  const best = reached.at(-1)
  if (!best) return null
  const next = all.find(one => isMore(one.from_quantity, quantity) && isLess(one.price, best.price))
  return { ...best, next_quantity: next?.from_quantity ?? null, next_price: next?.price ?? null }
}

/** How many prices are changed together. */
export interface PriceChange {
  readonly by: (typeof priceChangeBy.list)[number]['code']
  /** Percent or an amount of money, below zero for less. */
  readonly value: Quantity
  readonly decimals: number
  readonly valid_from: Instant
}
/**
 * What the chosen prices become from a day on: as long as they were to hold, rounded. One that begins on that day or after it is not changed
 * by what is to hold from then on, one that is over by then is not revived (another may hold in its place), and none falls below zero.
 */
export function changedPrices<P extends Omit<Period, 'subject'> & { readonly name: string; readonly price: Quantity }>(
  chosen: readonly P[],
  { by, value, decimals, valid_from }: PriceChange,
): P[] {
  return chosen.map((one, index) => {
    if (one.valid_from >= valid_from)
      refuse(masterdataErrors.priceExists, {
        ...place('valid_from', index + 1),
        detail: text(
          `${one.name} 在该日或之后才生效，请选择更晚的日期或不选它`,
          `${one.name} begins on that day or later: choose a later day, or leave it out`,
        ),
      })
    if (one.valid_to !== null && one.valid_to < valid_from)
      refuse(masterdataErrors.priceExists, {
        ...place('valid_from', index + 1),
        detail: text(
          `${one.name} 在该日之前已失效，请选择更早的日期或不选它`,
          `${one.name} ends before that day: choose an earlier day, or leave it out`,
        ),
      })
    const raw =
      by === priceChangeBy.codes.percent
        ? convert(multiply(one.price, add('100', value)), '1', '100')
        : add(one.price, value)
    if (isNegative(raw))
      refuse(masterdataErrors.priceNegative, {
        ...place('price', index + 1),
        detail: text(`${one.name} 将低于0`, `${one.name} would be below 0`),
      })
    return { ...one, price: roundHalfUp(raw, decimals), valid_from }
  })
}
