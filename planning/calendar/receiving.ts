/**
 * Goods are announced for a day, and nothing can be made of them before the receiving hour of that day: the one place that says
 * so, for netting, promises, the schedule and what pages show.
 */
import { addDays, type Day, dayOf, type Instant, instantAt, startOfDay, weekdayOf } from '@qitao/core/time.ts'
import type { WeeklyCalendar } from './weekly-calendar.ts'

export interface ReceivingHours {
  /** IANA name. */
  readonly zone: string
  /** Seconds after local midnight; null: when the first shift of the day begins. */
  readonly second: number | null
  /** Of the company; null: none is kept, and its days begin at midnight. */
  readonly weekly: WeeklyCalendar | null
}
export interface Receiving {
  /** When goods announced for a day are there; announced for a later hour of it, they are there then. */
  arrival(announced: Instant): Instant
  /** For when they are to be asked to be there by then: that instant, or the start of an earlier day when they came too late on its own. */
  latest(neededAt: Instant): Instant
}

/** Nobody works for longer: then there is no telling, and the day itself counts. */
const longestRest = 31

export function receivingBy({ zone, second, weekly }: ReceivingHours): Receiving {
  const exceptions = new Map((weekly?.exceptions ?? []).map(({ day, shifts }) => [day, shifts]))
  const firstShift = (day: Day): number => {
    const shifts = exceptions.get(day) ?? weekly!.shifts.filter(({ days }) => days.includes(weekdayOf(day)))
    return Math.min(...shifts.map(({ fromSecond }) => fromSecond))
  }
  function opens(day: Day): Instant {
    if (second !== null) return instantAt(day, second, zone)
    if (weekly === null) return startOfDay(day, zone)
    // Nobody takes goods in on a day off.
    for (let ahead = 0; ahead < longestRest; ahead++) {
      const at = firstShift(addDays(day, ahead))
      if (Number.isFinite(at)) return instantAt(addDays(day, ahead), at, zone)
    }
    return startOfDay(day, zone)
  }
  const known = new Map<Day, Instant>()
  const onDay = (day: Day): Instant => {
    const found = known.get(day) ?? opens(day)
    known.set(day, found)
    return found
  }
  return {
    arrival: announced => Math.max(announced, onDay(dayOf(announced, zone))),
    latest(neededAt) {
      let day = dayOf(neededAt, zone)
      if (onDay(day) <= neededAt) return neededAt
      for (let back = 0; back < longestRest && onDay(day) > neededAt; back++) day = addDays(day, -1)
      return startOfDay(day, zone)
    },
  }
}
