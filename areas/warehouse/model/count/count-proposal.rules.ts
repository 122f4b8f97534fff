import { compare, moneyDecimals, multiply, type Quantity, roundHalfUp, sum } from '@qitao/core/quantity.ts'
import { statuses } from '@qitao/core/status.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'

/** How much of what a year uses goes by a material, by value: the first four fifths are A, the next 15 % B. */
export const abcClass = statuses({
  a: { code: 1, zh: 'A', en: 'A', colour: 'danger' },
  b: { code: 2, zh: 'B', en: 'B', colour: 'warning' },
  c: { code: 3, zh: 'C', en: 'C', colour: 'neutral' },
})
export type AbcCode = (typeof abcClass.list)[number]['code']
const { a, b, c } = abcClass.codes
const shares = [
  { upTo: 0.8, code: a },
  { upTo: 0.95, code: b },
] as const
/** Days after which a bin with something of the class is counted again. */
export const countEvery: Readonly<Record<AbcCode, number>> = { 1: 30, 2: 90, 3: 365 }

/** Classes by the value used; what nobody uses is C. */
export function abcOf(used: ReadonlyMap<string, number>): Map<string, AbcCode> {
  const all = [...used]
    .filter(([, value]) => value > 0)
    .sort(([id, one], [other, two]) => two - one || (id < other ? -1 : 1))
  const total = all.reduce((before, [, value]) => before + value, 0)
  let before = 0
  return new Map(
    all.map(([id, value]) => {
      // What begins within a share is of its class, so that the largest one always is A.
      const { code } = shares.find(({ upTo }) => before < upTo * total) ?? { code: c }
      before += value
      return [id, code]
    }),
  )
}

export interface BinFacts {
  readonly location_id: string
  readonly code: string
  /** What lies there, by material, at its price; one without a price is worth nothing here. */
  readonly goods: readonly { readonly material_id: string; readonly value: Quantity }[]
  /** Since it was counted last, or within a year. */
  readonly movements: number
  readonly counted_time: Instant | null
}
export interface ProposedBin extends Omit<BinFacts, 'goods'> {
  readonly abc: AbcCode
  readonly value: Quantity
  readonly materials: number
  /** Days over the interval of its class; null: it was never counted. */
  readonly overdue_days: number | null
  readonly due: boolean
  /** What is likely to be wrong there, at its price. */
  readonly expected_error: Quantity
}

/**
 * Bins to count next. Each movement may have been written down wrongly, as often as counts have found it (`error_rate`); so likely it is
 * that a bin is wrong, and what lies there says by how much. Due ones come first, then by what is likely to be wrong.
 */
export function proposeCounts(
  bins: readonly BinFacts[],
  used: ReadonlyMap<string, number>,
  error_rate: number,
  now: Instant,
): ProposedBin[] {
  const classes = abcOf(used)
  return bins
    .map(({ goods, ...bin }): ProposedBin => {
      const own = new Set(goods.map(({ material_id }) => classes.get(material_id) ?? c))
      const abc = [a, b, c].find(code => own.has(code)) ?? c
      const value = roundHalfUp(sum(goods.map(one => one.value)), moneyDecimals)
      const days = bin.counted_time === null ? null : Math.floor((now - bin.counted_time) / daySeconds)
      const overdue_days = days === null ? null : days - countEvery[abc]
      return {
        ...{ ...bin, abc, value, materials: new Set(goods.map(({ material_id }) => material_id)).size, overdue_days },
        due: overdue_days === null || overdue_days >= 0,
        expected_error: roundHalfUp(multiply(value, String(1 - (1 - error_rate) ** bin.movements)), moneyDecimals),
      }
    })
    .sort(
      (one, other) =>
        Number(other.due) - Number(one.due) ||
        compare(other.expected_error, one.expected_error) ||
        one.abc - other.abc ||
        (one.code < other.code ? -1 : 1),
    )
}
/** Counts that have found so few lines tell nothing of how often something is wrong; then one movement in a hundred is taken. */
const fewest = 50
const usualRate = 0.01
export const errorRateOf = (counted: number, different: number): number =>
  counted < fewest ? usualRate : Math.max(different / counted, 0.001)
