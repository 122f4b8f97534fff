import { hourSeconds, instantAt } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lastOpen } from './last-open.ts'
import { workingTime } from './weekly-calendar.ts'

const zone = 'Asia/Shanghai'
const at = (day: string, hour: number) => instantAt(day, hour * hourSeconds, zone)
const weekly = { zone, shifts: [{ days: [1, 2, 3, 4, 5], fromSecond: 8 * hourSeconds, toSecond: 17 * hourSeconds }] }
const open = workingTime(weekly, at('2026-11-01', 0), at('2026-12-31', 0)).intervals

test('on a day off and at night it is the end of the shift before; within a shift it stays', () => {
  const fridayEvening = at('2026-11-27', 17) - 60
  expect(lastOpen(open, at('2026-11-29', 10))).toBe(fridayEvening)
  expect(lastOpen(open, at('2026-11-27', 17))).toBe(fridayEvening)
  expect(lastOpen(open, at('2026-11-30', 7))).toBe(fridayEvening)
  expect(lastOpen(open, at('2026-11-30', 8))).toBe(at('2026-11-30', 8))
})
test('where no working time is known it stays', () => {
  expect(lastOpen([], 5)).toBe(5)
  expect(lastOpen(open, at('2026-10-01', 3))).toBe(at('2026-10-01', 3))
  expect(lastOpen(open, at('2027-06-01', 3))).toBe(at('2027-06-01', 3))
})
test('it is open and never later', () => {
  fc.assert(
    fc.property(fc.integer({ min: at('2026-11-03', 0), max: at('2026-12-31', 0) }), instant => {
      const found = lastOpen(open, instant)
      expect(found).toBeLessThanOrEqual(instant)
      expect(open.some(([from, to]) => from <= found && found < to)).toBe(true)
      expect(open.some(([from, to]) => from < instant && found < to - 60 && to <= instant)).toBe(false)
    }),
  )
})
