import { addDays, type Day, dayOf, daySeconds, type Instant, instantAt, weekdayOf } from '@qitao/core/time.ts'
import type { Interval } from '@qitao/planning/calendar/interval.ts'
import type { Shift, WeeklyCalendar } from '@qitao/planning/calendar/weekly-calendar.ts'
import type { Overtime, PossibleOvertime } from '@qitao/planning/scheduling/repair/repair-overtime.ts'
import type { ScheduleFacts } from '../problem/facts.ts'

/** Overtime is proposed for so many days ahead: later there is time to plan anew. */
const daysAhead = 31

/** What is worked on after the last shift of a day. */
interface PossibleDay {
  readonly day: Day
  readonly piece: Interval
}
export interface OvertimeDay {
  readonly day: Day
  readonly seconds: number
}
type Facts = Pick<ScheduleFacts, 'calendars' | 'now'>

/** Hours beyond the shifts that may be asked of each calendar. */
export const possibleOvertime = ({ calendars, now }: Facts, mostSeconds: number): PossibleOvertime =>
  new Map(calendars.map(({ id, weekly }) => [id, daysOf(weekly, now, mostSeconds).map(({ piece }) => piece)]))

/** The days on which overtime is worked, and for how long. */
export function overtimeDays({ calendars, now }: Facts, { calendar, pieces }: Overtime): OvertimeDay[] {
  const { weekly } = calendars.find(({ id }) => id === calendar)!
  const days = new Map(daysOf(weekly, now, daySeconds).map(({ day, piece }) => [piece[0], day]))
  return pieces.map(([from, to]) => ({ day: days.get(from)!, seconds: to - from }))
}

/** Days whose last shift can go on: up to where the first shift of the next day begins. */
function daysOf(weekly: WeeklyCalendar, now: Instant, mostSeconds: number): PossibleDay[] {
  const today = dayOf(now, weekly.zone)
  return Array.from({ length: daysAhead }, (_, offset): PossibleDay[] => {
    const day = addDays(today, offset)
    const shifts = shiftsOn(weekly, day)
    const last = shifts.at(-1)
    if (!last) return []
    const end = last.fromSecond + ((last.toSecond - last.fromSecond + daySeconds) % daySeconds || daySeconds)
    const next = [shifts[0]!, ...shiftsOn(weekly, addDays(day, 1))].map(({ fromSecond }) => fromSecond + daySeconds)
    const seconds = Math.min(mostSeconds, Math.min(...next) - end)
    const from = clock(day, end, weekly.zone)
    return seconds > 0 && from >= now ? [{ day, piece: [from, clock(day, end + seconds, weekly.zone)] }] : []
  }).flat()
}

const shiftsOn = ({ shifts, exceptions = [] }: WeeklyCalendar, day: Day): readonly Shift[] =>
  exceptions.find(exception => exception.day === day)?.shifts ??
  shifts.filter(({ days }) => days.includes(weekdayOf(day)))
const clock = (day: Day, second: number, zone: string): Instant =>
  instantAt(addDays(day, Math.floor(second / daySeconds)), second % daySeconds, zone)
