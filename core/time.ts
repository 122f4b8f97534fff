/**
 * Instants are whole seconds since the epoch, UTC. Days are `YYYY-MM-DD`. What day an instant falls on is a question of
 * the organisation's time zone (IANA name), never of the browser's or the server's. Weeks are ISO weeks, Monday first.
 */
export type Instant = number
export type Day = string

export const minuteSeconds = 60
export const hourSeconds = 3600
export const daySeconds = 86_400
export const weekSeconds = 7 * daySeconds
/** Longest span of a search (specification section 5): a leap year. */
export const longestSearchSeconds = 366 * daySeconds

const formats = new Map<string, Intl.DateTimeFormat>()
function formatFor(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

export interface WallTime {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** What the clock on the wall of the zone shows at an instant. */
export function wallTime(instant: Instant, zone: string): WallTime {
  const shown = new Date((instant + zoneOffset(instant, zone)) * 1000)
  return {
    year: shown.getUTCFullYear(),
    month: shown.getUTCMonth() + 1,
    day: shown.getUTCDate(),
    hour: shown.getUTCHours(),
    minute: shown.getUTCMinutes(),
    second: shown.getUTCSeconds(),
  }
}

/**
 * Seconds by which the zone's wall clock is ahead of UTC at an instant. To ask `Intl` takes 10 microseconds, and lists ask for
 * thousands of days: it is asked at midnights, and between two only when the clocks are changed there.
 */
export function zoneOffset(instant: Instant, zone: string): number {
  const day = Math.floor(instant / daySeconds)
  const offset = offsetAtMidnight(day, zone)
  return offset === offsetAtMidnight(day + 1, zone) ? offset : askedOffset(instant, zone)
}

const atMidnights = new Map<string, Map<number, number>>()
function offsetAtMidnight(day: number, zone: string): number {
  let known = atMidnights.get(zone)
  if (!known) {
    known = new Map()
    atMidnights.set(zone, known)
  }
  let offset = known.get(day)
  if (offset === undefined) {
    offset = askedOffset(day * daySeconds, zone)
    known.set(day, offset)
  }
  return offset
}

function askedOffset(instant: Instant, zone: string): number {
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatFor(zone).formatToParts(instant * 1000)) {
    if (type in parts) parts[type as keyof WallTime] = Number(value)
  }
  return utcSeconds(parts) - instant
}

const utcSeconds = (wall: WallTime): number =>
  Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second) / 1000

/**
 * The instant at which the zone's wall clock shows `secondOfDay` of a day. A wall time that daylight saving skips is the
 * same number of seconds after the skip; one that comes twice is the first.
 */
export function instantAt(day: Day, secondOfDay: number, zone: string): Instant {
  const asUtc = epochDay(day) * daySeconds + secondOfDay
  const before = asUtc - zoneOffset(asUtc - daySeconds, zone)
  const after = asUtc - zoneOffset(asUtc + daySeconds, zone)
  if (before === after) return before
  const earlier = Math.min(before, after)
  return zoneOffset(earlier, zone) === asUtc - earlier ? earlier : Math.max(before, after)
}

export const startOfDay = (day: Day, zone: string): Instant => instantAt(day, 0, zone)
/** First instant after the day: goods due on a day are in time until then. */
export const endOfDay = (day: Day, zone: string): Instant => startOfDay(addDays(day, 1), zone)

const two = (n: number): string => String(n).padStart(2, '0')

export function dayOf(instant: Instant, zone: string): Day {
  const { year, month, day } = wallTime(instant, zone)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
/** `2026-11-21 08:30` on the wall of the zone. */
export function minuteOf(instant: Instant, zone: string): string {
  const { hour, minute } = wallTime(instant, zone)
  return `${dayOf(instant, zone)} ${two(hour)}:${two(minute)}`
}

/** Days since 1970-01-01 of a calendar day. */
export function epochDay(day: Day): number {
  const [year, month, date] = day.split('-').map(Number)
  return Date.UTC(year!, month! - 1, date!) / 1000 / daySeconds
}
export const dayFromEpoch = (days: number): Day => new Date(days * daySeconds * 1000).toISOString().slice(0, 10)
export const addDays = (day: Day, days: number): Day => dayFromEpoch(epochDay(day) + days)
/** The same date some months later; the last of the month when it has no such date. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year!, month! + months, 0)).getUTCDate()
  return new Date(Date.UTC(year!, month! - 1 + months, Math.min(date!, lastDate))).toISOString().slice(0, 10)
}
export const daysBetween = (from: Day, to: Day): number => epochDay(to) - epochDay(from)
export const isDay = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)) && dayFromEpoch(epochDay(value)) === value

/** 1 Monday to 7 Sunday. */
export const weekdayOf = (day: Day): number => ((((epochDay(day) + 3) % 7) + 7) % 7) + 1
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekdayOf(day))

/** ISO week: the first week of a year holds 4 January. */
export function isoWeekOf(day: Day): { year: number; week: number } {
  const thursday = addDays(mondayOf(day), 3)
  const year = Number(thursday.slice(0, 4))
  const firstMonday = mondayOf(`${thursday.slice(0, 4)}-01-04`)
  return { year, week: Math.floor(daysBetween(firstMonday, thursday) / 7) + 1 }
}
