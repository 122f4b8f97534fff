import type { Instant } from '@qitao/core/time.ts'
import { weightOfPriority } from '@qitao/planning/scheduling/problem/problem.ts'

/** A conflict as what it does to its order: by how long, and how the plan has the order. */
export interface Stake {
  /** By so much the plan is wrong; 0: it cannot be said. */
  readonly seconds: number
  readonly finish: Instant
  readonly due: Instant
  readonly priority: number
}

/** By how long the order is late when nothing is done; null: nobody can say, as nothing says when it goes on. */
export const lateBy = ({ seconds, finish, due }: Stake): number | null =>
  seconds === 0 ? null : Math.max(0, finish + seconds - due)

/** The worst first: what has no end, then lateness weighted by priority, then what has the least time left. */
export function byStake(a: Stake, b: Stake): number {
  const weighted = (one: Stake) => (lateBy(one) ?? Number.MAX_SAFE_INTEGER) * weightOfPriority(one.priority)
  const left = ({ due, finish, seconds }: Stake) => due - finish - seconds
  return weighted(b) - weighted(a) || left(a) - left(b)
}
