import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { periodsOf } from '@qitao/scheduling/model/load/load.rules.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'

export const isWeekly = (dimension: number): boolean => dimension === timeDimension.codes.week
/** A year is forecast and planned ahead, and compared with: so many periods are a season too. */
export const periodsOfYear = (dimension: number): number => (isWeekly(dimension) ? 52 : 12)
/** Days within which so many periods lie. */
export const daysWithin = (dimension: number, periods: number): number => (isWeekly(dimension) ? 7 : 31) * periods

/** Days that the oldest past of a grid goes back at most. */
export const oldestPast = daysWithin(timeDimension.codes.month, periodsOfYear(timeDimension.codes.month))

/** Periods of the grid: from the current one on, a year; and those of the year before, which are whole. */
export interface Grid {
  readonly begins: readonly Instant[]
  readonly end: Instant
  readonly past: readonly Instant[]
}
export function gridAt(now: Instant, dimension: number, zone: string): Grid {
  const today = dayOf(now, zone)
  const count = periodsOfYear(dimension)
  const day = (days: number) => startOfDay(addDays(today, days), zone)
  const ahead = periodsOf(now, day(daysWithin(dimension, count + 1)), dimension, zone).slice(0, count)
  const begins = ahead.map(({ period }) => period)
  const from = day(-daysWithin(dimension, count))
  const past = periodsOf(from, now, dimension, zone).flatMap(({ period }) =>
    period >= from && period < begins[0]! ? period : [],
  )
  return { begins, end: ahead.at(-1)!.until, past }
}
