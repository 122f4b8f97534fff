import fc from 'fast-check'
import { expect, test } from 'vitest'
import { civilDay, civilTime, daysOf, isoWeek, weekdayOf, ZoneClock } from './zone-clock.ts'

const seconds = (iso: string): number => Date.parse(iso) / 1000

test('the calendar agrees with the platform for any day of four centuries', () => {
  fc.assert(
    fc.property(fc.integer({ min: -60_000, max: 90_000 }), days => {
      const date = new Date(days * 86_400_000)
      const { year, month, day } = civilDay(days)
      expect([year, month, day]).toEqual([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()])
      expect(weekdayOf(days)).toBe((date.getUTCDay() + 6) % 7)
      expect(daysOf(year, month, day)).toBe(days)
    }),
  )
})

test('week 1 holds 4 January and begins on Monday', () => {
  const week = (year: number, month: number, day: number) => isoWeek(daysOf(year, month, day))
  expect(week(2026, 1, 1)).toEqual({ year: 2026, week: 1 })
  expect(week(2027, 1, 1)).toEqual({ year: 2026, week: 53 })
  expect(week(2027, 1, 4)).toEqual({ year: 2027, week: 1 })
  expect(week(2024, 12, 30)).toEqual({ year: 2025, week: 1 })
})

test('the wall of the organisation, not of the machine that runs', () => {
  const clock = new ZoneClock('Asia/Shanghai')
  expect(clock.parts(seconds('2026-11-21T16:30:00Z'))).toMatchObject({
    month: 11,
    day: 22,
    hour: 0,
    minute: 30,
    weekday: 6,
  })
})

test('a day of daylight saving has 23 or 25 hours', () => {
  const berlin = new ZoneClock('Europe/Berlin')
  const midnight = (day: number): number => berlin.fromLocal(day * 86_400)
  const spring = daysOf(2026, 3, 29)
  const autumn = daysOf(2026, 10, 25)
  expect(midnight(spring + 1) - midnight(spring)).toBe(23 * 3600)
  expect(midnight(autumn + 1) - midnight(autumn)).toBe(25 * 3600)
})

test('a skipped wall time comes after the skip, a doubled one is the first', () => {
  const berlin = new ZoneClock('Europe/Berlin')
  expect(berlin.fromLocal(daysOf(2026, 3, 29) * 86_400 + 2.5 * 3600)).toBe(seconds('2026-03-29T01:30:00Z'))
  expect(berlin.fromLocal(daysOf(2026, 10, 25) * 86_400 + 2.5 * 3600)).toBe(seconds('2026-10-25T00:30:00Z'))
})

test('wall and back is where one began', () => {
  for (const zone of ['Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
    const clock = new ZoneClock(zone)
    fc.assert(
      fc.property(fc.integer({ min: 1_700_000_000, max: 1_900_000_000 }), instant => {
        const back = clock.fromLocal(clock.toLocal(instant))
        // In the doubled hour of autumn the first of the two is meant.
        expect(clock.toLocal(back)).toBe(clock.toLocal(instant))
      }),
    )
  }
  expect(civilTime(-1)).toMatchObject({ year: 1969, month: 12, day: 31, hour: 23, minute: 59, second: 59 })
})
