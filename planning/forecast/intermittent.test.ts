import { expect, test } from 'vitest'
import { aggregated, asUncertain, croston, isIntermittent, restsOnAlpha, smoothed, tsb } from './intermittent.ts'
import { restsOn } from './models.ts'

const demand = Float64Array.of(0, 6, 0, 0, 3, 0)

test('Croston by hand: sizes 6 then 6 + 0.1 * (3 - 6), distances 2 then 2 + 0.1 * (3 - 2)', () => {
  expect(croston(demand, 6, 0.1, false)).toBeCloseTo(5.7 / 2.1, 12)
  expect(croston(demand, 6, 0.1, true)).toBeCloseTo((5.7 / 2.1) * 0.95, 12)
})

test('TSB by hand: the chance falls by a tenth of itself with each period without demand', () => {
  // Begins with size 4.5 and chance 2 / 6.
  const chance = [0, 1, 0, 0, 1, 0].reduce((p, hit) => p + 0.1 * (hit - p), 1 / 3)
  const size = 4.5 + 0.1 * (6 - 4.5)
  expect(tsb(demand, 6, 0.1)).toBeCloseTo(chance * (size + 0.1 * (3 - size)), 12)
})

test('what dies is forgotten by TSB and not by Croston', () => {
  const dead = Float64Array.from({ length: 48 }, (_, t) => (t < 12 && t % 2 === 1 ? 10 : 0))
  expect(tsb(dead, 48, 0.2)).toBeLessThan(0.01)
  expect(croston(dead, 48, 0.1, false)).toBeCloseTo(5, 6)
})

test('ADIDA counts its blocks from the end', () => {
  // Blocks 6 + 0 + 0 left out of 7 periods: the first period stands alone and is not counted.
  expect(aggregated(Float64Array.of(99, 1, 2, 3, 4, 5, 6), 7, 3, 0.5)).toBeCloseTo(
    (10.5 + 0.5 * (6 - 10.5) + 0.5 * (15 - 8.25)) / 3,
    12,
  )
})

test('smoothing begins with the mean', () => {
  expect(smoothed(Float64Array.of(2, 4), 2, 0.5)).toBeCloseTo(0.5 * 4 + 0.5 * (0.5 * 2 + 0.5 * 3), 12)
})

test('a rate with an error is expected lower, one without as it is', () => {
  expect(asUncertain(5, Float64Array.of(5, 5, 5, 5), 4, 4)).toBe(5)
  // Values 0 and 8: mean 4, variance 32, of the mean 16; 4 * 16 / (16 + 16).
  expect(asUncertain(4, Float64Array.of(0, 8), 2, 2)).toBeCloseTo(2, 12)
})

test('the fewer periods a rate rests on, the less certain it is; it never rests on more than there are', () => {
  const values = Float64Array.of(0, 8, 0, 8)
  expect(asUncertain(4, values, 4, 2)).toBeLessThan(asUncertain(4, values, 4, 4))
  expect(asUncertain(4, values, 4, 19)).toBe(asUncertain(4, values, 4, 4))
})

test('what a rate rests on: its window, what its constant remembers, demands where sizes and distances are smoothed', () => {
  expect(restsOnAlpha(1)).toBe(1)
  expect(restsOn('rolling_average', 36, 12, 12, {})).toBe(6)
  expect(restsOn('rolling_year', 36, 12, 12, {})).toBe(12)
  expect(restsOn('exponential', 36, 12, 12, {})).toBeCloseTo(19, 12)
  expect(restsOn('tsb', 36, 12, 12, {})).toBeCloseTo(9, 12)
  // 19 demands, one in three periods.
  expect(restsOn('sba', 36, 12, 12, {})).toBeCloseTo(57, 12)
})

test('now and then: fewer than one demand in 1.32 periods', () => {
  expect(isIntermittent(Float64Array.of(1, 1, 1, 0), 4)).toBe(true)
  expect(isIntermittent(Float64Array.of(1, 1, 1, 1, 0), 5)).toBe(false)
  expect(isIntermittent(new Float64Array(3), 3)).toBe(false)
})
