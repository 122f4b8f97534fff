import type { MessagePort } from 'node:worker_threads'
import { checkPlan, type Violation } from '@qitao/planning/checker/check-plan.ts'
import { explainLate, type LateOrder } from '@qitao/planning/scheduling/explain-late.ts'
import type { LowerBound } from '@qitao/planning/scheduling/lower-bound.ts'
import type { Plan } from '@qitao/planning/scheduling/plan.ts'
import { type Progress, schedule } from '@qitao/planning/scheduling/schedule.ts'
import type { Objective } from '@qitao/planning/scheduling/score.ts'
import { type TriedRemedies, tryRemedies } from '@qitao/planning/scheduling/try-remedies.ts'
import { type ProblemWork, problemOf } from '../model/plan-scope.rules.ts'
import type { ScheduleProgress } from '../model/schedule-progress.ts'
import { taskStatus } from '../model/task.status.ts'

/** Runs in a thread of its own: planning never stands on the event loop. Every plan is checked before it leaves. */
export interface ScheduleWork extends ProblemWork {
  readonly objective: Objective
  readonly seed: number
  readonly seconds: number
  readonly port: MessagePort
  /** One number, shared with the thread that asked: 1 ends with the best so far. */
  readonly stop: Int32Array
}
/** The engine does not know by which name its objective was asked for. */
export type ToldProgress = Omit<ScheduleProgress, 'objective'>
export interface ScheduledPlan {
  readonly plan: Plan
  readonly violations: readonly Violation[]
}

const tellEveryMs = 400

export const solve = ({ objective, seed, seconds, port, stop, ...work }: ScheduleWork): ScheduledPlan => {
  const problem = problemOf(work)
  const standing = standingSetups(work)
  const withStanding = <T extends { setupSeconds: number }>(told: T): T => ({
    ...told,
    setupSeconds: told.setupSeconds + standing,
  })
  const began = Date.now()
  const share = () => Math.min(1, (Date.now() - began) / (seconds * 1000))
  let told = 0
  let last: Progress | undefined
  let bound: LowerBound | null = null
  const tell = () => {
    if (!last || Date.now() - told < tellEveryMs) return
    told = Date.now()
    const seconds_left = Math.ceil(seconds * (1 - share()))
    port.postMessage({
      iteration: last.iteration,
      best: withStanding(last.best),
      bound: bound && withStanding(bound),
      share: share(),
      seconds_left,
    } satisfies ToldProgress)
  }
  const plan = schedule(problem, {
    objective,
    seed,
    iterations: Number.MAX_SAFE_INTEGER,
    onProgress: (progress, boundOf) => {
      last = progress
      tell()
      // Only now: the first plan is seen before it is known how much better one could be.
      bound ??= boundOf()
    },
    shouldStop: () => {
      tell()
      return share() >= 1 || Atomics.load(stop, 0) === 1
    },
  })
  port.close()
  return { plan, violations: checkPlan(problem, plan) }
}

/** The engine counts the set-ups that it places; people read those of the whole plan. */
const standingSetups = ({ facts, free }: ProblemWork): number =>
  facts.tasks
    .filter(({ operation_id, status }) => status !== taskStatus.codes.done && free && !free.has(operation_id))
    .reduce((sum, { setup_seconds }) => sum + setup_seconds, 0)

export interface PlanWork extends ProblemWork {
  readonly plan: Pick<Plan, 'tasks'>
}
export const check = ({ plan, ...work }: PlanWork & { plan: Plan }): readonly Violation[] =>
  checkPlan(problemOf(work), plan)

export const explain = ({ plan, ...work }: PlanWork): readonly LateOrder[] => explainLate(problemOf(work), plan)

export interface RemedyWork extends PlanWork {
  readonly order: string
  readonly seconds: number
  /** The plan of each remedy that moves tasks is wanted, to be taken over. */
  readonly withTasks?: boolean
}
export const remedies = ({ plan, order, seconds, withTasks = false, ...work }: RemedyWork): TriedRemedies => {
  const until = Date.now() + seconds * 1000
  return tryRemedies(problemOf(work), plan, order, { withTasks, shouldStop: () => Date.now() > until })
}
