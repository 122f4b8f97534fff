/**
 * Improvement of a plan, step by step: passes of the dispatcher with other rules and biases, and from time to time local
 * search on the best plan they have found. Which of them has its turn depends on counts only, never on a clock.
 */
import type { Dispatcher } from './dispatch.ts'
import { LocalSearch } from './local-search.ts'
import type { Model } from './model.ts'
import { RuleSearch } from './rule-search.ts'
import type { Progress } from './schedule.ts'
import { compareScores, type Objective, scoreOf } from './score.ts'
import { rules, type Solution, solve } from './solve.ts'

export interface ImproveOptions {
  readonly seed: number
  readonly iterations: number
  readonly objective: Objective
  readonly onProgress: ((progress: Progress) => void) | undefined
  readonly shouldStop: () => boolean
}

/** Passes before the first local search; the next comes after twice as many, and takes a third of the steps. */
const firstPasses = 10
const localShare = 1 / 3

export function improve(
  model: Model,
  dispatcher: Dispatcher,
  first: Solution,
  triedRules: number,
  { seed, iterations, objective, onProgress, shouldStop }: ImproveOptions,
): { solution: Solution; iterations: number } {
  let best = first
  let iteration = 0
  const goesOn = () => iteration < iterations && !shouldStop()
  const better = (solution: Solution): boolean => {
    if (compareScores(solution.score, best.score, objective) >= 0) return false
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

  const search = new RuleSearch(best, dispatcher, objective, seed)
  let basis = best
  let passes = firstPasses
  while (goesOn()) {
    for (let k = 0; k < passes && goesOn(); k++) {
      iteration++
      const found = search.step()
      if (!found) continue
      if (compareScores(found.score, basis.score, objective) < 0) basis = found
      better(found)
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
