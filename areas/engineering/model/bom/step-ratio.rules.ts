import { type Quantity, toSteps } from '@qitao/core/quantity.ts'
import type { Ratio } from '@qitao/planning/bom/bom.ts'

/** How planning reads a BoM: exact ratios between the whole steps of two materials. `from`, `to`: decimals of their units. */
const millionths = 1_000_000

/** Steps of `to` for one step of `from`, when one unit of `from` takes `quantity` units of `to`. */
export const stepRatio = (quantity: Quantity, from: number, to: number): Ratio =>
  lineRatio('1', { quantity, scrap_rate: '0' }, from, to)

/** Steps of the component for one step of the product, scrap included. */
export function lineRatio(
  base: Quantity,
  line: { readonly quantity: Quantity; readonly scrap_rate: Quantity },
  from: number,
  to: number,
): Ratio {
  const perBase =
    BigInt(toSteps(line.quantity, 6)) * BigInt(millionths + toSteps(line.scrap_rate, 6)) * 10n ** BigInt(to)
  const whole = BigInt(toSteps(base, 6)) * BigInt(millionths) * 10n ** BigInt(from)
  const divisor = greatestCommon(perBase, whole)
  return { numerator: Number(perBase / divisor), denominator: Number(whole / divisor) }
}
function greatestCommon(a: bigint, b: bigint): bigint {
  return b === 0n ? (a === 0n ? 1n : a) : greatestCommon(b, a % b)
}
