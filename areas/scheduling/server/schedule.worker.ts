import type { MessagePort } from 'node:worker_threads'
import { checkPlan, type Violation } from '@qitao/planning/checker/check-plan.ts'
import type { Plan } from '@qitao/planning/scheduling/plan.ts'
import type { Problem } from '@qitao/planning/scheduling/problem.ts'
import { type Progress, schedule } from '@qitao/planning/scheduling/schedule.ts'
import type { Objective } from '@qitao/planning/scheduling/score.ts'

/** Runs in a thread of its own: planning never stands on the event loop. Every plan is checked before it leaves. */
export interface ScheduleWork {
  readonly problem: Problem
  readonly objective: Objective
  readonly seed: number
  readonly seconds: number
  readonly port: MessagePort
}
export interface ScheduledPlan {
  readonly plan: Plan
  readonly violations: readonly Violation[]
}
/** `share` of the time that is used up, 0 to 1. */
export type ScheduleProgress = Pick<Progress, 'iteration' | 'best'> & { readonly share: number }

const tellEveryMs = 400

export const solve = ({ problem, objective, seed, seconds, port }: ScheduleWork): ScheduledPlan => {
  const began = Date.now()
  const share = () => Math.min(1, (Date.now() - began) / (seconds * 1000))
  let told = 0
  let last: Progress | undefined
  const tell = () => {
    if (!last || Date.now() - told < tellEveryMs) return
    told = Date.now()
    port.postMessage({ iteration: last.iteration, best: last.best, share: share() } satisfies ScheduleProgress)
  }
  const plan = schedule(problem, {
    objective,
    seed,
    iterations: Number.MAX_SAFE_INTEGER,
    onProgress: progress => {
      last = progress
      tell()
    },
    shouldStop: () => {
      tell()
      return share() >= 1
    },
  })
  port.close()
  return { plan, violations: checkPlan(problem, plan) }
}

export const check = ({ problem, plan }: { problem: Problem; plan: Plan }): readonly Violation[] =>
  checkPlan(problem, plan)
