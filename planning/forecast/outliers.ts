/** Periods whose demand is far above what is usual. They are shown beside what the season explains, since a peak of each year is none. */

/** Specification section 9: above 150 % of the average of the history. */
const abnormalTimes = 1.5

export interface Outlier {
  /** Position in the history. */
  readonly at: number
  readonly value: number
  /** Mean of all other periods in which something was asked for. */
  readonly usual: number
  /** Mean of the same period of other years; undefined where there is none. */
  readonly seasonal: number | undefined
  /** The season does not explain it either. */
  readonly unexplained: boolean
}

export function outliersOf(history: ArrayLike<number>, season: number): Outlier[] {
  let first = 0
  while (first < history.length && history[first]! <= 0) first++
  let count = 0
  let sum = 0
  for (let t = first; t < history.length; t++) {
    if (history[t]! <= 0) continue
    count++
    sum += history[t]!
  }
  if (count < 3) return []
  const found: Outlier[] = []
  for (let at = first; at < history.length; at++) {
    const value = history[at]!
    if (value <= 0) continue
    const usual = (sum - value) / (count - 1)
    if (value <= usual * abnormalTimes) continue
    const seasonal = season > 1 ? sameOfOtherYears(history, at, first, season) : undefined
    found.push({ at, value, usual, seasonal, unexplained: seasonal === undefined || value > seasonal * abnormalTimes })
  }
  return found
}

function sameOfOtherYears(history: ArrayLike<number>, at: number, first: number, season: number): number | undefined {
  let sum = 0
  let years = 0
  for (let t = at % season; t < history.length; t += season) {
    if (t < first || t === at) continue
    sum += history[t]!
    years++
  }
  return years > 0 ? sum / years : undefined
}
