import { add, convert, isPositive, multiply, type Quantity, roundHalfUp } from '@qitao/core/quantity.ts'
import { addDays, addMonths, type Day, dayOf, daysBetween, type Instant, startOfDay } from '@qitao/core/time.ts'
import { seesUnitPrices } from '@qitao/masterdata/model/price/sees-unit-prices.ts'
import { daysOf, periodsOf } from '@qitao/scheduling/model/load/load.rules.ts'
import type { Page } from '@qitao/site/model/pages.ts'
import { type FactsKey, factsAt } from './facts.ts'
import { grain } from './figure.status.ts'
import { type FigureKey, type FigureUnit, figureOf } from './figures.ts'

/** Decimals that a figure is given with. */
const decimals: Readonly<Record<FigureUnit, number>> = {
  ...{ percent: 1, count: 0, days: 1, hours: 1, minutes: 1, quantity: 6, money: 2, turns: 2 },
}

export type Sums = Readonly<Record<string, Quantity | null>>
/** A figure of sums; null where there is nothing that it could be measured by. */
export function figureValue(key: FigureKey, sums: Sums): Quantity | null {
  const { of, unit } = figureOf(key)
  let value = unit === 'percent' ? '100' : '1'
  for (const [part, whole] of of) {
    const above = sums[part] ?? null
    if (whole === undefined) {
      // Of no rows the sum is nothing; rows that nobody can add up have no sum.
      if (sums[part] === null) return null
      value = multiply(value, above ?? '0')
      continue
    }
    const below = sums[whole] ?? null
    // Below nothing is what books say that began without what lay there.
    if (above === null || below === null || !isPositive(below)) return null
    value = convert(value, above, below)
  }
  return roundHalfUp(value, decimals[unit])
}

/** Sums of rows that are summed in parts: unknown only where no part is known, as of all rows together. */
export const addedSums = (parts: readonly Sums[]): Sums =>
  parts.reduce<Record<string, Quantity | null>>((whole, part) => {
    for (const [name, value] of Object.entries(part))
      whole[name] = value === null ? (whole[name] ?? null) : add(whole[name] ?? '0', value)
    return whole
  }, {})

/** Names of the sums that figures are made of, each once. */
export const sumsOf = (keys: readonly FigureKey[]): string[] => [
  ...new Set(
    keys.flatMap(key =>
      figureOf(key)
        .of.flat()
        .filter(name => name !== undefined),
    ),
  ),
]

/** Addresses of the pages that somebody has. */
type HeldPages = Pick<ReadonlySet<string>, 'has'>
const hasOne = (of: readonly Page[], pages: HeldPages): boolean => of.some(({ path }) => pages.has(path))
/** Who has one of the pages that show the rows sees the figure; what stock is worth needs its prices too. */
export function maySee(key: FigureKey, pages: HeldPages): boolean {
  const { facts, unit } = figureOf(key)
  return hasOne(factsAt(facts).pages, pages) && (unit !== 'money' || maySeeSums(facts, pages))
}
/** Whether the sums behind a share may be told with it. */
export const maySeeSums = (key: FactsKey, pages: HeldPages): boolean =>
  !factsAt(key).worth || hasOne(seesUnitPrices, pages)

export interface Periods {
  readonly from: Instant
  /** First instant that does not belong to it. */
  readonly until: Instant
  readonly begins: readonly Instant[]
}
/** From and until of each period. */
export const rangesIn = ({ from, until, begins }: Periods): (readonly [Instant, Instant])[] =>
  begins.map((begin, at) => [Math.max(begin, from), begins[at + 1] ?? until])

/** All of it as one period. */
export const asOne = ({ from, until }: Periods): Periods => ({ from, until, begins: [from] })

/**
 * Periods that overlap or follow each other, as one set that is cut wherever one of theirs begins or ends: each of theirs is some of its
 * parts. `of`: the numbers of the sets that it holds.
 */
export function commonPeriods(sets: readonly Periods[]): { periods: Periods; of: number[] }[] {
  const clusters: { from: Instant; until: Instant; of: number[] }[] = []
  for (const at of sets
    .keys()
    .toArray()
    .sort((a, b) => sets[a]!.from - sets[b]!.from)) {
    const { from, until } = sets[at]!
    const last = clusters.at(-1)
    if (last && from <= last.until) {
      last.until = Math.max(last.until, until)
      last.of.push(at)
    } else clusters.push({ from, until, of: [at] })
  }
  return clusters.map(({ from, until, of }) => {
    const cuts = of.flatMap(at => rangesIn(sets[at]!).flat()).filter(cut => cut < until)
    return { of, periods: { from, until, begins: [...new Set(cuts)].sort((a, b) => a - b) } }
  })
}
/** A range of days, the last one whole, cut into days, weeks or months; the first and the last may be a part of theirs. */
export function periodsIn([first, last]: readonly [Instant, Instant], by: number, zone: string): Periods {
  const from = startOfDay(dayOf(first, zone), zone)
  const until = startOfDay(addDays(dayOf(last, zone), 1), zone)
  const begins =
    by === grain.codes.day
      ? daysOf(from, until, zone).map(({ date }) => date)
      : periodsOf(from, until, by, zone).map(({ period }) => period)
  return { from, until, begins }
}
/** A period as people name it: 2026-11, or its first day. */
export const periodName = (period: Instant, by: number, zone: string): string => {
  const day = dayOf(period, zone)
  return by === grain.codes.month ? day.slice(0, 7) : day
}
/** Longer than any period. */
const longestPeriodDays = 400
/** The first and the last day of a period that a range holds; undefined: it holds all of them. */
export function daysHeld(
  period: Instant,
  range: readonly [Instant, Instant],
  by: number,
  zone: string,
): [Day, Day] | undefined {
  const { from, until } = periodsIn(range, by, zone)
  const beyond = startOfDay(addDays(dayOf(period, zone), longestPeriodDays), zone)
  const ends = periodsIn([period, beyond], by, zone).begins[1] ?? until
  if (from <= period && ends <= until) return undefined
  return [dayOf(Math.max(from, period), zone), addDays(dayOf(Math.min(until, ends), zone), -1)]
}
/** The range that a range is compared with: as many days before it, or the same days of the year before. */
export function rangeBefore(
  [first, last]: readonly [Instant, Instant],
  compared: 'previous' | 'year',
  zone: string,
): [Instant, Instant] {
  const [from, to] = [dayOf(first, zone), dayOf(last, zone)]
  if (compared === 'year') return [startOfDay(addMonths(from, -12), zone), startOfDay(addMonths(to, -12), zone)]
  const days = daysBetween(from, to) + 1
  return [startOfDay(addDays(from, -days), zone), startOfDay(addDays(to, -days), zone)]
}
