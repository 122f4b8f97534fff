import type { Sequence } from './shop.ts'

/** A local search that a population can drive. */
export interface TabuSearch {
  /** Moves made in all. */
  readonly iterations: number
  /** Improves a sequence in place; ends after `patience` moves without gain, at `floor`, or when told to stop. */
  run(from: Sequence, patience: number, floor: number, shouldStop: () => boolean): void
}

const largestTable = 1 << 22

/** Entries of a table for so many pairs, a power of 2; pairs of a very large problem share places, which at worst forbids a move too many. */
export function tabuSize(pairs: number): number {
  let size = 1
  while (size < pairs && size < largestTable) size *= 2
  return size
}
