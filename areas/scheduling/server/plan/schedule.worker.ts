import type { MessagePort } from 'node:worker_threads'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { checkChanged } from '@qitao/planning/checker/check-changed.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import type { Violation } from '@qitao/planning/checker/violation.ts'
import { explainLate, type LateOrder } from '@qitao/planning/scheduling/explain/explain-late.ts'
import type { Remedy } from '@qitao/planning/scheduling/explain/remedy.ts'
import { type TriedRemedies, tryRemedies } from '@qitao/planning/scheduling/explain/try-remedies.ts'
import { type OrderBound, whatBinds } from '@qitao/planning/scheduling/explain/what-binds.ts'
import type { Progress } from '@qitao/planning/scheduling/improve/improve.ts'
import type { LowerBound } from '@qitao/planning/scheduling/improve/lower-bound.ts'
import type { Objective } from '@qitao/planning/scheduling/improve/score.ts'
import type { Plan, Task } from '@qitao/planning/scheduling/place/plan.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import type { PromisedOrder } from '@qitao/planning/scheduling/steady/promised-first.ts'
import { scheduleSteadily } from '@qitao/planning/scheduling/steady/steady-plan.ts'
import type { ScheduleProgress } from '../../model/chart/schedule-progress.ts'
import { isSameRemedy } from '../../model/late/late-order.rules.ts'
import { type ProblemWork, problemOf } from '../../model/problem/plan-scope.rules.ts'

/** Runs in a thread of its own: planning never stands on the event loop. Every plan is checked before it leaves. */
export interface ScheduleWork extends ProblemWork {
  readonly objective: Objective
  /** They come first, and keep their days. */
  readonly promised?: readonly PromisedOrder[]
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
  /** What it comes to beside what no plan can do better; null: not known when it ended. */
  readonly stands: (Pick<ScheduleProgress, 'best'> & { readonly bound: LowerBound }) | null
}

const tellEveryMs = 400

export const solve = ({ objective, promised, seed, seconds, port, stop, ...work }: ScheduleWork): ScheduledPlan => {
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
  const plan = scheduleSteadily(problem, {
    objective,
    ...(promised ? { promised } : {}),
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
  const stands = bound && { best: withStanding(plan.score), bound: withStanding(bound) }
  return { plan, stands, violations: checkPlan(problem, plan) }
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

export interface BoundWork extends PlanWork {
  readonly orders: readonly string[]
  readonly seconds: number
}
export const bounds = ({ plan, orders, seconds, ...work }: BoundWork): readonly OrderBound[] =>
  whatBinds(problemOf(work), plan, orders, over(seconds))

export interface RemedyWork extends PlanWork {
  readonly order: string
  readonly seconds: number
}
export const remedies = (work: RemedyWork): TriedRemedies => tried(work, problemOf(work), false)

export interface RemedyToApply extends RemedyWork {
  readonly remedy: Remedy
}
export interface AppliedRemedy {
  readonly moved: readonly Task[]
  /** What the checker finds that was right before. */
  readonly broken: readonly Violation[]
}
/** One of the remedies, with what it moves; undefined: it does not help any more. */
export function remedy({ remedy: wanted, ...work }: RemedyToApply): AppliedRemedy | undefined {
  const problem = problemOf(work)
  const tasks = tried(work, problem, true).remedies.find(one => isSameRemedy(one.remedy, wanted))?.tasks
  if (!tasks) return undefined
  const free = new Set(problem.operations.flatMap(({ id, fixed }) => (fixed ? [] : [id])))
  const placed = new Map(tasks.flatMap(task => (free.has(task.operation) ? [[task.operation, task] as const] : [])))
  const before = work.plan.tasks
  const after = before.map(task => ({ ...task, ...placed.get(task.operation) }))
  const moved = after.filter((task, i) => {
    const was = before[i]!
    return (
      task.machine !== was.machine ||
      task.setupStart !== was.setupStart ||
      task.start !== was.start ||
      task.end !== was.end
    )
  })
  return { moved, broken: checkChanged(problem, before, after) }
}

const tried = (
  { plan, order, seconds }: Pick<RemedyWork, 'plan' | 'order' | 'seconds'>,
  problem: Problem,
  withTasks: boolean,
): TriedRemedies => tryRemedies(problem, plan, order, { withTasks, shouldStop: over(seconds) })

function over(seconds: number): () => boolean {
  const until = Date.now() + seconds * 1000
  return () => Date.now() > until
}
