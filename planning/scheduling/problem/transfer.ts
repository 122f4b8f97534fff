/** Transfer batches: what part of an operation is handed over at a time. */
import type { Link, Operation } from './problem.ts'

/** More batches than this are handed over several at a time: later than need be, never too early. */
const mostBatches = 20

/** 1: everything when it is done. For a new plan a fixed operation hands over at its end. */
export const shareOf = (operation: Operation, link: Link): number =>
  operation.fixed ? 1 : shareInBatches(operation, link)

/** Of a fixed operation, too: what waits for it stands beside it already, and is not to move because it cannot. */
export function shareInBatches({ made = 0, quantity: rest = 1 }: Operation, { transferQuantity }: Link): number {
  const quantity = made + rest
  if (transferQuantity === undefined || transferQuantity <= 0 || transferQuantity >= quantity) return 1
  const several = Math.ceil(Math.ceil(quantity / transferQuantity) / mostBatches)
  return Math.min(1, (several * transferQuantity) / quantity)
}
