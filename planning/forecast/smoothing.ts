/**
 * Exponential smoothing by a grid of its constants. Given these, the errors are linear in the state at the beginning, so that
 * the best beginning is a small least-squares problem and no search. What depends on the constants and the length alone is kept.
 */

const levelConstants = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]
const trendLevels = [0.05, 0.1, 0.2, 0.35, 0.55, 0.8, 1]
/** Share of the level's constant. */
const trendSlopes = [0, 0.05, 0.15, 0.4]
export const dampings = [0.8, 0.9, 0.95, 0.98]
/** A grid point has to be better by more than rounding. */
const better = 1 - 1e-9

/** Level by simple exponential smoothing. */
export class Level {
  /** Level at the end, and the constant that was found. */
  level = 0
  alpha = 1

  fit(values: Float64Array, n: number, alpha?: number): void {
    let best = Number.POSITIVE_INFINITY
    for (let k = 0; k < levelConstants.length; k++) {
      const a = alpha ?? levelConstants[k]!
      let level = 0
      // What is left of a beginning of 1.
      let rest = 1
      let squares = 0
      let cross = 0
      let gram = 0
      for (let t = 0; t < n; t++) {
        const error = values[t]! - level
        squares += error * error
        cross += error * rest
        gram += rest * rest
        level += a * error
        rest *= 1 - a
      }
      const left = squares - (cross * cross) / gram
      if (!(left < best * better)) continue
      best = left
      this.alpha = a
      this.level = level + (cross / gram) * rest
      if (alpha !== undefined) return
    }
  }
}

/** Slope of the straight line through all values. */
export function slopeOf(values: Float64Array, n: number): number {
  if (n < 2) return 0
  let sum = 0
  let weighted = 0
  for (let t = 0; t < n; t++) {
    sum += values[t]!
    weighted += t * values[t]!
  }
  return (weighted - ((n - 1) / 2) * sum) / ((n * (n * n - 1)) / 12)
}

interface Constants {
  readonly alpha: number
  readonly beta: number
  readonly damping: number
}

/** How errors answer to a beginning of one level and of one slope, for one set of constants, for each length. */
interface Responses {
  readonly constants: Constants
  /** Per step: what a level and a slope of 1 at the beginning add to the value expected. */
  readonly ofLevel: Float64Array
  readonly ofSlope: Float64Array
  /** Per length, seven numbers: the three sums of squares and products, and the state left of either beginning. */
  readonly perLength: Float64Array
}

const numbersPerLength = 7

function responsesOf(constants: Constants, longest: number): Responses {
  const { alpha, beta, damping } = constants
  const ofLevel = new Float64Array(longest)
  const ofSlope = new Float64Array(longest)
  const perLength = new Float64Array((longest + 1) * numbersPerLength)
  const a = { level: 1, slope: 0 }
  const b = { level: 0, slope: 1 }
  const step = (state: { level: number; slope: number }): number => {
    const slope = damping * state.slope
    const expected = state.level + slope
    state.level = expected - alpha * expected
    state.slope = slope - beta * expected
    return expected
  }
  let aa = 0
  let ab = 0
  let bb = 0
  for (let t = 0; t < longest; t++) {
    const u = step(a)
    const v = step(b)
    ofLevel[t] = u
    ofSlope[t] = v
    aa += u * u
    ab += u * v
    bb += v * v
    perLength.set([aa, ab, bb, a.level, a.slope, b.level, b.slope], (t + 1) * numbersPerLength)
  }
  return { constants, ofLevel, ofSlope, perLength }
}

/** Level and slope; a damped slope fades by its factor with each step. */
export class Trend {
  level = 0
  slope = 0
  damping = 1
  private readonly grid: Responses[]

  /** A constant that is given is kept, the other is found. */
  constructor(dampingFactors: readonly number[], longest: number, alpha?: number, beta?: number) {
    const levels = alpha === undefined ? trendLevels : [alpha]
    const pairs = levels.flatMap(level =>
      beta === undefined ? trendSlopes.map(share => ({ alpha: level, beta: level * share })) : [{ alpha: level, beta }],
    )
    this.grid = dampingFactors.flatMap(damping =>
      pairs.map(({ alpha, beta }) => responsesOf({ alpha, beta, damping }, longest)),
    )
  }

