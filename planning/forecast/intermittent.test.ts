import { expect, test } from 'vitest'
import { aggregated, asUncertain, croston, isIntermittent, smoothed, tsb } from './intermittent.ts'

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
  expect(asUncertain(5, Float64Array.of(5, 5, 5, 5), 4)).toBe(5)
  // Values 0 and 8: mean 4, variance 32, of the mean 16; 4 * 16 / (16 + 16).
  expect(asUncertain(4, Float64Array.of(0, 8), 2)).toBeCloseTo(2, 12)
})

test('now and then: fewer than one demand in 1.32 periods', () => {
  expect(isIntermittent(Float64Array.of(1, 1, 1, 0), 4)).toBe(true)
  expect(isIntermittent(Float64Array.of(1, 1, 1, 1, 0), 5)).toBe(false)
  expect(isIntermittent(new Float64Array(3), 3)).toBe(false)
})
