import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { periodsOf } from '@qitao/scheduling/model/load/load.rules.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'

const { week } = timeDimension.codes
const weeks = 52
const months = 12

/** Periods of the grid: from the current one on, a year; and those of the year before, which are whole. */
export interface Grid {
  readonly begins: readonly Instant[]
  readonly end: Instant
  readonly past: readonly Instant[]
}
export function gridAt(now: Instant, dimension: number, zone: string): Grid {
  const today = dayOf(now, zone)
  const [count, length] = dimension === week ? [weeks, 7] : [months, 31]
  const day = (days: number) => startOfDay(addDays(today, days), zone)
  const ahead = periodsOf(now, day(length * (count + 1)), dimension, zone).slice(0, count)
  const begins = ahead.map(({ period }) => period)
  const from = day(-length * count)
  const past = periodsOf(from, now, dimension, zone).flatMap(({ period }) =>
    period >= from && period < begins[0]! ? period : [],
  )
  return { begins, end: ahead.at(-1)!.until, past }
}
