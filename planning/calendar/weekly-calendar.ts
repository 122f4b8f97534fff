/**
 * A calendar as people keep it - shifts of the week, breaks, dated exceptions, in the organisation's time zone - expanded to
 * working intervals. Daylight saving counts: a night shift may be 7 or 9 hours long. Shifts that touch are one interval.
 */
import { addDays, type Day, daySeconds, type Instant, instantAt, weekdayOf, zoneOffset } from '@qitao/core/time.ts'
import { type Interval, merge, subtract } from './interval.ts'

export interface WeeklyCalendar {
  /** IANA name. */
  readonly zone: string
  readonly shifts: readonly WeeklyShift[]
  /** Taken out of whatever shift they fall into, by the weekday on which the break itself begins. */
  readonly breaks?: readonly (Break & { readonly days: readonly number[] })[]
  /** Replace the shifts that BEGIN on their day; no shifts: closed. */
  readonly exceptions?: readonly { readonly day: Day; readonly shifts: readonly Shift[] }[]
}

/** Seconds after local midnight; `toSecond` not after `fromSecond` means the next day (0 to 0 is a whole day). */
export interface Shift {
  readonly fromSecond: number
  readonly toSecond: number
  /** A break that begins before its shift does belongs to the part after midnight. */
  readonly breaks?: readonly Break[]
}

/** Days are 1 Monday to 7 Sunday: those on which the shift begins. */
export type WeeklyShift = Shift & { readonly days: readonly number[] }

export interface Break {
  readonly fromSecond: number
  readonly toSecond: number
  /** false: no task may pause over it; it begins after it or ends before it. */
  readonly spannable?: boolean
}

export interface WorkingTime {
  readonly intervals: Interval[]
  /** Starts of the breaks that must not be spanned, sorted; only those that interrupt a shift. */
  readonly walls: Instant[]
}

/** All working time within [from, to). Days before `from` are looked at too, for shifts over midnight. */
export function workingTime(calendar: WeeklyCalendar, from: Instant, to: Instant): WorkingTime {
  const clock = wallClock(calendar.zone)
  const exceptions = new Map((calendar.exceptions ?? []).map(exception => [exception.day, exception.shifts]))
  const open: Interval[] = []
  const pauses: Interval[] = []
  const hard: Interval[] = []

  const pause = (day: Day, rest: Break, afterMidnight: boolean) => {
    const at = clock(afterMidnight ? addDays(day, 1) : day, rest.fromSecond)
    const until = clock(
      addDays(day, (afterMidnight ? 1 : 0) + (rest.toSecond <= rest.fromSecond ? 1 : 0)),
      rest.toSecond,
    )
    pauses.push([at, until])
    if (rest.spannable === false) hard.push([at, until])
  }

  // Two days back: a shift that began yesterday ends today, and the local date may be behind UTC.
  let day = new Date((from - 2 * daySeconds) * 1000).toISOString().slice(0, 10)
  for (; clock(day, 0) < to; day = addDays(day, 1)) {
    const weekday = weekdayOf(day)
    const shifts = exceptions.get(day) ?? calendar.shifts.filter(shift => shift.days.includes(weekday))
    for (const shift of shifts) {
      const overnight = shift.toSecond <= shift.fromSecond
      open.push([clock(day, shift.fromSecond), clock(overnight ? addDays(day, 1) : day, shift.toSecond)])
      for (const rest of shift.breaks ?? []) pause(day, rest, overnight && rest.fromSecond < shift.fromSecond)
    }
    for (const rest of calendar.breaks ?? []) if (rest.days.includes(weekday)) pause(day, rest, false)
  }

  const shifts = merge(open)
  const intervals = clip(subtract(shifts, merge(pauses)), from, to)
  const walls = merge(hard)
    .filter(([start, end]) => start >= from && end <= to && shifts.some(shift => shift[0] < start && end < shift[1]))
    .map(([start]) => start)
  return { intervals, walls }
}

export function clip(intervals: readonly Interval[], from: Instant, to: Instant): Interval[] {
  return intervals
    .filter(([start, end]) => end > from && start < to)
    .map(([start, end]) => [Math.max(start, from), Math.min(end, to)] as const)
}

/** `instantAt` with one look at the zone for each day, ever: asking `Intl` is slow, and on most days the offset does not change. */
function wallClock(zone: string): (day: Day, second: number) => Instant {
  const known = steadyDays.get(zone) ?? new Map<Day, Instant | null>()
  steadyDays.set(zone, known)
  return (day, second) => {
    let midnight = known.get(day)
    if (midnight === undefined) {
      const utc = Date.parse(`${day}T00:00:00Z`) / 1000
      const offset = zoneOffset(utc - daySeconds, zone)
      midnight = offset === zoneOffset(utc + 2 * daySeconds, zone) ? utc - offset : null
      known.set(day, midnight)
    }
    return midnight === null ? instantAt(day, second, zone) : midnight + second
  }
}
/** Midnight of each day that was asked for, by zone; null: the offset changes near it. */
const steadyDays = new Map<string, Map<Day, Instant | null>>()
