import type { Sequence } from './shop.ts'

/** A local search that a population can drive. */
export interface TabuSearch {
  readonly best: Sequence
  /** Moves made in all. */
  readonly iterations: number
  /** Improves a sequence in place; ends after `patience` moves without gain, at `floor`, or when told to stop. */
  run(from: Sequence, patience: number, floor: number, shouldStop: () => boolean): void
}
