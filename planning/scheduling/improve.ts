/**
 * Improvement of a plan, step by step: first the rules that were not tried before the first answer, then local search.
 */
import type { Dispatcher } from './dispatch.ts'
import { LocalSearch } from './local-search.ts'
import type { Model } from './model.ts'
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

export function improve(
  model: Model,
  dispatcher: Dispatcher,
  first: Solution,
  triedRules: number,
  { seed, iterations, objective, onProgress, shouldStop }: ImproveOptions,
): { solution: Solution; iterations: number } {
  let best = first
  let iteration = 0
  const better = (solution: Solution): void => {
    if (compareScores(solution.score, best.score, objective) >= 0) return
    best = solution
    onProgress?.({ iteration, iterations, best: best.score })
  }
  for (const rule of rules.slice(triedRules)) {
    if (iteration >= iterations || shouldStop()) break
    iteration++
    better(solve(model, dispatcher, rule, first.stuck))
  }
  if (iteration >= iterations || shouldStop()) return { solution: best, iterations: iteration }

  const search = new LocalSearch(best, objective, seed)
  while (iteration < iterations && !shouldStop()) {
    iteration++
    if (!search.step()) break
    const timetable = search.best()
    if (timetable) better({ ...best, timetable, score: scoreOf(timetable, search.skip) })
  }
  return { solution: best, iterations: iteration }
}
