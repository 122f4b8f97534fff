import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayOf,
  daysBetween,
  endOfDay,
  instantAt,
  isDay,
  isoWeekOf,
  minuteOf,
  mondayOf,
  startOfDay,
  wallTime,
  weekdayOf,
} from './time.ts'

const shanghai = 'Asia/Shanghai'
const berlin = 'Europe/Berlin'

describe('days of a time zone', () => {
  test('one instant falls on different days in different zones', () => {
    const instant = Date.UTC(2026, 10, 20, 18) / 1000
    expect(dayOf(instant, shanghai)).toBe('2026-11-21')
    expect(dayOf(instant, berlin)).toBe('2026-11-20')
    expect(minuteOf(instant, shanghai)).toBe('2026-11-21 02:00')
  })
  test('a day of the clock change is 23 or 25 hours long', () => {
    expect(endOfDay('2026-03-29', berlin) - startOfDay('2026-03-29', berlin)).toBe(23 * 3600)
    expect(endOfDay('2026-10-25', berlin) - startOfDay('2026-10-25', berlin)).toBe(25 * 3600)
  })
  test('a wall time that is skipped is as far after the skip; one that comes twice is the first', () => {
    expect(minuteOf(instantAt('2026-03-29', 2.5 * 3600, berlin), berlin)).toBe('2026-03-29 03:30')
    const twice = instantAt('2026-10-25', 2.5 * 3600, berlin)
    expect(minuteOf(twice, berlin)).toBe('2026-10-25 02:30')
    expect(minuteOf(twice + 3600, berlin)).toBe('2026-10-25 02:30')
  })
  test('the wall shows what the calendar of the computer says, on days of a clock change, too', () => {
    const zones = [shanghai, berlin, 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC']
    const changes = ['2011-12-29', '2026-03-28', '2026-10-03', '2026-10-24'].map(day => startOfDay(day, 'UTC'))
    const instants = fc.oneof(
      fc.integer({ min: 0, max: 4_000_000_000 }),
      fc.tuple(fc.constantFrom(...changes), fc.integer({ min: 0, max: 3 * 86_400 })).map(([from, more]) => from + more),
    )
    fc.assert(
      fc.property(instants, fc.constantFrom(...zones), (instant, timeZone) => {
        const { year, month, day, hour, minute, second } = wallTime(instant, timeZone)
        const shown = new Date(instant * 1000).toLocaleString('en-US', { timeZone, hourCycle: 'h23' })
        const digits = (n: number) => String(n).padStart(2, '0')
        expect(shown).toBe(`${month}/${day}/${year}, ${[hour, minute, second].map(digits).join(':')}`)
      }),
    )
  })
  test('the start of a day is on the day, and a second before is not', () => {
    const anyDay = fc.integer({ min: 0, max: 40_000 }).map(days => addDays('1990-01-01', days))
    fc.assert(
      fc.property(anyDay, fc.constantFrom(shanghai, berlin, 'America/New_York', 'UTC'), (day, zone) => {
        const start = startOfDay(day, zone)
        expect(dayOf(start, zone)).toBe(day)
        expect(dayOf(start - 1, zone)).toBe(addDays(day, -1))
      }),
    )
  })
})

test('R-189 ISO weeks: Monday first, the first week holds 4 January', () => {
  expect(isoWeekOf('2026-01-04')).toEqual({ year: 2026, week: 1 })
  expect(isoWeekOf('2027-01-01')).toEqual({ year: 2026, week: 53 })
  expect(isoWeekOf('2024-12-30')).toEqual({ year: 2025, week: 1 })
  expect(weekdayOf('2026-11-21')).toBe(6)
  expect(mondayOf('2026-11-22')).toBe('2026-11-16')
})

test('only real days are days', () => {
  expect(['2026-02-29', '2026-13-01', '26-01-01', 'today'].filter(isDay)).toEqual([])
  expect(isDay('2024-02-29')).toBe(true)
  expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
})
