import type { Settings } from '@qitao/access/model/company/settings.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import type { Disturbances } from '@qitao/planning/scheduling/problem/problem.ts'

/** Material of a component that is still on its way. What comes together has one id. */
export interface ComingSupply {
  readonly component_id: string
  readonly id: string
  readonly at: Instant
}
/** What a plan is to hold against. */
export interface LateSupply {
  readonly disturbances: Disturbances
  readonly coming: readonly ComingSupply[]
}

/** By then a plan is made anew. */
const aheadDays = 31
/** Runs vary by so much and lose so much to scrap and stoppages: usual figures of a workshop. */
const runSpread = 0.15
const runLoss = 0.03
/** An order that has to be expected late weighs as much as one of priority 50 that is three days late. */
const lateOrderHours = 150

/** null: material is taken to come as announced. */
export function disturbancesOf({
  schedule_late_share,
  schedule_late_days,
}: Pick<Settings, 'schedule_late_share' | 'schedule_late_days'>): Disturbances | null {
  if (schedule_late_share === 0) return null
  return {
    lateShare: schedule_late_share / 100,
    meanLateSeconds: schedule_late_days * daySeconds,
    runSpread,
    runLoss,
    aheadSeconds: aheadDays * daySeconds,
    lateOrderHours,
  }
}
