/** Transfer batches: what part of an operation is handed over at a time. */
import type { Link, Operation } from './problem.ts'

/** More batches than this are handed over several at a time: later than need be, never too early. */
const mostBatches = 20

/** 1: everything when it is done. A fixed operation hands over at its end. */
export function shareOf({ fixed, quantity = 1 }: Operation, { transferQuantity }: Link): number {
  if (fixed || transferQuantity === undefined || transferQuantity <= 0 || transferQuantity >= quantity) return 1
  const several = Math.ceil(Math.ceil(quantity / transferQuantity) / mostBatches)
  return Math.min(1, (several * transferQuantity) / quantity)
}
