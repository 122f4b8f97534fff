import { isZero, type Quantity, shareOf, subtract } from './quantity.ts'

/** A price that lies further than this from the one it is held against is pointed out. */
export const farShare = 0.2
/** By which share it is more (or less, below 0) than the other; undefined when it lies near enough or cannot be said. */
export function farFrom(price: Quantity, from: Quantity | null | undefined): number | undefined {
  if (from === null || from === undefined || isZero(from)) return undefined
  const share = shareOf(subtract(price, from), from)
  return Math.abs(share) > farShare ? share : undefined
}
/** As people read it: +35%. */
export const percentOf = (share: number): string => `${share > 0 ? '+' : ''}${Math.round(share * 100)}%`
