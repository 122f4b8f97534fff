import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { horizonAt } from '../forecast.rules.ts'
import { begunLike, factorsFor, type KnownEvent, usualDemand } from './event.rules.ts'

const zone = 'Asia/Shanghai'
const day = (text: string) => startOfDay(text, zone)
const horizon = horizonAt(day('2026-11-26'), 3, zone)
const fair: KnownEvent = { start_day: day('2026-10-01'), days: 31, uplift: 50, series: null, material_id: null }
const sale: KnownEvent = { start_day: day('2027-01-30'), days: 4, uplift: 310, series: 'Road', material_id: null }
const factors = factorsFor([fair, sale], horizon, zone)

test('an event counts in each period for the part of it that it takes', () => {
  const { past, ahead } = factors({ material_id: 'm', series: 'Road' })!
  expect(past.at(-1)).toBe(1.5)
  expect(past.at(-2)).toBe(1)
  // Two of 31 days of January, two of 28 of February.
  expect(ahead[2]).toBeCloseTo(1 + (3.1 * 2) / 31)
  expect(ahead[3]).toBeCloseTo(1 + (3.1 * 2) / 28)
  expect(ahead[4]).toBe(1)
})
test('an event of a series or a material is of no other', () => {
  expect(factors({ material_id: 'm', series: 'City' })!.ahead[2]).toBe(1)
  expect(factorsFor([sale], horizon, zone)({ material_id: 'm', series: null })).toBeUndefined()
  const own = factorsFor([{ ...sale, series: null, material_id: 'm' }], horizon, zone)
  expect(own({ material_id: 'm', series: null })).toBeDefined()
  expect(own({ material_id: 'other', series: null })).toBeUndefined()
})
test('what events brought is taken out of the past; a shutdown leaves a tenth', () => {
  const shut = factorsFor([{ ...fair, uplift: -90 }, fair, { ...fair, uplift: -90 }], horizon, zone)
  expect(shut({ material_id: 'm', series: null })!.past.at(-1)).toBe(0.1)
  const usual = usualDemand([...horizon.past.map(() => 0).slice(1), 150], factors({ material_id: 'm', series: null }))
  expect(usual.at(-1)).toBe(100)
})
test('a new material begins with what it is like, until something is asked of itself', () => {
  expect(begunLike([0, 0, 7, 0], [10, 20, 30, 40], 0.5)).toEqual([5, 10, 7, 0])
  expect(begunLike([0, 0], [10, 20], 1)).toEqual([10, 20])
})
