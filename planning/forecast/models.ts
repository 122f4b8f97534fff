/**
 * The models, by name. Demand that is always there is forecast in logarithms (it grows and swings by shares), with its season
 * taken out where a model has none of its own; with a zero in it, as it is. What comes now and then has models of its own.
 */
import { Autoregression } from './autoregression.ts'
import { aggregated, croston, meanOfLast, restsOnAlpha, smoothed, tsb } from './intermittent.ts'
import { Seasons } from './season.ts'
import { dampings, EvolvingSeason, Level, slopeOf, Trend } from './smoothing.ts'

/** The first four are the specification's; with user input, which is no model, they are its five. */
export const steadyModels = [
  'rolling_average',
  'yoy',
  'exponential',
  'holt',
  'theta',
  'damped',
  'autoregression',
  'theta_of_three',
  'damped_of_two',
  'evolving_season',
] as const
export const intermittentModels = [
  'rolling_average',
  'rolling_year',
  'exponential',
  'exponential_fast',
  'croston',
  'sba',
  'tsb',
  'adida',
] as const
export type ModelName = (typeof steadyModels)[number] | (typeof intermittentModels)[number]

/** What a person may fix of the named models; what is not given is found. */
export interface ModelParameters {
  /** rolling_average: periods. */
  readonly window?: number | undefined
  /** exponential and holt. */
  readonly alpha?: number | undefined
  /** holt: of the slope. */
  readonly beta?: number | undefined
  /** yoy: change against the year before, 0.1 for ten percent more. */
  readonly growth?: number | undefined
}

const usualWindow = 6

export interface Sizes {
  /** Periods of a year: 12 or 52; 1 for none. */
  readonly season: number
  readonly horizon: number
  /** Most periods of a history. */
  readonly longest: number
}

/** Room for one series after another: nothing is made anew for the next. */
export class Models {
  /** Scale of the values that are given. */
  inLogarithms = false
  private readonly sizes: Sizes
  private readonly parameters: ModelParameters
  private readonly seasons: Seasons
  private readonly plain: Float64Array
  private readonly blocks: Float64Array
  private readonly blockForecast: Float64Array
  private readonly level = new Level()
  private readonly blockLevel = new Level()
  private readonly damped: Trend
  private readonly holt: Trend
  private readonly evolving: EvolvingSeason
  private readonly autoregression = new Autoregression()

  constructor(sizes: Sizes, parameters: ModelParameters = {}) {
    const { season, horizon, longest } = sizes
    this.sizes = sizes
    this.parameters = parameters
    this.seasons = new Seasons(season, longest)
    this.plain = new Float64Array(longest)
    this.blocks = new Float64Array(longest)
    this.blockForecast = new Float64Array(horizon + 2)
    this.damped = new Trend(dampings, longest)
    const { alpha, beta } = parameters
    this.holt = new Trend([1], longest, alpha, beta)
    this.evolving = new EvolvingSeason(season)
  }

  /** Season and level of the first `n` values, which the models share. */
  prepare(values: Float64Array, n: number): void {
    const { season } = this.sizes
    this.seasons.estimate(values, n)
    for (let t = 0; t < n; t++) this.plain[t] = values[t]! - this.seasons.index[t % season]!
    this.level.fit(this.plain, n, this.parameters.alpha)
  }

  /** Whether a model can say anything about `n` periods. */
  applies(model: ModelName, n: number): boolean {
    const { season } = this.sizes
    if (model === 'yoy') return season > 1 && n >= season + (this.parameters.growth === undefined ? season / 2 : 0)
    if (model === 'evolving_season') return season > 1 && n >= 2 * season
    if (model === 'theta_of_three') return n >= 12
    if (model === 'damped_of_two') return n >= 8
    if (model === 'autoregression') return n >= Autoregression.needs
    return n >= (model === 'holt' || model === 'damped' || model === 'theta' ? 3 : 1)
  }

  /** Forecast out of the first `n` values, which are prepared; in their scale. */
  forecast(model: (typeof steadyModels)[number], values: Float64Array, n: number, out: Float64Array): void {
    const { season, horizon } = this.sizes
    const { index } = this.seasons
    if (model === 'yoy') {
      this.lastYear(values, n, out)
      return
    }
    this.withoutSeason(model, n, out)
    for (let h = 0; h < horizon; h++) out[h]! += index[(n + h) % season]!
  }

