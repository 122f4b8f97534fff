import { generalErrors } from '@qitao/core/general.errors.ts'
import { convert, isLess, isMore, type Quantity, roundHalfUp, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { addMonths, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import type { FigureKey } from '../figures.ts'

/** The figures that factories are compared by; what each is stands with the figures. */
export const indicators = [
  ...(['on_time_delivery', 'otif', 'order_lead_time', 'promise_reliability', 'adherence', 'mo_on_time'] as const),
  ...(['oee', 'labour_efficiency', 'first_pass_yield', 'scrap_rate', 'stock_turns', 'stock_days'] as const),
  ...(['supplier_on_time', 'supplier_quality', 'gross_margin_rate'] as const),
] as const satisfies readonly FigureKey[]

export interface Reference {
  readonly industry_worst: Quantity | null
  readonly industry_average: Quantity | null
  readonly industry_best: Quantity | null
  readonly target: Quantity | null
  readonly source: string | null
}
/** What others reach has a source, and its quartiles are in order; a target is the company's own. */
export function expectReference(of: Reference, better: 'more' | 'less'): void {
  const { industry_worst, industry_average, industry_best } = of
  const published = [industry_worst, industry_average, industry_best].filter(value => value !== null)
  if (published.length === 0 && of.target === null) refuse(generalErrors.fieldRequired, { field: 'target' })
  if (published.length > 0 && of.source === null) refuse(generalErrors.fieldRequired, { field: 'source' })
  const isWrong = (a: Quantity, b: Quantity) => (better === 'more' ? isMore(a, b) : isLess(a, b))
  for (const [at, value] of published.entries())
    if (at > 0 && isWrong(published[at - 1]!, value)) refuse(generalErrors.badParameter, { field: 'industry_best' })
}

const bestMonths = 3
const decimals = 1
/** The mean of the best three months: what the factory has shown that it can do. Null with fewer. */
export function ownBest(months: readonly (Quantity | null)[], better: 'more' | 'less'): Quantity | null {
  const known = months.filter(value => value !== null)
  if (known.length < bestMonths) return null
  const sorted = known.toSorted((a, b) => (isMore(a, b) ? -1 : isLess(a, b) ? 1 : 0))
  const best = better === 'more' ? sorted.slice(0, bestMonths) : sorted.slice(-bestMonths)
  return roundHalfUp(convert(sum(best), '1', String(bestMonths)), decimals)
}
/** What is told of months that are over; the last that is asked for may still run, or be cut. */
export function ofWholeMonths<T>(
  told: readonly T[],
  { begins, until }: { begins: readonly Instant[]; until: Instant },
  now: Instant,
  zone: string,
): readonly T[] {
  const next = startOfDay(addMonths(dayOf(begins.at(-1)!, zone), 1), zone)
  return next <= until && next <= now ? told : told.slice(0, -1)
}
/** By how much it is behind what it is compared with, of that, in percent; below zero: it is ahead. */
export function gapRate(own: Quantity | null, compared: Quantity | null, better: 'more' | 'less'): Quantity | null {
  if (own === null || compared === null || !isMore(compared, '0')) return null
  const behind = better === 'more' ? subtract(compared, own) : subtract(own, compared)
  return roundHalfUp(convert(behind, '100', compared), decimals)
}
