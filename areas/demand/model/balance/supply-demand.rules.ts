import type { CodeOf } from '@qitao/core/status.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import type { Grid } from './grid.rules.ts'
import { demandTrend, supplyStatus } from './supply-demand.status.ts'

/** Open sales orders, needs of work orders, what of the forecast no order has consumed, and what comes. */
export const happeningKinds = ['order', 'need', 'forecast', 'transit', 'production'] as const
export type HappeningKind = (typeof happeningKinds)[number]
type Steps = Partial<Record<HappeningKind, number>>
/** What happens in a period, in whole steps of the material's unit. What does not happen is absent: a year of weeks is stored for each material. */
export interface Happening extends Readonly<Steps> {
  /** Number of the period, from 0. */
  readonly at: number
}

/** Sums of a material by period; what should have been before the first is still to come. */
export class Happenings {
  private readonly begins: readonly Instant[]
  private readonly end: Instant
  private readonly byPeriod: (Steps & { at: number })[] = []

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
    this.byPeriod[period] ??= { at: period }
    const found = this.byPeriod[period]
    found[kind] = (found[kind] ?? 0) + steps
  }
  list(): Happening[] {
    return this.byPeriod.filter(one => one !== undefined)
  }
}
/** Place of the last that is not after; -1 when all are. */
export function lastNotAfter(sorted: readonly number[], value: number): number {
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
  readonly supply_status: CodeOf<typeof supplyStatus>
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
export function trendOf(demand: number, average: number | null): CodeOf<typeof demandTrend> | null {
  if (average === null || average <= 0) return null
  if (demand > surplusFrom * average) return demandTrend.codes.surplus
  return demand < dropTo * average ? demandTrend.codes.drop : null
}

export interface BalanceSummary {
  readonly supply_status: CodeOf<typeof supplyStatus>
  readonly demand_trend: CodeOf<typeof demandTrend> | null
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

/**
 * Days from now until the balance is below nothing: of the period in which it happens, the share of its demand that can still be
 * given. Null: it never is, as where nothing is asked for.
 */
export function coverDays(
  of: readonly Balance[],
  { begins, end }: Pick<Grid, 'begins' | 'end'>,
  now: Instant,
): number | null {
  const at = of.findIndex(({ balance }) => balance < 0)
  if (at < 0) return null
  const { capacity, demand } = of[at]!
  const share = demand > 0 ? Math.max(0, capacity / demand) : 0
  const from = Math.max(now, begins[at]!)
  const until = Math.max(from, begins[at + 1] ?? end)
  return Math.floor((from + share * (until - from) - now) / daySeconds)
}

/** Balances by the periods of a grid that begins with a later one, or ends with it: what is left stays. */
export function balancesFrom(of: readonly Balance[], skipped: number): Balance[] {
  const last = of.at(-1)!.balance
  const rest = { demand: 0, forecast: 0, supply: 0, capacity: last, balance: last, supply_status: normal }
  return of.map((_, at) => of[at + skipped] ?? rest)
}

/** As it is once so much more is made of it in a period. */
export function withProduction(happenings: readonly Happening[], at: number, steps: number): Happening[] {
  const known = happenings.find(one => one.at === at) ?? { at }
  const others = happenings.filter(one => one.at !== at)
  return [...others, { ...known, production: (known.production ?? 0) + steps }].sort((a, b) => a.at - b.at)
}
