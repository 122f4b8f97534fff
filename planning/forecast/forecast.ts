/**
 * Forecast of one series after another: every model that applies is tried at four origins of the past, each time fitted anew to
 * what was known then, and the forecast is the mean of all, weighted by one over the squared error that each made. Averages stray
 * less than a winner: the best of the past is often the luckiest.
 */
import { asUncertain, isIntermittent } from './intermittent.ts'
import { intervalOf } from './interval.ts'
import {
  intermittentModels,
  intermittentRate,
  type ModelName,
  type ModelParameters,
  Models,
  restsOn,
  type Sizes,
  steadyModels,
} from './models.ts'

const originsTried = 4
/** A rolling origin leaves at least this much before it. */
const leastHistory = 4
/** No forecast goes beyond this multiple of the highest value known. */
const highest = 5

/** How the demand is: always there, now and then, too short to choose by, or none at all. */
export type DemandKind = 'steady' | 'intermittent' | 'short' | 'none'

export interface ModelResult {
  readonly model: ModelName
  /** Share of it in the forecast: all add up to 1. */
  readonly share: number
  readonly values: Float64Array
  /** Over all origins and steps; NaN where the history allows no trial. Error over demand, and the signed sum of it. */
  readonly wape: number
  readonly bias: number
  /** Mean absolute error in units. */
  readonly error: number
}

export interface Forecast {
  readonly kind: DemandKind
  readonly values: Float64Array
  /** 95 of 100 periods are to lie between. */
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Best first. */
  readonly models: readonly ModelResult[]
  readonly origins: number
  /** Of the forecast itself at the same origins. */
  readonly wape: number
  readonly bias: number
  /** Standard deviation of its error one step ahead, for safety stock. */
  readonly deviation: number
}

export interface Ask extends Sizes {
  /** The one model that a person chose; otherwise all are tried. */
  readonly model?: ModelName | undefined
  readonly parameters?: ModelParameters | undefined
}

/** Origins of trial: as late as they can be with a quarter of the history to forecast, two years before them where there are. */
export function originsOf(n: number, horizon: number, season: number): number[] {
  const ahead = Math.max(1, Math.min(horizon, Math.floor(n / 4)))
  const least = Math.min(2 * season, n - ahead - 3)
  const step = Math.max(1, Math.min(Math.floor(ahead / 2), Math.floor((n - ahead - least) / (originsTried - 1))))
  return Array.from({ length: originsTried }, (_, k) => n - ahead - k * step).filter(origin => origin >= leastHistory)
}

export class Forecaster {
  private readonly ask: Ask
  private readonly models: Models
  private readonly steady: readonly (typeof steadyModels)[number][]
  private readonly intermittent: readonly (typeof intermittentModels)[number][]
  /** Demand in the scale of the models, and one forecast in it. */
  private readonly scaled: Float64Array
  private readonly one: Float64Array
  private inLogarithms = false

  constructor(ask: Ask) {
    this.ask = ask
    this.models = new Models(ask, ask.parameters)
    const { model } = ask
    this.steady = model ? steadyModels.filter(name => name === model) : steadyModels
    this.intermittent = model ? intermittentModels.filter(name => name === model) : intermittentModels
    this.scaled = new Float64Array(ask.longest)
    this.one = new Float64Array(ask.horizon)
  }

  /** Oldest value first; what is before the first demand says nothing. */
  forecast(history: ArrayLike<number>): Forecast {
    const { season, horizon, longest } = this.ask
    let first = Math.max(0, history.length - longest)
    while (first < history.length && history[first]! <= 0) first++
    const n = history.length - first
    const demand = new Float64Array(n)
    for (let t = 0; t < n; t++) demand[t] = Math.max(0, history[first + t]!)
    if (n === 0) return nothing(horizon)

    // Position 0 of the season is the first value: the same for all origins of one series.
    const now = isIntermittent(demand, n) && this.intermittent.length > 0
    this.scale(demand, n)
    const names: readonly ModelName[] = now || this.steady.length === 0 ? this.intermittent : this.steady
    const asRate = names === this.intermittent
    const origins = originsOf(n, horizon, asRate ? 1 : season)
    const usable = names.filter(model => this.models.applies(model, origins.at(-1) ?? n))
    // A chosen model that cannot be used yet gives way to the mean of what is known.
    if (usable.length === 0) usable.push('rolling_average')

    const tried = origins.map(origin => {
      if (!asRate) this.models.prepare(this.scaled, origin)
      return usable.map(model => this.valuesOf(model, asRate, demand, origin))
    })
    if (!asRate) this.models.prepare(this.scaled, n)
    const last = usable.map(model => this.valuesOf(model, asRate, demand, n))
    const errors = usable.map((_, m) => errorOf(demand, n, origins, tried, m))
    const shares = sharesOf(
      errors.map(({ absolute, squared, signed }) => (asRate ? squared + Math.abs(signed) : absolute)),
    )

    const combined = (of: readonly Float64Array[], known: number): Float64Array => {
      const out = new Float64Array(horizon)
      for (let m = 0; m < of.length; m++) {
        for (let h = 0; h < horizon; h++) out[h]! += shares[m]! * of[m]![h]!
      }
      if (asRate && !this.ask.model)
        out.fill(asUncertain(out[0]!, demand, known, this.restsOn(usable, shares, demand, known)))
      return out
    }
    const values = combined(last, n)
    const past = tried.map((of, o) => combined(of, origins[o]!))
    const all = [...origins.keys()]
    const own = errorOf(
      demand,
      n,
      origins,
      all.map(o => [past[o]!]),
      0,
    )
    const interval = intervalOf({ demand, n, origins, past, values, inLogarithms: this.inLogarithms && !asRate })
    const results = usable.map((model, m) => ({
      model,
      share: shares[m]!,
      values: last[m]!,
      wape: errors[m]!.wape,
      bias: errors[m]!.bias,
      error: errors[m]!.absolute,
    }))
    return {
      kind: asRate ? 'intermittent' : origins.length === 0 ? 'short' : 'steady',
      values,
      ...interval,
      models: results.toSorted((a, b) => b.share - a.share),
      origins: origins.length,
      wape: own.wape,
      bias: own.bias,
    }
  }

