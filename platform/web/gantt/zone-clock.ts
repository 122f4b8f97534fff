import { daySeconds, zoneOffset } from '@qitao/core/time.ts'

const halfHour = 1800

/**
 * The wall clock of one time zone, quick enough for every line of a header: offsets are asked of Intl once per half hour
 * (transitions fall on half hours) and the calendar is integer arithmetic. "Local seconds" are seconds since
 * 1970-01-01 00:00 on that wall.
 */
export class ZoneClock {
  private readonly offsets = new Map<number, number>()
  readonly zone: string

  constructor(zone: string) {
    this.zone = zone
  }

  offsetAt(instant: number): number {
    const bucket = Math.floor(instant / halfHour)
    let offset = this.offsets.get(bucket)
    if (offset === undefined) {
      if (this.offsets.size > 20_000) this.offsets.clear()
      offset = zoneOffset(bucket * halfHour, this.zone)
      this.offsets.set(bucket, offset)
    }
    return offset
  }

  toLocal(instant: number): number {
    return instant + this.offsetAt(instant)
  }

  /** A wall time that daylight saving skips is the same number of seconds after the skip; of two the first. */
  fromLocal(local: number): number {
    const before = local - this.offsetAt(local - daySeconds)
    const after = local - this.offsetAt(local + daySeconds)
    if (before === after) return before
    const earlier = Math.min(before, after)
    return this.toLocal(earlier) === local ? earlier : Math.max(before, after)
  }

  parts(instant: number): CivilTime {
    return civilTime(this.toLocal(instant))
  }
}

export interface CivilTime {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** 0 Monday to 6 Sunday */
  readonly weekday: number
  /** Days since 1970-01-01 */
  readonly days: number
}

export function civilTime(local: number): CivilTime {
  const days = Math.floor(local / daySeconds)
  const second = local - days * daySeconds
  const { year, month, day } = civilDay(days)
  return {
    year,
    month,
    day,
    hour: Math.floor(second / 3600),
    minute: Math.floor((second % 3600) / 60),
    second: Math.floor(second % 60),
    weekday: weekdayOf(days),
    days,
  }
}

/** 0 Monday to 6 Sunday; 1970-01-01 was a Thursday. */
export const weekdayOf = (days: number): number => (((days + 3) % 7) + 7) % 7

// H. Hinnant, "chrono-compatible low-level date algorithms": proleptic Gregorian calendar in integers.
export function civilDay(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** Days since 1970-01-01; a month beyond 1..12 rolls over. */
export function daysOf(year: number, month: number, day: number): number {
  const rolled = year + Math.floor((month - 1) / 12)
  const inYear = ((((month - 1) % 12) + 12) % 12) + 1
  const shifted = inYear <= 2 ? rolled - 1 : rolled
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (inYear > 2 ? inYear - 3 : inYear + 9) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** ISO week: Monday first, week 1 holds 4 January. */
export function isoWeek(days: number): { year: number; week: number } {
  const thursday = days - weekdayOf(days) + 3
  const { year } = civilDay(thursday)
  const january4 = daysOf(year, 1, 4)
  return { year, week: Math.round((thursday - 3 - (january4 - weekdayOf(january4))) / 7) + 1 }
}
