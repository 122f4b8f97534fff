import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  hourSeconds,
  type Instant,
  instantAt,
  mondayOf,
  startOfDay,
  weekdayOf,
} from '@qitao/core/time.ts'
import { type reportPeriod, rhythm } from './report.status.ts'

export type ReportPeriod = (typeof reportPeriod)['list'][number]['code']
const firstOfMonth = (day: Day): Day => `${day.slice(0, 7)}-01`
const firstOfYear = (day: Day): Day => `${day.slice(0, 4)}-01-01`

/** First and last day of it, both whole; what goes on ends today. */
export function daysOfPeriod(period: ReportPeriod, today: Day): [Day, Day] {
  const back = (days: number): [Day, Day] => [addDays(today, 1 - days), today]
  const before = (first: Day): Day => addDays(first, -1)
  switch (period) {
    case 'yesterday':
      return [before(today), before(today)]
    case 'week':
      return [mondayOf(today), today]
    case 'last_week':
      return [addDays(mondayOf(today), -7), before(mondayOf(today))]
    case 'month':
      return [firstOfMonth(today), today]
    case 'last_month':
      return [firstOfMonth(before(firstOfMonth(today))), before(firstOfMonth(today))]
    case 'days_7':
      return back(7)
    case 'days_90':
      return back(90)
    case 'months_12':
      return [addMonths(firstOfMonth(today), -11), today]
    case 'year':
      return [firstOfYear(today), today]
    case 'last_year':
      return [firstOfYear(before(firstOfYear(today))), before(firstOfYear(today))]
    default:
      return back(30)
  }
}
export const rangeOfPeriod = (period: ReportPeriod, now: Instant, zone: string): [Instant, Instant] => {
  const [first, last] = daysOfPeriod(period, dayOf(now, zone))
  return [startOfDay(first, zone), startOfDay(last, zone)]
}

export interface MailTimes {
  readonly rhythm: (typeof rhythm)['list'][number]['code']
  readonly hour: number
  readonly weekday: number | null
  /** A month that is shorter has it on its last day. */
  readonly month_day: number | null
}
/** When a report goes out next after `now`, at an hour of the company's clocks. */
export function nextMailTime(times: MailTimes, now: Instant, zone: string): Instant {
  const at = (day: Day) => instantAt(day, times.hour * hourSeconds, zone)
  const today = dayOf(now, zone)
  if (times.rhythm === rhythm.codes.monthly) {
    const inMonth = (first: Day) => {
      const last = addDays(addMonths(first, 1), -1)
      const wanted = addDays(first, (times.month_day ?? 1) - 1)
      return at([wanted, last].sort()[0]!)
    }
    const first = firstOfMonth(today)
    const here = inMonth(first)
    return here > now ? here : inMonth(addMonths(first, 1))
  }
  const isWeekly = times.rhythm === rhythm.codes.weekly
  const step = isWeekly ? 7 : 1
  const ahead = isWeekly ? ((times.weekday ?? 1) - weekdayOf(today) + 7) % 7 : 0
  const next = at(addDays(today, ahead))
  return next > now ? next : at(addDays(today, ahead + step))
}
