import { add, convert, isLess, isMore, type Quantity, roundHalfUp } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { converted, type Factor } from '@qitao/masterdata/model/unit/unit.rules.ts'
import { purchasingErrors } from '../purchasing.errors.ts'
import type { MatchedPrice } from './unit-price.calls.ts'
import { unitPrice } from './unit-price.record.ts'

/** For what a price is asked, and when. */
export interface Period {
  readonly supplier_id: string
  readonly material_id: string
  readonly unit_id: string
  readonly currency: string
  readonly from_quantity: Quantity
  readonly valid_from: Instant
  /** The last day; null: open. */
  readonly valid_to: Instant | null
}
export interface StoredPeriod extends Period {
  readonly id: string
}
type Subject = Pick<Period, 'supplier_id' | 'material_id' | 'unit_id' | 'currency'>

const place = (field: keyof typeof unitPrice.fields, row?: number) => ({
  field,
  field_title: unitPrice.fields[field].title,
  ...(row === undefined ? {} : { row }),
})
/** Whatever is asked by one supplier for one material, in one unit and currency. */
const subjectOf = ({ supplier_id, material_id, unit_id, currency }: Subject): string =>
  [supplier_id, material_id, unit_id, currency].join()
const breakOf = (of: Period): string => `${subjectOf(of)},${add(of.from_quantity, '0')}`
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
  { replaces, dayBefore }: { readonly replaces: boolean; readonly dayBefore: (day: Instant) => Instant },
): { readonly ended: { readonly id: string; readonly valid_to: Instant }[] } {
  given.forEach(({ valid_from, valid_to }, index) => {
    if (valid_to !== null && valid_to < valid_from)
      refuse(purchasingErrors.priceExists, {
        ...place('valid_to', index + 1),
        detail: text('失效日期不能早于生效日期', 'It must not end before it begins'),
      })
  })
  const begins = new Map<string, number>()
  given.forEach((one, index) => {
    if (begins.has(beginOf(one))) refuse(purchasingErrors.priceExists, place('valid_from', index + 1))
    begins.set(beginOf(one), index)
  })
  const kept = stored.filter(one => !begins.has(beginOf(one)))
  const firsts = new Map<string, Instant[]>()
  for (const one of given) firsts.set(subjectOf(one), [...(firsts.get(subjectOf(one)) ?? []), one.valid_from])
  const ended = replaces
    ? kept.flatMap(one => {
        const next = (firsts.get(subjectOf(one)) ?? []).filter(day => day > one.valid_from)
        if (next.length === 0) return []
        const valid_to = dayBefore(Math.min(...next))
        return one.valid_to !== null && one.valid_to <= valid_to ? [] : [{ id: one.id, valid_to }]
      })
    : []
  const ends = new Map(ended.map(one => [one.id, one.valid_to]))
  const all = [
    ...kept.map(one => ({ ...one, valid_to: ends.get(one.id) ?? one.valid_to, index: undefined })),
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
      refuse(purchasingErrors.priceExists, {
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

export interface OfferedPrice extends Omit<MatchedPrice, 'next_quantity' | 'next_price'> {
  readonly valid_from: Instant
  /** From the unit of the price to that of the material. */
  readonly factor: Factor
}
const priceDecimals = 6
/** As it is of one unit of the material. */
const ofMaterial = ({ factor, ...offered }: OfferedPrice) => ({
  ...offered,
  price: roundHalfUp(convert(offered.price, factor.denominator, factor.numerator), priceDecimals),
  from_quantity: converted(offered.from_quantity, factor),
  minimum_quantity: offered.minimum_quantity && converted(offered.minimum_quantity, factor),
  pack_quantity: offered.pack_quantity && converted(offered.pack_quantity, factor),
})

/** The price for a quantity in the unit of the material, of those that are valid: the highest step that it reaches, the newest of two. */
export function matchedPrice(offered: readonly OfferedPrice[], quantity: Quantity): MatchedPrice | null {
  const all = offered.map(ofMaterial).toSorted((a, b) => {
    if (isLess(a.from_quantity, b.from_quantity)) return -1
    return isMore(a.from_quantity, b.from_quantity) ? 1 : a.valid_from - b.valid_from
  })
  const reached = all.filter(({ from_quantity }) => !isMore(from_quantity, quantity))
  const best = reached.at(-1)
  if (!best) return null
  const next = all.find(one => isMore(one.from_quantity, quantity) && isLess(one.price, best.price))
  const { valid_from: _, ...matched } = best
  return { ...matched, next_quantity: next?.from_quantity ?? null, next_price: next?.price ?? null }
}
