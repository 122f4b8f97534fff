import type { LowerBound } from '@qitao/planning/scheduling/improve/lower-bound.ts'
import type { Score } from '@qitao/planning/scheduling/place/plan.ts'
import type { scheduleObjectives } from '../schedule.calls.ts'

/** What a running calculation tells the page: the best plan so far, and what no plan can do better. */
export interface ScheduleProgress {
  readonly objective: (typeof scheduleObjectives)[number]
  readonly iteration: number
  /** Of the time to improve, 0 to 1. */
  readonly share: number
  readonly seconds_left: number
  readonly best: Score
  /** null: not known yet. */
  readonly bound: LowerBound | null
}

/** How far the best is from the bound at most, as a share of the best; 0: no plan is better in this. */
export function gapOf({ best, objective }: Pick<ScheduleProgress, 'best' | 'objective'>, bound: LowerBound): number {
  const [found, least] =
    objective === 'changeover'
      ? [best.setupSeconds, bound.setupSeconds]
      : objective === 'load'
        ? [best.makespanSeconds, bound.makespanSeconds]
        : [best.weightedTardinessHours, bound.weightedTardinessHours]
  return found <= 0 ? 0 : Math.max(0, found - least) / found
}
