/**
 * A finite plan: a fast constructive pass that always answers, then improvement step by step until told to stop. Every plan
 * it gives keeps every rule; what cannot be planned is named with its cause. The same problem, seed and number of iterations
 * give the same plan, whatever the order of the rows.
 */
import { findStuckOrders } from '../compile/causes.ts'
import { Dispatcher } from '../place/dispatch.ts'
import type { Plan } from '../place/plan.ts'
import { planFrom } from '../place/plan-from.ts'
import { rules, solve } from '../place/solve.ts'
import { urgencyOf } from '../place/urgency.ts'
import { compile } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { holdingFor } from '../robust/robust.ts'
import { fromStanding } from '../standing/from-standing.ts'
import { improve, type Progress } from './improve.ts'
import { type LowerBound, lowerBoundOf } from './lower-bound.ts'
import { compareScores, type Objective } from './score.ts'

export interface ScheduleOptions {
  /** 1 by default. */
  readonly seed?: number
  /** Improvement steps after the first plan; 0 by default. A step costs at most about as much as a first plan. */
  readonly iterations?: number
  readonly objective?: Objective
  /** Called after the first plan and after each step that made it better. `bound` works out what no plan can do better. */
  readonly onProgress?: (progress: Progress, bound: () => LowerBound) => void
  /** Asked after each pass; true ends with the best so far. The first pass is always finished. */
  readonly shouldStop?: () => boolean
}

/** Rules tried before the first answer: few for large problems, which want an answer first. */
const firstRules = (operations: number): number => (operations <= 3000 ? rules.length : operations <= 30_000 ? 3 : 1)

export function schedule(problem: Problem, options: ScheduleOptions = {}): Plan {
  const { seed = 1, iterations = 0, objective = 'tardiness', shouldStop = () => false } = options
  const compiled = compile(problem)
  const onProgress = (progress: Progress) => options.onProgress?.(progress, () => lowerBoundOf(compiled))
  const holding = holdingFor(compiled, objective, seed)
  const model = holding?.model ?? compiled
  const stuck = findStuckOrders(model)
  const dispatcher = new Dispatcher(model, urgencyOf(model))
  const tried = rules.slice(0, firstRules(model.operationCount))

  let best = fromStanding(model, stuck)
  for (const rule of tried) {
    const solution = solve(model, dispatcher, rule, stuck)
    if (!best || compareScores(solution.score, best.score, objective) < 0) best = solution
    if (shouldStop()) break
  }
  const first = best!
  onProgress({ iteration: 0, iterations, best: first.score })
  const improved = improve(model, dispatcher, first, tried.length, {
    seed,
    iterations,
    objective,
    onProgress,
    shouldStop,
    holding,
  })
  holding?.withoutMargins()
  const { timetable, stuck: leftOut, score } = improved.solution
  return planFrom(problem, timetable, leftOut, improved.iterations, score)
}
