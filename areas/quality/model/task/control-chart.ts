import { type Text, text } from '@qitao/core/text.ts'

/**
 * A chart of individual values: centre line, three sigma limits by the average moving range, and what the Western Electric rules make
 * of it (Statistical Quality Control Handbook, 1956).
 */
export type RuleNo = 1 | 2 | 3 | 4
export interface ControlChart {
  readonly centre: number
  readonly sigma: number
  readonly upper: number
  readonly lower: number
  /** Points at which rules are broken, with each of the rules. */
  readonly broken: readonly { readonly index: number; readonly rules: readonly RuleNo[] }[]
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

/** How well what is made stays within its limits, by the spread from one piece to the next. */
export interface Capability {
  /** Null: there is one limit only. */
  readonly cp: number | null
  readonly cpk: number
  readonly n: number
}
/** Below it what is made is not reliably within its limits (ISO 22514). */
export const capableFrom = 1.33
export function capabilityOf(
  { centre, sigma }: Pick<ControlChart, 'centre' | 'sigma'>,
  { lower, upper }: { readonly lower: number | null; readonly upper: number | null },
  n: number,
): Capability | undefined {
  const sides = [...(lower === null ? [] : [centre - lower]), ...(upper === null ? [] : [upper - centre])]
  if (sigma === 0 || sides.length === 0) return undefined
  const cp = lower === null || upper === null ? null : (upper - lower) / (6 * sigma)
  return { cp, cpk: Math.min(...sides) / (3 * sigma), n }
}

/** Of the last `of` points, with this one, so many lie beyond so many sigma on one side. */
const rules = [
  { rule: 1, count: 1, of: 1, beyond: 3 },
  { rule: 2, count: 2, of: 3, beyond: 2 },
  { rule: 3, count: 4, of: 5, beyond: 1 },
  { rule: 4, count: 8, of: 8, beyond: 0 },
] as const

export const ruleText = {
  1: text('超出3σ', 'beyond 3σ'),
  2: text('3点中2点超出2σ', '2 of 3 beyond 2σ'),
  3: text('5点中4点超出1σ', '4 of 5 beyond 1σ'),
  4: text('连续8点在同侧', '8 in a row on one side'),
} as const satisfies Record<RuleNo, Text>

/** `scores`: how many sigma from the centre. */
export function broken(scores: readonly number[]): ControlChart['broken'] {
  return scores.flatMap((score, index) => {
    const at = rules.filter(({ count, of, beyond }) => {
      const last = scores.slice(Math.max(0, index - of + 1), index + 1)
      return [1, -1].some(side => score * side > beyond && last.filter(other => other * side > beyond).length >= count)
    })
    return at.length > 0 ? [{ index, rules: at.map(({ rule }) => rule) }] : []
  })
}
