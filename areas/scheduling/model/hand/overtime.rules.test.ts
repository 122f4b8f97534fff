import { hourSeconds as hour } from '@qitao/core/time.ts'
import { prolonged } from '@qitao/masterdata/model/calendar/calendar.rules.ts'
import { workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import { expect, test } from 'vitest'
import { clock, monday, zone } from '../../testing/facts.ts'
import { overtimeDays, possibleOvertime } from './overtime.rules.ts'

const days = [1, 2, 3, 4, 5]
const shift = (from: number, to: number) => ({ fromSecond: from * hour, toSecond: (to % 24) * hour })
const calendar = (...shifts: ReturnType<typeof shift>[]) => ({
  now: clock(monday, 9),
  calendars: [{ id: 'day', name: 'Day', weekly: { zone, shifts: shifts.map(one => ({ ...one, days })) } }],
})
const first = (facts: ReturnType<typeof calendar>, hours: number) => possibleOvertime(facts, hours * hour).get('day')!

test('after the last shift of each working day, as long as may be', () => {
  const pieces = first(calendar(shift(8, 12), shift(13, 17)), 2)
  expect(pieces.slice(0, 2)).toEqual([
    [clock(monday, 17), clock(monday, 19)],
    [clock('2026-01-06', 17), clock('2026-01-06', 19)],
  ])
  // Friday, and then Monday.
  expect(pieces[5]![0]).toBe(clock('2026-01-12', 17))
})
test('a shift over midnight goes on in the morning, up to the first of the next day', () => {
  expect(first(calendar(shift(20, 4)), 2)[0]).toEqual([clock('2026-01-06', 4), clock('2026-01-06', 6)])
  expect(first(calendar(shift(8, 20), shift(20, 7)), 2)[0]).toEqual([clock('2026-01-06', 7), clock('2026-01-06', 8)])
  expect(first(calendar(shift(0, 24)), 2)).toEqual([])
})
test('what the day has behind it is not offered', () => {
  const facts = calendar(shift(1, 6))
  expect(first(facts, 2)[0]).toEqual([clock('2026-01-06', 6), clock('2026-01-06', 8)])
})
test('days with longer shifts have the hours that were planned with, and no others', () => {
  const facts = calendar(shift(8, 12), shift(20, 2))
  const pieces = first(facts, 3).slice(0, 2)
  const worked = overtimeDays(facts, { calendar: 'day', pieces })
  expect(worked).toEqual([
    { day: monday, seconds: 3 * hour },
    { day: '2026-01-06', seconds: 3 * hour },
  ])
  const record = [shift(8, 12), shift(20, 2)].map(({ fromSecond, toSecond }) => ({
    ...{ name: 'S', start_second: fromSecond, end_second: toSecond, breaks: [] },
  }))
  const exceptions = worked.map(({ day, seconds }) => ({
    day,
    shifts: prolonged(record, seconds)!.map(one => ({ fromSecond: one.start_second, toSecond: one.end_second })),
  }))
  const weekly = { ...facts.calendars[0]!.weekly, exceptions }
  const span = [clock(monday, 0), clock('2026-01-07', 6)] as const
  const usual = workingTime(facts.calendars[0]!.weekly, ...span).intervals
  expect(workingTime(weekly, ...span).intervals.map(([, end]) => end)).toEqual(
    usual.map(([, end]) => pieces.find(([from]) => from === end)?.[1] ?? end),
  )
})
