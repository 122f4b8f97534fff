/** Bill of materials as planning sees it: whole steps and exact ratios, the released version only. */

import type { Instant } from '@qitao/core/time.ts'

/** numerator / denominator, both whole, denominator above 0. */
export interface Ratio {
  readonly numerator: number
  readonly denominator: number
}

export interface Bom {
  readonly material: string
  readonly lines: readonly BomLine[]
}

export interface BomLine {
  readonly material: string
  /** Steps of the component for one step of the parent, scrap included. */
  readonly ratio: Ratio
  /** Used by what is begun from then on, and before it ends; absent or null: always. */
  readonly from?: Instant | null
  readonly until?: Instant | null
  readonly substitutes?: readonly { readonly material: string; readonly ratio: Ratio }[]
}

/*
 * A quotient of safe integers is at least 1 / divisor away from a whole number that it is not, and a double is nearer to it than
 * that: rounded once by the division, then up or down, it is exact.
 */

/** Whether what is begun then uses it. */
export const isUsedAt = ({ from, until }: Pick<BomLine, 'from' | 'until'>, at: Instant): boolean =>
  (from == null || from <= at) && (until == null || until > at)

/** quantity x ratio, rounded up: needs. Exact beyond 2^53 on the way. */
export function timesUp(quantity: number, { numerator, denominator }: Ratio): number {
  const product = quantity * numerator
  if (Number.isSafeInteger(product)) return Math.ceil(product / denominator)
  return Number((BigInt(quantity) * BigInt(numerator) + BigInt(denominator) - 1n) / BigInt(denominator))
}

/** quantity / ratio, rounded down: what a supply covers. */
export function dividedDown(quantity: number, { numerator, denominator }: Ratio): number {
  const product = quantity * denominator
  if (Number.isSafeInteger(product)) return Math.floor(product / numerator)
  return Number((BigInt(quantity) * BigInt(denominator)) / BigInt(numerator))
}
