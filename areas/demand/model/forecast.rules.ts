import { add, compare, isMore, type Quantity, roundHalfUp, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import type { Forecast } from '@qitao/planning/forecast/forecast.ts'
import type { Sizes } from '@qitao/planning/forecast/models.ts'
import { periodsOf } from '@qitao/scheduling/model/load/load.rules.ts'
import { daysWithin, periodsOfYear } from './balance/grid.rules.ts'
import type { ModelCode } from './config/forecast-config.record.ts'
import { combined, forecastersOf, type ModelChoice } from './config/forecast-config.rules.ts'
import { demandErrors } from './demand.errors.ts'
import { type Factors, usualDemand } from './event/event.rules.ts'

const keptYears = 3

/** Begins of the periods of three years before this one; of this one and those ahead; and the end of the last. */
export interface Horizon {
  readonly past: readonly Instant[]
  readonly ahead: readonly Instant[]
  readonly end: Instant
}
export function horizonAt(now: Instant, dimension: number, zone: string): Horizon {
  const count = periodsOfYear(dimension)
  const days = daysWithin(dimension, count)
  const from = firstKept(now, zone)
  const all = periodsOf(from, startOfDay(addDays(dayOf(now, zone), days), zone), dimension, zone)
  const current = all.findLastIndex(({ period }) => period <= now)
  // The first one began before what is kept: it is not whole.
  const past = all.slice(0, current).filter(({ period }) => period >= from)
  const ahead = all.slice(current, current + count)
  return { past: past.map(({ period }) => period), ahead: ahead.map(({ period }) => period), end: ahead.at(-1)!.until }
}

/** The day three years ago. */
export function firstKept(now: Instant, zone: string): Instant {
  const today = dayOf(now, zone)
  const year = Number(today.slice(0, 4)) - keptYears
  const sameDay = `${String(year).padStart(4, '0')}${today.slice(4)}`
  return startOfDay(sameDay.endsWith('02-29') ? addDays(`${year}-02-28`, 0) : sameDay, zone)
}
export function expectKept(range: readonly [Instant, Instant] | undefined, now: Instant, zone: string): void {
  if (range && range[0] < firstKept(now, zone)) refuse(demandErrors.rangeOverThreeYears)
}

export interface StoredPeriod {
  readonly period: Instant
  readonly quantity: Quantity
  readonly lower: Quantity
  readonly upper: Quantity
}
export interface StoredModel {
  readonly model: ModelCode
  readonly share: number
  readonly wape: number | null
  readonly bias: number | null
}
export interface ComputedForecast {
  readonly material_id: string
  readonly demand_kind: Forecast['kind']
  readonly wape: number | null
  readonly bias: number | null
  readonly periods: readonly StoredPeriod[]
  readonly models: readonly StoredModel[]
  /** With what it was computed. */
  readonly chosen: ModelChoice
  readonly origin_count: number
  readonly history_count: number
}

/** Demand of a material in each period of the past. */
export interface MaterialDemand {
  readonly material_id: string
  readonly precision: number
  readonly series: string | null
  readonly quantities: readonly number[]
}

export const sizesOf = ({ past, ahead }: Pick<Horizon, 'past' | 'ahead'>, dimension: number): Sizes => ({
  season: periodsOfYear(dimension),
  horizon: ahead.length,
  longest: past.length,
})
/**
 * Forecasts one material after another, in the periods of a horizon. All models are tried whatever is chosen, so that people see
 * how the others did; shares say which of them speak in the forecast.
 */
export function forecasterFor(
  horizon: Horizon,
  dimension: number,
  {
    choiceOf = () => combined,
    factorsOf = () => undefined,
  }: {
    readonly choiceOf?: (material_id: string) => ModelChoice
    /** What is known to move demand: taken out of the past, put into what comes. */
    readonly factorsOf?: (demand: MaterialDemand) => Factors | undefined
  } = {},
): (demand: MaterialDemand) => ComputedForecast {
  const forecasters = forecastersOf(sizesOf(horizon, dimension))
  return demand => {
    const { material_id, precision } = demand
    const factors = factorsOf(demand)
    const quantities = usualDemand(demand.quantities, factors)
    const choice = choiceOf(material_id)
    const all = forecasters(combined).forecast(quantities)
    const forecast = choice.model === 'combined' ? all : forecasters(choice).forecast(quantities)
    const byHand = choice.model === 'user_input'
    const rounded = (value: number): Quantity => (byHand ? '0' : roundHalfUp(String(value), precision))
    const chosen = forecast === all ? [] : byHand ? [ofPeople] : forecast.models
    const others = all.models.filter(({ model }) => !chosen.some(one => one.model === model))
    return {
      material_id,
      demand_kind: all.kind,
      wape: byHand ? null : known(forecast.wape),
      bias: byHand ? null : known(forecast.bias),
      periods: horizon.ahead.map((period, h) => ({
        period,
        quantity: rounded(forecast.values[h]! * (factors?.ahead[h] ?? 1)),
        lower: rounded(forecast.lower[h]! * (factors?.ahead[h] ?? 1)),
        upper: rounded(forecast.upper[h]! * (factors?.ahead[h] ?? 1)),
      })),
      models: [...chosen, ...others.map(one => (forecast === all ? one : { ...one, share: 0 }))].map(
        ({ model, share, wape, bias }) => ({ model, share, wape: known(wape), bias: known(bias) }),
      ),
      chosen: { model: choice.model, parameters: choice.parameters },
      origin_count: all.origins,
      history_count: quantities.length,
    }
  }
}
const ofPeople = { model: 'user_input' as const, share: 1, wape: Number.NaN, bias: Number.NaN }
const known = (share: number): number | null => (Number.isFinite(share) ? Math.round(share * 1e6) / 1e6 : null)

/** Orders consume the forecast of their period: what is still open of it is never below nothing. */
export const openOf = (forecast: Quantity, ordered: Quantity): Quantity =>
  isMore(ordered, forecast) ? '0' : subtract(forecast, ordered)

/** Accuracy in percent: what the error leaves of the demand, never below nothing. */
export const accuracyOf = (wape: number | null): Quantity | null =>
  wape === null ? null : percentOf(Math.max(0, 1 - wape))
export const percentOf = (share: number): Quantity => roundHalfUp(String(100 * share), 1)

/** Only periods that are forecast can be set; each once (5305). */
export function expectPeriods(values: readonly { readonly period: Instant }[], ahead: readonly Instant[]): void {
  const allowed = new Set(ahead)
  const seen = new Set<Instant>()
  values.forEach(({ period }, index) => {
    if (!allowed.has(period) || seen.has(period))
      refuse(demandErrors.parameterInvalid, { field: 'period', row: index + 1 })
    seen.add(period)
  })
}
export const mostOf = (quantities: readonly Quantity[]): Quantity =>
  quantities.reduce((most, one) => (compare(one, most) > 0 ? one : most), '0')

/** What two periods say once so much of the first is expected in the second; never more than is forecast in it (5327). */
export function movedForecast(
  from: { readonly period: Instant; readonly quantity: Quantity },
  to: Quantity,
  quantity: Quantity,
  zone: string,
): { from: Quantity; to: Quantity } {
  if (isMore(quantity, from.quantity))
    refuse(demandErrors.moreThanForecast, {
      ...{ period: dayOf(from.period, zone), quantity: from.quantity, field: 'quantity' },
    })
  return { from: subtract(from.quantity, quantity), to: add(to, quantity) }
}