  private withoutSeason(model: (typeof steadyModels)[number], n: number, out: Float64Array): void {
    const { plain, level } = this
    const { horizon } = this.sizes
    switch (model) {
      case 'rolling_average':
        out.fill(meanOfLast(plain, n, this.parameters.window ?? usualWindow))
        break
      case 'exponential':
        out.fill(level.level)
        break
      case 'theta':
        theta(plain, n, level, out)
        break
      case 'holt':
        this.holt.fit(plain, n)
        this.holt.forecast(horizon, out)
        break
      case 'damped':
        this.damped.fit(plain, n)
        this.damped.forecast(horizon, out)
        break
      case 'autoregression':
        this.autoregression.forecast(plain, n, horizon, out)
        break
      case 'evolving_season':
        this.evolving.forecast(plain, n, horizon, out)
        break
      case 'theta_of_three': {
        const blocks = this.inBlocks(n, 3)
        this.blockLevel.fit(this.blocks, blocks)
        theta(this.blocks, blocks, this.blockLevel, this.blockForecast)
        this.outOfBlocks(3, out)
        break
      }
      case 'damped_of_two':
        this.damped.fit(this.blocks, this.inBlocks(n, 2))
        this.damped.forecast(Math.ceil(horizon / 2) + 1, this.blockForecast)
        this.outOfBlocks(2, out)
        break
    }
  }

  /** The same period a year ago, and how much more or less a year made: smoothed, in logarithms a share. */
  private lastYear(values: Float64Array, n: number, out: Float64Array): void {
    const { season, horizon } = this.sizes
    const { growth } = this.parameters
    const { blockLevel } = this
    let change = growth === undefined ? 0 : this.changeOf(growth, values, n)
    if (growth === undefined) {
      for (let t = season; t < n; t++) this.blocks[t - season] = values[t]! - values[t - season]!
      blockLevel.fit(this.blocks, n - season)
      change = blockLevel.level
    }
    // Of years ahead only the first change is known.
    for (let h = 0; h < horizon; h++) out[h] = values[n - season + (h % season)]! + change
  }

  /** A growth that was given, in the scale of the values. */
  private changeOf(growth: number, values: Float64Array, n: number): number {
    return this.inLogarithms ? Math.log1p(growth) : growth * meanOfLast(values, n, this.sizes.season)
  }

  /** Means of blocks of periods, counted from the end. */
  private inBlocks(n: number, size: number): number {
    const count = Math.floor(n / size)
    const first = n - count * size
    for (let i = 0; i < count; i++) {
      let sum = 0
      for (let k = 0; k < size; k++) sum += this.plain[first + i * size + k]!
      this.blocks[i] = sum / size
    }
    return count
  }

  /** Periods lie on the line between the middles of the blocks. */
  private outOfBlocks(size: number, out: Float64Array): void {
    const { blockForecast } = this
    for (let h = 0; h < this.sizes.horizon; h++) {
      const at = (h + 0.5) / size - 0.5
      const block = Math.floor(at)
      const before = block < 0 ? 2 * blockForecast[0]! - blockForecast[1]! : blockForecast[block]!
      out[h] = before + (at - block) * (blockForecast[block + 1]! - before)
    }
  }
}

/** Theta: the smoothed level, and half of the slope of all values. */
function theta(values: Float64Array, n: number, { level, alpha }: Level, out: Float64Array): void {
  const slope = slopeOf(values, n) / 2
  // The level lags behind a slope by this much.
  const lag = (1 - (1 - alpha) ** n) / alpha
  for (let h = 0; h < out.length; h++) out[h] = level + slope * (h + lag)
}

const slow = 0.1
const fast = 0.2
const block = { periods: 3, alpha: 0.3 }

/** Rate of demand that comes now and then, out of the first `n` values. */
export function intermittentRate(
  model: (typeof intermittentModels)[number],
  values: Float64Array,
  n: number,
  season: number,
  { window, alpha }: ModelParameters,
): number {
  switch (model) {
    case 'rolling_average':
      return meanOfLast(values, n, window ?? usualWindow)
    case 'rolling_year':
      return meanOfLast(values, n, Math.max(season, 12))
    case 'exponential':
      return smoothed(values, n, alpha ?? slow)
    case 'exponential_fast':
      return smoothed(values, n, fast)
    case 'croston':
      return croston(values, n, slow, false)
    case 'sba':
      return croston(values, n, slow, true)
    case 'tsb':
      return tsb(values, n, fast)
    case 'adida':
      return aggregated(values, n, block.periods, block.alpha)
  }
}

/** How many periods its rate rests on; what smooths sizes and distances rests on demands, `n` of which `times` had one. */
export function restsOn(
  model: (typeof intermittentModels)[number],
  n: number,
  times: number,
  season: number,
  { window, alpha }: ModelParameters,
): number {
  switch (model) {
    case 'rolling_average':
      return window ?? usualWindow
    case 'rolling_year':
      return Math.max(season, 12)
    case 'exponential':
      return restsOnAlpha(alpha ?? slow)
    case 'exponential_fast':
    case 'tsb':
      return restsOnAlpha(fast)
    case 'croston':
    case 'sba':
      return (restsOnAlpha(slow) * n) / Math.max(1, times)
    case 'adida':
      return block.periods * restsOnAlpha(block.alpha)
  }
}
