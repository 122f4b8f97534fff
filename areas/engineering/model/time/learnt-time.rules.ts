/** What reports say of a time: how many tasks, and the seconds a piece took in half of them and in nine of ten at most. */
export interface LearntTime {
  readonly count: number
  readonly median: number
  readonly p90: number
  /** Left out: too far from the rest. */
  readonly outliers: number
}

/** Fewer say nothing about the rest. */
const fewestForFences = 4
const fence = 1.5

/** From the seconds a piece took in each task. What lies outside Tukey's fences (1.5 quartile ranges) is left out. */
export function learntFrom(seconds: readonly number[]): LearntTime | undefined {
  const all = seconds.toSorted((a, b) => a - b)
  if (all.length === 0) return undefined
  const [low, high] = [quantile(all, 0.25), quantile(all, 0.75)]
  const room = fence * (high - low)
  const kept = all.length < fewestForFences ? all : all.filter(one => one >= low - room && one <= high + room)
  return {
    count: kept.length,
    median: quantile(kept, 0.5),
    p90: quantile(kept, 0.9),
    outliers: all.length - kept.length,
  }
}

/** Of sorted values, between two of them in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]!
  return below + (sorted[Math.ceil(at)]! - below) * (at - Math.floor(at))
}