  fit(values: Float64Array, n: number): void {
    let best = Number.POSITIVE_INFINITY
    for (let g = 0; g < this.grid.length; g++) {
      const { constants, ofLevel, ofSlope, perLength } = this.grid[g]!
      const { alpha, beta, damping } = constants
      let level = 0
      let slope = 0
      let squares = 0
      let crossLevel = 0
      let crossSlope = 0
      for (let t = 0; t < n; t++) {
        slope *= damping
        level += slope
        const error = values[t]! - level
        squares += error * error
        crossLevel += error * ofLevel[t]!
        crossSlope += error * ofSlope[t]!
        level += alpha * error
        slope += beta * error
      }
      const at = n * numbersPerLength
      const aa = perLength[at]!
      const ab = perLength[at + 1]!
      const bb = perLength[at + 2]!
      const determinant = aa * bb - ab * ab
      const solvable = determinant > 1e-9 * aa * bb
      const firstLevel = solvable ? (crossLevel * bb - crossSlope * ab) / determinant : crossLevel / aa
      const firstSlope = solvable ? (crossSlope * aa - crossLevel * ab) / determinant : 0
      const left = squares - firstLevel * crossLevel - firstSlope * crossSlope
      if (!(left < best * better)) continue
      best = left
      this.level = level + firstLevel * perLength[at + 3]! + firstSlope * perLength[at + 5]!
      this.slope = slope + firstLevel * perLength[at + 4]! + firstSlope * perLength[at + 6]!
      this.damping = damping
    }
  }

  /** Expected `horizon` steps from the end. */
  forecast(horizon: number, out: Float64Array): void {
    let step = this.slope
    let sum = this.level
    for (let h = 0; h < horizon; h++) {
      step *= this.damping
      sum += step
      out[h] = sum
    }
  }
}

const seasonConstants = [0.05, 0.1, 0.2, 0.35]
const seasonLevels = [0.05, 0.1, 0.2, 0.4, 0.7]
/** Share of the level's constant for the slope, and its damping: without a slope, and with one that fades. */
const seasonSlopes = [
  [0, 1],
  [0.1, 0.9],
] as const

/** Holt-Winters, additive: the indices go on learning, beginning with those already taken out (0 each). */
export class EvolvingSeason {
  private readonly now: Float64Array
  private readonly found: Float64Array

  constructor(period: number) {
    this.now = new Float64Array(period)
    this.found = new Float64Array(period)
  }

  forecast(values: Float64Array, n: number, horizon: number, out: Float64Array): void {
    const { now, found } = this
    const period = now.length
    let begin = 0
    for (let t = 0; t < period; t++) begin += values[t]! / period
    let best = Number.POSITIVE_INFINITY
    let foundLevel = 0
    let foundSlope = 0
    let foundDamping = 1
    for (let g = 0; g < seasonConstants.length; g++) {
      for (let a = 0; a < seasonLevels.length; a++) {
        for (let s = 0; s < seasonSlopes.length; s++) {
          const alpha = seasonLevels[a]!
          const beta = alpha * seasonSlopes[s]![0]
          const damping = seasonSlopes[s]![1]
          const gamma = seasonConstants[g]! * (1 - alpha)
          now.fill(0)
          let level = begin
          let slope = 0
          let squares = 0
          for (let t = 0, k = 0; t < n; t++, k = k + 1 === period ? 0 : k + 1) {
            slope *= damping
            level += slope
            const error = values[t]! - level - now[k]!
            squares += error * error
            level += alpha * error
            slope += beta * error
            now[k]! += gamma * error
          }
          if (!(squares < best * better)) continue
          best = squares
          foundLevel = level
          foundSlope = slope
          foundDamping = damping
          found.set(now)
        }
      }
    }
    for (let h = 0; h < horizon; h++) {
      foundSlope *= foundDamping
      foundLevel += foundSlope
      out[h] = foundLevel + found[(n + h) % period]!
    }
  }
}
