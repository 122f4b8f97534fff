import { type BomRing, planOrRing } from '@qitao/engineering/model/bom/bom-ring.rules.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import type { Answer } from '@qitao/planning/promise/answer.ts'
import { checkedPlan } from '@qitao/planning/promise/checked-plan.ts'
import { type Loss, promiseDisplacing } from '@qitao/planning/promise/displace.ts'
import { type FreeByDay, freeByDay } from '@qitao/planning/promise/free-by-day.ts'
import type { PromiseMode } from '@qitao/planning/promise/promise.ts'
import { type AskedLine, namesOf, wishesOf } from '../model/answer.rules.ts'
import { losersFor } from '../model/displace.rules.ts'
import type { PromiseFacts } from '../model/promise-facts.ts'
import { snapshotOf } from '../model/promise-snapshot.rules.ts'

/** Runs in a thread of its own: planning never stands on the event loop. Every promise is checked before it leaves. */
export interface PromiseWork {
  readonly facts: PromiseFacts
  readonly asked: readonly AskedLine[]
  readonly mode: PromiseMode
  /** Until then the answer is kept: nothing promised begins before. */
  readonly starts_from: number
}
export interface PromiseResult {
  readonly answers: readonly Answer[]
  /** Who loses what by them. */
  readonly losses: readonly Loss[]
  /** What is free of the product of each line, without anybody's loss. */
  readonly free: readonly FreeByDay[]
  /** What the independent checker finds wrong with the promised tasks; none: all is well. */
  readonly violations: readonly string[]
}

export default (work: PromiseWork): PromiseResult | BomRing => planOrRing(() => promised(work), work.facts.materials)

function promised({ facts, asked, mode, starts_from }: PromiseWork): PromiseResult {
  const snapshot = { ...snapshotOf(facts), startsFrom: starts_from }
  const names = namesOf(facts)
  const wishes = wishesOf(asked, names, facts.time_zone)
  const losers = losersFor(facts, names)
  const { answers, losses, world } = promiseDisplacing(snapshot, wishes, mode, losers, facts.time_zone)
  const { problem, plan } = checkedPlan(world, answers)
  const violations = plan.tasks.some(task => !task.fixed) ? checkPlan(problem, plan) : []
  const free = freeByDay(
    snapshot,
    wishes.map(({ material }) => material),
  )
  return {
    answers,
    losses,
    free,
    violations: violations.map(({ rule, subject, detail }) => `${rule} ${subject}: ${detail}`),
  }
}
