import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import type { Answer } from '@qitao/planning/promise/answer.ts'
import { checkedPlan } from '@qitao/planning/promise/checked-plan.ts'
import { type PromiseMode, promise } from '@qitao/planning/promise/promise.ts'
import { type AskedLine, namesOf, wishesOf } from '../model/answer.rules.ts'
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
  /** What the independent checker finds wrong with the promised tasks; none: all is well. */
  readonly violations: readonly string[]
}

export default ({ facts, asked, mode, starts_from }: PromiseWork): PromiseResult => {
  const snapshot = { ...snapshotOf(facts), startsFrom: starts_from }
  const answers = promise(snapshot, wishesOf(asked, namesOf(facts), facts.time_zone), mode)
  const { problem, plan } = checkedPlan(snapshot, answers)
  const violations = plan.tasks.some(task => !task.fixed) ? checkPlan(problem, plan) : []
  return { answers, violations: violations.map(({ rule, subject, detail }) => `${rule} ${subject}: ${detail}`) }
}
