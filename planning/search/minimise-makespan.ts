/**
 * Makespan search, anytime: a first sequence at once, then improvement until the lower bound, the iterations or `shouldStop`
 * end it. The same seed and number of iterations give the same result when `shouldStop` does not interfere.
 */
import { seededRandom } from '../random.ts'
import { dispatch } from './construct.ts'
import { CriticalTabu } from './critical-tabu.ts'
import { Graph } from './graph.ts'
import { InsertionTabu } from './insertion-tabu.ts'
import { Justifier } from './justify.ts'
import { lowerBound } from './lower-bound.ts'
import { evolve } from './population.ts'
import { makeSequence, type Sequence, type Shop } from './shop.ts'
import type { TabuSearch } from './tabu.ts'
import { WindowSearch } from './windows.ts'

const largeCount = 3000
/** Moves without gain on the whole of a large plan between two passes of windows. */
const largePatience = 3000

export interface SearchOptions {
  readonly seed: number
  /** Moves at most. */
  readonly iterations?: number
  readonly shouldStop?: () => boolean
  readonly onProgress?: (progress: SearchProgress) => void
}

export interface SearchProgress {
  readonly makespan: number
  readonly lowerBound: number
  /** How far the makespan may be above the least possible, as a share of the lower bound. */
  readonly gap: number
  readonly iterations: number
}

export interface SearchResult extends SearchProgress {
  /** For each operation. */
  readonly machine: Int32Array
  readonly start: Int32Array
  readonly end: Int32Array
  readonly sequence: Sequence
}

export function minimiseMakespan(shop: Shop, options: SearchOptions): SearchResult {
  const { seed, iterations = Number.POSITIVE_INFINITY, shouldStop = () => false, onProgress } = options
  const random = seededRandom(seed)
  const floor = lowerBound(shop)
  const best = makeSequence(shop)
  dispatch(shop, best, { random, noise: 0 })
  const isPlain = shop.choiceStart[shop.count] === shop.count && !shop.changeover
  const isLarge = shop.count > largeCount
  const tabu: TabuSearch = shop.changeover ? new InsertionTabu(shop, random) : new CriticalTabu(shop, random)
  const windows = isLarge && !shop.changeover ? new WindowSearch(shop) : null
  const progress = (): SearchProgress => ({
    makespan: best.makespan,
    lowerBound: floor,
    gap: floor > 0 ? (best.makespan - floor) / floor : 0,
    iterations: tabu.iterations + (windows?.iterations ?? 0),
  })
  const onBetter = () => onProgress?.(progress())
  onBetter()
  const justifier = new Justifier(shop)
  justifier.run(best, { random, patience: 10, floor, shouldStop, onBetter })
  // A large plan is still improving after the time most searches get: no blends, windows and the whole in turns.
  const isOver = () => (windows?.iterations ?? 0) + tabu.iterations >= iterations || shouldStop()
  while (windows && !isOver() && best.makespan > floor) {
    windows.run(best, { random, floor, shouldStop: isOver, onBetter })
    const before = best.makespan
    tabu.run(best, largePatience, floor, isOver)
    if (best.makespan < before) onBetter()
  }
  evolve(shop, tabu, justifier, best, {
    size: isLarge ? 2 : isPlain ? 10 : 5,
    patience: isLarge ? 20_000 : isPlain ? 8000 : shop.changeover ? 2000 : 1000,
    trials: isPlain ? 4 : 1,
    champions: isPlain ? 4 : 1,
    floor,
    random,
    shouldStop: isOver,
    onBetter,
  })
  const graph = new Graph(shop)
  graph.load(best)
  const { count } = shop
  return {
    ...progress(),
    machine: graph.machine.slice(0, count),
    start: graph.end.slice(0, count).map((end, i) => end - graph.duration[i]!),
    end: graph.end.slice(0, count),
    sequence: best,
  }
}
