import {
  type Day,
  dayFromEpoch,
  daySeconds,
  epochDay,
  type Instant,
  instantAt,
  isDay,
  wallTime,
} from '@qitao/core/time.ts'

/** Excel counts days from the end of 1899, or from 1904; the fraction is the time of day. */
const dayZero = epochDay('1899-12-30')
const dayZero1904 = epochDay('1904-01-01')
const lastSerial = 2_958_465 // 9999-12-31

export function serialOf(instant: Instant, zone: string): number {
  const { year, month, day, hour, minute, second } = wallTime(instant, zone)
  const days = Date.UTC(year, month - 1, day) / 1000 / daySeconds - dayZero
  return days + (hour * 3600 + minute * 60 + second) / daySeconds
}

/** The instant of an Excel serial; undefined when it is no date. */
export function instantOfSerial(serial: number, zone: string, since1904: boolean): Instant | undefined {
  if (!Number.isFinite(serial) || serial < 1 || serial > lastSerial) return undefined
  const seconds = Math.round(serial * daySeconds)
  const days = Math.floor(seconds / daySeconds)
  return instantAt(dayFromEpoch(days + (since1904 ? dayZero1904 : dayZero)), seconds - days * daySeconds, zone)
}

const written =
  /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?Z?)?$/

/** The instant of a date as people write it: 2026-11-21, 2026/11/21, 2026年11月21日, with a time of day or without. */
export function instantOfWords(words: string, zone: string): Instant | undefined {
  const [, year, month, date, hour = '0', minute = '0', second = '0'] = written.exec(words.trim()) ?? []
  if (!year || !month || !date) return undefined
  const day: Day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  if (!isDay(day) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return instantAt(day, Number(hour) * 3600 + Number(minute) * 60 + Number(second), zone)
}
