import type { Instant } from '@qitao/core/time.ts'
import { demandTrend, supplyStatus } from './supply-demand.status.ts'

/** What happens in a period, in whole steps of the material's unit. */
export interface Happening {
  /** Number of the period, from 0. */
  readonly at: number
  /** Open sales orders, needs of work orders, and what of the forecast no order has consumed. */
  readonly order: number
  readonly need: number
  readonly forecast: number
  readonly transit: number
  readonly production: number
}
export const happeningKinds = ['order', 'need', 'forecast', 'transit', 'production'] as const
export type HappeningKind = (typeof happeningKinds)[number]

/** Sums of a material by period; what should have been before the first is still to come. */
export class Happenings {
  private readonly begins: readonly Instant[]
  private readonly end: Instant
  private readonly byPeriod = new Map<number, Record<HappeningKind, number>>()

  constructor(begins: readonly Instant[], end: Instant) {
    this.begins = begins
    this.end = end
  }
  add(kind: HappeningKind, at: Instant, steps: number): void {
    if (steps === 0 || at >= this.end) return
    this.addAt(kind, Math.max(0, lastNotAfter(this.begins, at)), steps)
  }
  addAt(kind: HappeningKind, period: number, steps: number): void {
    if (steps === 0) return
    const found = this.byPeriod.get(period) ?? { order: 0, need: 0, forecast: 0, transit: 0, production: 0 }
    found[kind] += steps
    this.byPeriod.set(period, found)
  }
  list(): Happening[] {
    return [...this.byPeriod].map(([at, of]) => ({ at, ...of })).sort((a, b) => a.at - b.at)
  }
}
/** Place of the last that is not after; -1 when all are. */
function lastNotAfter(sorted: readonly number[], value: number): number {
  let low = -1
  let high = sorted.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (sorted[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

export interface Balance {
  readonly demand: number
  readonly forecast: number
  readonly supply: number
  /** What can be given in the period: what is left of those before, and what comes in it. */
  readonly capacity: number
  /** After it; below 0 something is short. */
  readonly balance: number
  readonly supply_status: number
}
const { normal, abnormal } = supplyStatus.codes
/** Period by period, what is left of each going on to the next. Abnormal where more is asked for than can be given. */
export function balances(opening: number, happenings: readonly Happening[], count: number): Balance[] {
  const of = new Map(happenings.map(one => [one.at, one]))
  let before = opening
  return Array.from({ length: count }, (_, at) => {
    const { order = 0, need = 0, forecast = 0, transit = 0, production = 0 } = of.get(at) ?? {}
    const demand = order + need + forecast
    const supply = transit + production
    const capacity = before + supply
    before = capacity - demand
    const supply_status = demand > 0 && demand > capacity ? abnormal : normal
    return { demand, forecast, supply, capacity, balance: before, supply_status }
  })
}

/** Demand is abnormal above one and a half times what is usual, and below half of it. */
const surplusFrom = 1.5
const dropTo = 0.5
export function trendOf(demand: number, average: number | null): number | null {
  if (average === null || average <= 0) return null
  if (demand > surplusFrom * average) return demandTrend.codes.surplus
  return demand < dropTo * average ? demandTrend.codes.drop : null
}

export interface BalanceSummary {
  readonly supply_status: number
  readonly demand_trend: number | null
  /** Number of the first period that ends below nothing. */
  readonly short_at: number | null
  readonly short: number
}
/** Demand of so many periods ahead is held against the past. */
const trendPeriods = 4
export function summaryOf(of: readonly Balance[], average: number | null): BalanceSummary {
  const short_at = of.findIndex(({ balance }) => balance < 0)
  const near = of.slice(0, trendPeriods)
  const demand = near.reduce((sum, one) => sum + one.demand, 0) / Math.max(1, near.length)
  return {
    supply_status: of.some(one => one.supply_status === abnormal) ? abnormal : normal,
    demand_trend: trendOf(demand, average),
    short_at: short_at < 0 ? null : short_at,
    short: Math.max(0, ...of.map(({ balance }) => -balance)),
  }
}

/** Days until the balance is below nothing, the period in which it happens taken by its share; null: it never is. */
export function coverDays(opening: number, of: readonly Balance[], days: number): number | null {
  const at = of.findIndex(({ balance }) => balance < 0)
  if (at < 0) return null
  const before = at === 0 ? opening : of[at - 1]!.balance
  const { supply, demand } = of[at]!
  const share = demand > 0 ? Math.max(0, Math.min(1, (before + supply) / demand)) : 0
  return Math.floor(days * (at + share))
}
