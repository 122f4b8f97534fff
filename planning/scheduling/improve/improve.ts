/**
 * Improvement of a plan, step by step: passes of the dispatcher with other rules and biases, and from time to time local
 * search on the best plan they have found. Which of them has its turn depends on counts only, never on a clock.
 */
import type { Dispatcher } from '../place/dispatch.ts'
import type { Score } from '../place/plan.ts'
import { rules, type Solution, solve } from '../place/solve.ts'
import type { Model } from '../problem/model.ts'
import type { Holding } from '../robust/robust.ts'
import { HoldSearch } from '../robust/robust-search.ts'
import { LocalSearch } from './local-search.ts'
import { RuleClimb } from './rule-climb.ts'
import { RuleSearch } from './rule-search.ts'
import { compareScores, hoursOf, type Objective, scoreOf } from './score.ts'

export interface Progress {
  readonly iteration: number
  readonly iterations: number
  readonly best: Score
}

export interface ImproveOptions {
  readonly seed: number
  readonly iterations: number
  readonly objective: Objective
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly shouldStop: () => boolean
  /** Plans are to hold when they are played out. */
  readonly holding: Holding | null
}

/** Passes before the first local search; the next comes after twice as many, and takes a third of the steps. */
const firstPasses = 10
const localShare = 1 / 3
/** The same for plans that are to hold: margins and rules come first, then many small changes. */
const firstWhenHolding = 160
const holdShare = 6
/** From so many operations on there is time for few passes: the rule is climbed to first. */
const large = 20_000

export function improve(
  model: Model,
  dispatcher: Dispatcher,
  first: Solution,
  triedRules: number,
  { seed, iterations, objective, onProgress, shouldStop, holding }: ImproveOptions,
): { solution: Solution; iterations: number } {
  let best = first
  let iteration = 0
  const goesOn = () => iteration < iterations && !shouldStop()
  const costOf = holding && (({ score, timetable }: Solution) => hoursOf(score, objective) + holding.costOf(timetable))
  const firstHours = hoursOf(best.score, objective)
  let bestCost = holding ? firstHours + holding.firstCost(firstHours, best.timetable) : 0
  const isBetter = (solution: Solution): boolean => {
    if (!costOf) return compareScores(solution.score, best.score, objective) < 0
    const unplanned = solution.score.unplannedOrders - best.score.unplannedOrders
    if (unplanned > 0) return false
    const cost = costOf(solution)
    if (unplanned === 0 && cost >= bestCost) return false
    bestCost = cost
    return true
  }
  const better = (solution: Solution): boolean => {
    if (!isBetter(solution)) return false
    best = solution
    onProgress?.({ iteration, iterations, best: best.score })
    return true
  }
  for (const rule of rules.slice(triedRules)) {
    if (!goesOn()) break
    iteration++
    better(solve(model, dispatcher, rule, first.stuck))
  }
  if (!goesOn() || model.operationCount === 0) return { solution: best, iterations: iteration }

  if (model.operationCount > large && !holding) {
    const climb = new RuleClimb(best, dispatcher, objective, seed)
    while (!climb.isDone && goesOn()) {
      iteration++
      const found = climb.step()
      if (found) better(found)
    }
  }
  const search = new RuleSearch(best, dispatcher, objective, seed, holding)
  let basis = best
  let held: HoldSearch | null = null
  let heldFrom: Solution | null = null
  let passes = holding ? firstWhenHolding : firstPasses
  while (goesOn()) {
    for (let k = 0; k < passes && goesOn(); k++) {
      iteration++
      const found = search.step()
      if (!found) continue
      if (holding || compareScores(found.score, basis.score, objective) < 0) basis = found
      better(found)
    }
    if (!goesOn()) break
    if (holding) {
      // It goes on where it was until the passes have found a better plan.
      if (!held || heldFrom !== basis) held = new HoldSearch(basis, holding, objective, seed + passes)
      heldFrom = basis
      for (let k = 0; k < passes * holdShare && goesOn(); k++) {
        iteration++
        held.step()
      }
      better(held.solution())
      passes *= 2
      continue
    }
    const local = new LocalSearch(basis, objective, seed + passes)
    for (let k = 0; k < passes * localShare && goesOn(); k++) {
      iteration++
      if (!local.step()) break
      const timetable = local.best()
      if (timetable) better({ ...basis, timetable, score: scoreOf(timetable, local.skip) })
    }
    passes *= 2
  }
  return { solution: best, iterations: iteration }
}