  private scale(demand: Float64Array, n: number): void {
    this.inLogarithms = demand.every(value => value > 0)
    this.models.inLogarithms = this.inLogarithms
    for (let t = 0; t < n; t++) this.scaled[t] = this.inLogarithms ? Math.log(demand[t]!) : demand[t]!
  }

  /** Periods that a mean of such rates rests on: those of each by its share. */
  private restsOn(models: readonly ModelName[], shares: readonly number[], demand: Float64Array, n: number): number {
    const { season, parameters = {} } = this.ask
    let times = 0
    for (let t = 0; t < n; t++) if (demand[t]! > 0) times++
    return models.reduce(
      (sum, model, m) =>
        sum +
        shares[m]! * Math.min(n, restsOn(model as (typeof intermittentModels)[number], n, times, season, parameters)),
      0,
    )
  }

  /** What a model says of the periods after `n`, in units: never below nothing, never beyond all that was seen. */
  private valuesOf(model: ModelName, asRate: boolean, demand: Float64Array, n: number): Float64Array {
    const { horizon, season } = this.ask
    const out = new Float64Array(horizon)
    if (asRate) {
      const name = model as (typeof intermittentModels)[number]
      return out.fill(intermittentRate(name, demand, n, season, this.ask.parameters ?? {}))
    }
    this.models.forecast(model as (typeof steadyModels)[number], this.scaled, n, this.one)
    let most = 0
    for (let t = 0; t < n; t++) most = Math.max(most, demand[t]!)
    for (let h = 0; h < horizon; h++) {
      const value = this.inLogarithms ? Math.exp(this.one[h]!) : this.one[h]!
      out[h] = Math.min(highest * most, Math.max(0, value))
    }
    return out
  }
}

interface TrialError {
  readonly absolute: number
  readonly squared: number
  readonly signed: number
  readonly wape: number
  readonly bias: number
}

/** Errors of model `m` over all origins and steps. */
function errorOf(
  demand: Float64Array,
  n: number,
  origins: readonly number[],
  tried: readonly (readonly Float64Array[])[],
  m: number,
): TrialError {
  let count = 0
  let absolute = 0
  let squared = 0
  let signed = 0
  let total = 0
  for (let o = 0; o < origins.length; o++) {
    const values = tried[o]![m]!
    const origin = origins[o]!
    for (let h = 0; h < values.length && origin + h < n; h++) {
      const actual = demand[origin + h]!
      const error = values[h]! - actual
      absolute += Math.abs(error)
      squared += error * error
      signed += error
      total += actual
      count++
    }
  }
  return {
    absolute: absolute / count,
    squared: Math.sqrt(squared / count),
    signed: signed / count,
    wape: total > 0 ? absolute / total : Number.NaN,
    bias: total > 0 ? signed / total : Number.NaN,
  }
}

/** One over the squared error, as parts of 1; equal where nothing could be tried. */
function sharesOf(errors: readonly number[]): number[] {
  const least = Math.min(...errors)
  if (!Number.isFinite(least)) return errors.map(() => 1 / errors.length)
  const weights = errors.map(error => (error <= least ? 1 : (least / error) ** 2))
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map(weight => weight / sum)
}

function nothing(horizon: number): Forecast {
  const values = new Float64Array(horizon)
  return {
    kind: 'none',
    values,
    lower: values,
    upper: values,
    models: [],
    origins: 0,
    wape: Number.NaN,
    bias: Number.NaN,
    deviation: 0,
  }
}
