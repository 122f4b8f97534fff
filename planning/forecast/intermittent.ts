/** Rates of demand that comes now and then: what is expected per period. Each is one number, the same for all periods ahead. */

/** Demand that comes less than every 1.32 periods on average (Syntetos, Boylan and Croston). */
const intermittentFrom = 1.32

export function isIntermittent(values: Float64Array, n: number): boolean {
  let times = 0
  for (let t = 0; t < n; t++) if (values[t]! > 0) times++
  return times > 0 && n / times > intermittentFrom
}

export function meanOfLast(values: Float64Array, n: number, window: number): number {
  const count = Math.min(n, window)
  let sum = 0
  for (let t = n - count; t < n; t++) sum += values[t]!
  return sum / count
}

/** Simple smoothing that begins with the mean of all: there is too little to find a constant in. */
export function smoothed(values: Float64Array, n: number, alpha: number): number {
  let level = meanOfLast(values, n, n)
  for (let t = 0; t < n; t++) level += alpha * (values[t]! - level)
  return level
}

/** Croston: size and distance of demands smoothed apart. It is too high by alpha / 2, which SBA takes off. */
export function croston(values: Float64Array, n: number, alpha: number, unbiased: boolean): number {
  let size = 0
  let distance = 0
  let since = 1
  for (let t = 0; t < n; t++) {
    const value = values[t]!
    if (value <= 0) {
      since++
      continue
    }
    const first = distance === 0
    size = first ? value : size + alpha * (value - size)
    distance = first ? since : distance + alpha * (since - distance)
    since = 1
  }
  return distance === 0 ? 0 : (size / distance) * (unbiased ? 1 - alpha / 2 : 1)
}

/** Teunter, Syntetos and Babai: size, and chance of a demand, which falls while there is none: an item that dies is forgotten. */
export function tsb(values: Float64Array, n: number, alpha: number): number {
  let size = 0
  let times = 0
  for (let t = 0; t < n; t++) {
    if (values[t]! <= 0) continue
    size += values[t]!
    times++
  }
  if (times === 0) return 0
  size /= times
  let chance = times / n
  for (let t = 0; t < n; t++) {
    const value = values[t]!
    chance += alpha * ((value > 0 ? 1 : 0) - chance)
    if (value > 0) size += alpha * (value - size)
  }
  return chance * size
}

/** ADIDA: sums of `block` periods, counted from the end, smoothed. */
export function aggregated(values: Float64Array, n: number, block: number, alpha: number): number {
  const blocks = Math.floor(n / block)
  if (blocks === 0) return meanOfLast(values, n, n)
  const first = n - blocks * block
  let level = 0
  for (let t = first; t < n; t++) level += values[t]! / blocks
  for (let i = 0; i < blocks; i++) {
    let sum = 0
    for (let k = 0; k < block; k++) sum += values[first + i * block + k]!
    level += alpha * (sum - level)
  }
  return level / block
}

/**
 * A rate that is itself uncertain is expected lower: with the variance V of a mean of as many values as it rests on, f * f² / (f² + V)
 * has the least squared error. Few demands, far apart, mostly mean a need that ends.
 */
export function asUncertain(rate: number, values: Float64Array, n: number, rests: number): number {
  if (rate <= 0 || n < 2) return rate
  const mean = meanOfLast(values, n, n)
  let squares = 0
  for (let t = 0; t < n; t++) squares += (values[t]! - mean) ** 2
  const ofMean = squares / (n - 1) / Math.max(1, Math.min(n, rests))
  return (rate * rate * rate) / (rate * rate + ofMean)
}

/** So many periods a mean must be of to be as certain as what is smoothed with this constant. */
export const restsOnAlpha = (alpha: number): number => (2 - alpha) / alpha
