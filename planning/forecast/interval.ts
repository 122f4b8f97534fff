/**
 * The interval that 95 of 100 periods are to lie in: from the errors that the forecast made at its origins, not from a formula of
 * a model; in logarithms where the demand was forecast so. Trials overlap, so few of the errors are independent: Student's
 * distribution, with one degree of freedom for each half horizon of periods tried.
 */

interface Trials {
  readonly demand: Float64Array
  readonly n: number
  /** Latest first. */
  readonly origins: readonly number[]
  /** The forecast of each origin. */
  readonly past: readonly Float64Array[]
  readonly values: Float64Array
  readonly inLogarithms: boolean
}

export interface Interval {
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Standard deviation of the error one step ahead, in the scale of the forecast. */
  readonly deviation: number
}

/** How much the variance of an error may grow per step ahead, in parts of the first: at least as of a slow smoothing. */
const growths = [0.1, 0.2, 0.4, 0.7, 1]
const normal = 1.959964
const leastFreedom = 1.5
/** Where one value is known, the next may be anything up to this multiple of it. */
const widest = 5

export function intervalOf(trials: Trials): Interval {
  const { values, inLogarithms } = trials
  const { variance, growth, freedom } = trials.origins.length > 0 ? fromTrials(trials) : fromSpread(trials)
  const student = studentOf(freedom)
  const lower = new Float64Array(values.length)
  const upper = new Float64Array(values.length)
  for (let h = 0; h < values.length; h++) {
    const value = values[h]!
    const half = student * Math.sqrt(variance * (1 + growth * h))
    const factor = Math.exp(half)
    lower[h] = inLogarithms ? value / factor : Math.max(0, value - half)
    upper[h] = inLogarithms ? value * factor : value + half
  }
  const deviation = Math.sqrt(variance)
  return { lower, upper, deviation: inLogarithms ? deviation * values[0]! : deviation }
}

interface Spread {
  readonly variance: number
  readonly growth: number
  readonly freedom: number
}

/** Variance one step ahead and its growth: the likeliest for the errors of all origins. */
function fromTrials({ demand, n, origins, past, values, inLogarithms }: Trials): Spread {
  const errors: number[] = []
  const steps: number[] = []
  for (let o = 0; o < origins.length; o++) {
    for (let h = 0; h < values.length && origins[o]! + h < n; h++) {
      const actual = demand[origins[o]! + h]!
      const said = past[o]![h]!
      errors.push((inLogarithms ? Math.log(said / actual) : said - actual) ** 2)
      steps.push(h)
    }
  }
  let likeliest = Number.POSITIVE_INFINITY
  let variance = 0
  let growth = growths[0]!
  for (const tried of growths) {
    let sum = 0
    let logarithms = 0
    for (let i = 0; i < errors.length; i++) {
      const times = 1 + tried * steps[i]!
      sum += errors[i]! / times
      logarithms += Math.log(times)
    }
    const mean = sum / errors.length
    const unlikely = errors.length * Math.log(mean + Number.MIN_VALUE) + logarithms
    if (unlikely >= likeliest) continue
    likeliest = unlikely
    variance = mean
    growth = tried
  }
  const ahead = Math.min(values.length, n - origins[0]!)
  const tried = n - origins.at(-1)!
  return { variance, growth, freedom: Math.max(leastFreedom, (2 * tried) / ahead) }
}

/** Too short to try: how far its values lie apart. */
function fromSpread({ demand, n, inLogarithms }: Trials): Spread {
  const scaled = Array.from(demand.subarray(0, n), value => (inLogarithms ? Math.log(value) : value))
  const growth = growths[0]!
  if (n < 2) {
    const half = inLogarithms ? Math.log(widest) : (widest - 1) * scaled[0]!
    return { variance: (half / studentOf(leastFreedom)) ** 2, growth, freedom: leastFreedom }
  }
  const mean = scaled.reduce((sum, value) => sum + value, 0) / n
  const variance = scaled.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1)
  return { variance, growth, freedom: Math.max(leastFreedom, n - 1) }
}

/** 97.5 % point of Student's distribution (Cornish and Fisher's expansion about the normal). */
export function studentOf(freedom: number): number {
  const z = normal
  const first = (z ** 3 + z) / 4
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384
  return z + first / freedom + second / freedom ** 2 + third / freedom ** 3
}
