import { addDays, dayOf, hourSeconds, instantAt, startOfDay } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { receivingBy } from './receiving.ts'

const zone = 'Asia/Shanghai'
const at = (day: string, hour: number) => instantAt(day, hour * hourSeconds, zone)
const weekly = {
  zone,
  shifts: [
    { days: [1, 2, 3, 4, 5], fromSecond: 8 * hourSeconds, toSecond: 12 * hourSeconds },
    { days: [1, 2, 3, 4, 5], fromSecond: 13 * hourSeconds, toSecond: 17 * hourSeconds },
  ],
  exceptions: [
    { day: '2026-11-25', shifts: [{ fromSecond: 10 * hourSeconds, toSecond: 16 * hourSeconds }] },
    { day: '2026-11-26', shifts: [] },
  ],
}

test('goods are there when the first shift of their day begins, on a day off when work begins again', () => {
  const { arrival } = receivingBy({ zone, second: null, weekly })
  expect(arrival(startOfDay('2026-11-23', zone))).toBe(at('2026-11-23', 8))
  expect(arrival(at('2026-11-23', 15)), 'a later hour that was announced').toBe(at('2026-11-23', 15))
  expect(arrival(startOfDay('2026-11-25', zone)), 'a day of its own').toBe(at('2026-11-25', 10))
  expect(arrival(startOfDay('2026-11-26', zone)), 'a holiday').toBe(at('2026-11-27', 8))
  expect(arrival(startOfDay('2026-11-28', zone)), 'a Saturday').toBe(at('2026-11-30', 8))
})
test('an hour that is set holds on every day; without a calendar the day begins at midnight', () => {
  expect(receivingBy({ zone, second: 14 * hourSeconds, weekly }).arrival(at('2026-11-28', 0))).toBe(
    at('2026-11-28', 14),
  )
  expect(receivingBy({ zone, second: null, weekly: null }).arrival(at('2026-11-28', 0))).toBe(at('2026-11-28', 0))
  const closed = { zone, shifts: [] }
  expect(receivingBy({ zone, second: null, weekly: closed }).arrival(at('2026-11-28', 0))).toBe(at('2026-11-28', 0))
})
test('what is needed before the lorry comes is asked for a day before; after a day off, before that', () => {
  const { latest } = receivingBy({ zone, second: null, weekly })
  expect(latest(at('2026-11-24', 8))).toBe(at('2026-11-24', 8))
  expect(latest(at('2026-11-24', 7))).toBe(startOfDay('2026-11-23', zone))
  expect(latest(at('2026-11-29', 12))).toBe(startOfDay('2026-11-27', zone))
})
test('property: asked for then, they are there when they are needed, and announced for the next day they are not', () => {
  const second = fc.option(
    fc.integer({ min: 0, max: 23 }).map(hour => hour * hourSeconds),
    { nil: null },
  )
  fc.assert(
    fc.property(second, fc.integer({ min: 0, max: 60 * 24 }), (of, hours) => {
      const { arrival, latest } = receivingBy({ zone, second: of, weekly })
      const neededAt = at('2026-11-20', 0) + hours * hourSeconds
      const asked = latest(neededAt)
      expect(arrival(asked)).toBeLessThanOrEqual(neededAt)
      expect(arrival(startOfDay(addDays(dayOf(asked, zone), 1), zone))).toBeGreaterThan(neededAt)
    }),
  )
})
