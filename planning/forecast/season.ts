/**
 * The season of a series as additive indices, one per position in the year. The trend is a local line (loess over one and a half
 * years), so that both ends of a short history count; the indices are pulled towards none as far as they may be chance
 * (James and Stein: by the variance of an index over the variance between them).
 */

/** Weights of a local line through `width` neighbours, kept for each distance of the point from the middle. */
class LocalLine {
  readonly width: number
  private readonly weights: Float64Array

  constructor(width: number) {
    this.width = width
    this.weights = new Float64Array(width * width)
    for (let at = 0; at < width; at++) this.weigh(at)
  }

  /** A local line is a weighted sum of its points: the weights for a point that is the `at`-th of them. */
  private weigh(at: number): void {
    const { width, weights } = this
    const reach = Math.max(at, width - 1 - at) + 1
    let s0 = 0
    let s1 = 0
    let s2 = 0
    for (let i = 0; i < width; i++) {
      const x = i - at
      const w = (1 - (Math.abs(x) / reach) ** 3) ** 3
      weights[at * width + i] = w
      s0 += w
      s1 += w * x
      s2 += w * x * x
    }
    const determinant = s0 * s2 - s1 * s1
    for (let i = 0; i < width; i++) {
      weights[at * width + i]! *= determinant > 0 ? (s2 - s1 * (i - at)) / determinant : 1 / s0
    }
  }

  /** Trend of the first `n` values into `trend`; n is at least the width. */
  smooth(values: Float64Array, n: number, trend: Float64Array): void {
    const { width, weights } = this
    const half = width >> 1
    for (let t = 0; t < n; t++) {
      const from = Math.max(0, Math.min(n - width, t - half))
      const row = (t - from) * width
      let sum = 0
      for (let i = 0; i < width; i++) sum += weights[row + i]! * values[from + i]!
      trend[t] = sum
    }
  }
}

export class Seasons {
  readonly period: number
  /** Index of each position; all 0 where nothing speaks for a season. */
  readonly index: Float64Array
  private readonly line: LocalLine
  private readonly count: Float64Array
  private readonly sum: Float64Array
  private readonly spare: Float64Array
  private readonly trend: Float64Array
  private readonly plain: Float64Array

  constructor(period: number, longest: number) {
    this.period = period
    this.index = new Float64Array(period)
    this.line = new LocalLine(Math.round(1.5 * period) | 1)
    this.count = new Float64Array(period)
    this.sum = new Float64Array(period)
    this.spare = new Float64Array(period)
    this.trend = new Float64Array(longest)
    this.plain = new Float64Array(longest)
  }

  /** Indices of the first `n` values, into `index`. Less than two years say nothing of a season. */
  estimate(values: Float64Array, n: number): void {
    const { period, index, plain } = this
    index.fill(0)
    if (period < 2 || n < 2 * period) return
    // Twice: the first trend still has the season in it.
    for (let turn = 0; turn < 2; turn++) {
      for (let t = 0; t < n; t++) plain[t] = values[t]! - index[t % period]!
      this.line.smooth(plain, n, this.trend)
      this.fromTrend(values, n)
    }
    if (period > 12) this.smoothNeighbours()
  }

  private fromTrend(values: Float64Array, n: number): void {
    const { period, index, trend, sum, count } = this
    sum.fill(0)
    count.fill(0)
    for (let t = 0; t < n; t++) {
      sum[t % period]! += values[t]! - trend[t]!
      count[t % period]!++
    }
    let mean = 0
    for (let i = 0; i < period; i++) {
      sum[i]! /= count[i]!
      mean += sum[i]! / period
    }
    let within = 0
    for (let t = 0; t < n; t++) within += (values[t]! - trend[t]! - sum[t % period]!) ** 2
    let shareOfOne = 0
    let between = 0
    for (let i = 0; i < period; i++) {
      shareOfOne += 1 / count[i]! / period
      index[i] = sum[i]! - mean
      between += index[i]! ** 2 / (period - 1)
    }
    const ofOneIndex = n > period ? (within / (n - period)) * shareOfOne : 0
    const kept = between > 0 ? Math.max(0, 1 - ofOneIndex / between) : 0
    for (let i = 0; i < period; i++) index[i]! *= kept
  }

  /** A week of the year is known by few years: its neighbours, half as much each, speak for it too. */
  private smoothNeighbours(): void {
    const { period, index, spare } = this
    spare.set(index)
    for (let i = 0; i < period; i++) {
      index[i] = (spare[(i + period - 1) % period]! + 2 * spare[i]! + spare[(i + 1) % period]!) / 4
    }
  }
}
