import { Refusal } from '@qitao/core/refusal.ts'
import { weekdayOf } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Shift, WeeklyShift } from './calendar.record.ts'
import {
  calendarDays,
  checkExceptions,
  checkWeek,
  clockText,
  type ExceptionDay,
  exceptionsFor,
  shiftSpans,
  workSecondsOf,
} from './calendar.rules.ts'
import { dayType } from './day-type.status.ts'

const hour = 3600
const shift = (from: number, to: number, ...breaks: [number, number][]): Shift => ({
  name: 'x',
  start_second: from * hour,
  end_second: to * hour,
  breaks: breaks.map(([start, end]) => ({ start_second: start * hour, end_second: end * hour, spannable: true })),
})
const weekly = (week_days: number[], of: Shift): WeeklyShift => ({ ...of, week_days })
const isRefused = (work: () => void): boolean => {
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

test('working time is the shift without its breaks, over midnight too', () => {
  expect(workSecondsOf(shift(8, 17, [12, 13])) / hour).toBe(8)
  expect(workSecondsOf(shift(22, 6, [2, 2.5], [23, 23.5])) / hour).toBe(7)
  expect(workSecondsOf(shift(0, 24)) / hour).toBe(24)
  expect(workSecondsOf(shift(0, 0)) / hour).toBe(24)
  expect(workSecondsOf(shift(16, 0)) / hour).toBe(8)
})
test('a shift is worked between its breaks', () => {
  const inHours = (of: Shift) => shiftSpans(of).map(({ start, end }) => [start / hour, end / hour])
  expect(inHours(shift(8, 17, [12, 13]))).toEqual([
    [8, 12],
    [13, 17],
  ])
  expect(inHours(shift(22, 6, [2, 2.5], [23, 24]))).toEqual([
    [22, 23],
    [24, 26],
    [26.5, 30],
  ])
})
test('a break lies within its shift', () => {
  const week = (of: Shift) => () => checkWeek([weekly([1], of)])
  expect(isRefused(week(shift(8, 17, [12, 13])))).toBe(false)
  expect(isRefused(week(shift(22, 6, [2, 3])))).toBe(false)
  expect(isRefused(week(shift(22, 6, [7, 8])))).toBe(true)
  expect(isRefused(week(shift(8, 17, [7, 9])))).toBe(true)
  expect(isRefused(week(shift(8, 17, [16, 18])))).toBe(true)
  expect(isRefused(week(shift(8, 17, [12, 13], [12.5, 14])))).toBe(true)
  expect(isRefused(week(shift(8, 17, [8, 17])))).toBe(true)
})
test('shifts may touch and must not overlap, over Sunday night too', () => {
  const early = weekly([1, 2, 3, 4, 5], shift(6, 14))
  const late = weekly([1, 2, 3, 4, 5], shift(14, 22))
  const night = weekly([1, 2, 3, 4, 5], shift(22, 6))
  expect(isRefused(() => checkWeek([early, late, night]))).toBe(false)
  expect(isRefused(() => checkWeek([early, late, weekly([2], shift(21, 23))]))).toBe(true)
  expect(isRefused(() => checkWeek([early, weekly([7], shift(22, 7))]))).toBe(true)
  expect(isRefused(() => checkWeek([early, weekly([7], shift(22, 6))]))).toBe(false)
  expect(isRefused(() => checkWeek([weekly([3], shift(8, 8))]))).toBe(false)
  expect(isRefused(() => checkWeek([weekly([3, 4], shift(8, 9)), weekly([4], shift(8, 9))]))).toBe(true)
})
test('a week is refused just when two of its minutes are worked twice', () => {
  const hours = fc.integer({ min: 0, max: 23 })
  const someShift = fc
    .tuple(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), hours, hours)
    .map(([days, from, to]) => weekly(days, shift(from, to)))
  fc.assert(
    fc.property(fc.array(someShift, { minLength: 1, maxLength: 4 }), week => {
      const worked = week.flatMap(one =>
        one.week_days.flatMap(day => {
          const [from, length] = [(day - 1) * 24 + one.start_second / hour, workSecondsOf(one) / hour]
          return Array.from({ length }, (_, offset) => (from + offset) % 168)
        }),
      )
      expect(isRefused(() => checkWeek(week))).toBe(new Set(worked).size < worked.length)
    }),
  )
})
const weekdays = weekly([1, 2, 3, 4, 5], shift(8, 17, [12, 13]))
const exception = (day: string, day_type: number, ...shifts: Shift[]): ExceptionDay => ({
  day,
  day_type,
  shifts,
  remark: null,
})
test('exceptions stand instead of the week', () => {
  const holiday = exception('2026-11-17', dayType.codes.holiday)
  const days = calendarDays([weekdays], [holiday], '2026-11-16', '2026-11-22')
  expect(days.map(day => day.work_seconds / hour)).toEqual([8, 0, 8, 8, 8, 0, 0])
  expect(days.map(day => day.day_type)).toEqual([1, 3, 1, 1, 1, 2, 2])
  expect(days.map(day => weekdayOf(day.day))).toEqual([1, 2, 3, 4, 5, 6, 7])
})
test('the shifts of an exception do not run into the next day', () => {
  const night = (end: number) => exception('2026-11-17', dayType.codes.overtime, shift(20, end))
  expect(isRefused(() => checkExceptions([weekdays], [night(8)]))).toBe(false)
  expect(isRefused(() => checkExceptions([weekdays], [night(9)]))).toBe(true)
  const closed = exception('2026-11-18', dayType.codes.holiday)
  expect(isRefused(() => checkExceptions([weekdays], [night(9), closed]))).toBe(false)
})
test('an overtime day works its weekday’s shifts, on a day off those of the first working day', () => {
  const saturday = exceptionsFor([weekdays], ['2026-11-21'], dayType.codes.overtime, undefined, null)
  expect(saturday[0]!.shifts).toEqual([shift(8, 17, [12, 13])])
  expect(exceptionsFor([weekdays], ['2026-11-17'], dayType.codes.rest, [shift(1, 2)], null)[0]!.shifts).toEqual([])
  expect(isRefused(() => exceptionsFor([weekdays], ['2026-11-21'], dayType.codes.working, [], null))).toBe(true)
})
test('clock times', () => {
  expect([clockText(8.5 * hour), clockText(6 * hour, true), clockText(24 * hour)]).toEqual(['08:30', '+06:00', '24:00'])
})
