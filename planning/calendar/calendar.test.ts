import { instantAt } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { type WeeklyCalendar, workingTime } from './weekly-calendar.ts'

const zone = 'Europe/Berlin'
const hour = 3600
const weekdays = [1, 2, 3, 4, 5]
const at = (day: string, hours: number) => instantAt(day, hours * hour, zone)
const hoursOf = (calendar: WeeklyCalendar, from: string, to: string) =>
  workingTime(calendar, at(from, 0), at(to, 0)).intervals.map(([start, end]) => (end - start) / hour)

describe('weekly calendar', () => {
  test('shifts, breaks and a closed day', () => {
    const calendar: WeeklyCalendar = {
      zone,
      shifts: [{ days: weekdays, fromSecond: 6 * hour, toSecond: 14 * hour }],
      breaks: [{ days: weekdays, fromSecond: 9 * hour, toSecond: 9.5 * hour }],
      exceptions: [{ day: '2026-06-03', shifts: [] }],
    }
    // Monday 1 June to Sunday 7 June 2026
    expect(workingTime(calendar, at('2026-06-01', 0), at('2026-06-03', 0)).intervals).toEqual([
      [at('2026-06-01', 6), at('2026-06-01', 9)],
      [at('2026-06-01', 9.5), at('2026-06-01', 14)],
      [at('2026-06-02', 6), at('2026-06-02', 9)],
      [at('2026-06-02', 9.5), at('2026-06-02', 14)],
    ])
    expect(hoursOf(calendar, '2026-06-03', '2026-06-04')).toEqual([])
    expect(hoursOf(calendar, '2026-06-04', '2026-06-08')).toEqual([3, 4.5, 3, 4.5])
  })

  test('shifts that touch are one interval, over midnight too', () => {
    const calendar: WeeklyCalendar = {
      zone,
      shifts: [
        { days: weekdays, fromSecond: 6 * hour, toSecond: 14 * hour },
        { days: weekdays, fromSecond: 14 * hour, toSecond: 22 * hour },
        { days: weekdays, fromSecond: 22 * hour, toSecond: 6 * hour },
      ],
    }
    expect(workingTime(calendar, at('2026-06-01', 0), at('2026-06-08', 0)).intervals).toEqual([
      [at('2026-06-01', 6), at('2026-06-06', 6)],
    ])
  })

  test('a night shift is seven hours long when the clock goes forward, nine when it goes back', () => {
    const night: WeeklyCalendar = { zone, shifts: [{ days: [6], fromSecond: 22 * hour, toSecond: 6 * hour }] }
    expect(hoursOf(night, '2026-03-28', '2026-03-30')).toEqual([7])
    expect(hoursOf(night, '2026-10-24', '2026-10-26')).toEqual([9])
    expect(hoursOf(night, '2026-06-06', '2026-06-08')).toEqual([8])
  })

  test('a night shift that began the day before is there at the start of the range', () => {
    const night: WeeklyCalendar = { zone, shifts: [{ days: [7], fromSecond: 22 * hour, toSecond: 6 * hour }] }
    expect(workingTime(night, at('2026-06-01', 0), at('2026-06-02', 0)).intervals).toEqual([
      [at('2026-06-01', 0), at('2026-06-01', 6)],
    ])
  })

  test('the whole day around the world', () => {
    for (const place of ['Asia/Shanghai', 'America/New_York', 'Pacific/Kiritimati', 'UTC']) {
      const always: WeeklyCalendar = {
        zone: place,
        shifts: [{ days: [1, 2, 3, 4, 5, 6, 7], fromSecond: 0, toSecond: 0 }],
      }
      const from = 1_773_000_000
      expect(workingTime(always, from, from + 400 * 86_400).intervals).toEqual([[from, from + 400 * 86_400]])
    }
  })

  test('a break of a shift over midnight, and one that must not be spanned', () => {
    const calendar: WeeklyCalendar = {
      zone,
      shifts: [
        {
          days: [1],
          fromSecond: 22 * hour,
          toSecond: 6 * hour,
          breaks: [{ fromSecond: 2 * hour, toSecond: 2.5 * hour, spannable: false }],
        },
      ],
    }
    const { intervals, walls } = workingTime(calendar, at('2026-06-01', 0), at('2026-06-08', 0))
    expect(intervals).toEqual([
      [at('2026-06-01', 22), at('2026-06-02', 2)],
      [at('2026-06-02', 2.5), at('2026-06-02', 6)],
    ])
    expect(walls).toEqual([at('2026-06-02', 2)])
  })
})
