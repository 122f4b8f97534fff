import type { Quantity } from '@qitao/core/quantity.ts'
import { partsThatFollow } from './promise-holds.rules.ts'

interface Taker {
  readonly id: string
  readonly quantity: Quantity
}
interface SplitSupply {
  /** Of what stays: so much is still to come. */
  readonly kept: Quantity
  readonly part: Quantity
  /** The part comes before what stays. */
  readonly isEarlier: boolean
}
/**
 * A supply comes in two parts: of each of its takers, in the order in which supply is given, what goes to the part that was split
 * off. Whoever is first has what comes first.
 */
export function takenOfPart(
  takers: readonly Taker[],
  { kept, part, isEarlier }: SplitSupply,
): { readonly id: string; readonly quantity: Quantity }[] {
  const source_id = ''
  const follow = partsThatFollow(
    takers.map(taker => ({ ...taker, source_id })),
    isEarlier ? new Map() : new Map([[source_id, kept]]),
    [{ source_id, quantity: part }],
  )
  return follow.map(({ id, quantity }) => ({ id, quantity }))
}
