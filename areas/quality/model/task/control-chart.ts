/**
 * A chart of individual values: centre line, three sigma limits by the average moving range, and what the Western Electric rules make
 * of it (Statistical Quality Control Handbook, 1956).
 */
export interface ControlChart {
  readonly centre: number
  readonly sigma: number
  readonly upper: number
  readonly lower: number
  /** Points at which a rule is broken, with the first of the rules. */
  readonly broken: readonly { readonly index: number; readonly rule: 1 | 2 | 3 | 4 }[]
}
/** Mean moving range of two over sigma. */
const d2 = 1.128
/** Fewer tell nothing. */
export const fewestPoints = 5

export function controlChart(values: readonly number[]): ControlChart | undefined {
  if (values.length < fewestPoints) return undefined
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length
  const ranges = values.slice(1).map((value, index) => Math.abs(value - values[index]!))
  const sigma = ranges.reduce((sum, range) => sum + range, 0) / ranges.length / d2
  return {
    ...{ centre, sigma, upper: centre + 3 * sigma, lower: centre - 3 * sigma },
    broken: sigma === 0 ? [] : broken(values.map(value => (value - centre) / sigma)),
  }
}

/** Of the last `of` points, with this one, so many lie beyond so many sigma on one side. */
const rules = [
  { rule: 1, count: 1, of: 1, beyond: 3 },
  { rule: 2, count: 2, of: 3, beyond: 2 },
  { rule: 3, count: 4, of: 5, beyond: 1 },
  { rule: 4, count: 8, of: 8, beyond: 0 },
] as const

/** `scores`: how many sigma from the centre. */
export function broken(scores: readonly number[]): ControlChart['broken'] {
  return scores.flatMap((score, index) => {
    const first = rules.find(({ count, of, beyond }) => {
      const last = scores.slice(Math.max(0, index - of + 1), index + 1)
      return [1, -1].some(side => score * side > beyond && last.filter(other => other * side > beyond).length >= count)
    })
    return first ? [{ index, rule: first.rule }] : []
  })
}
