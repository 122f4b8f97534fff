import { describe, expect, test } from 'vitest'
import { seededRandom } from '../random.ts'
import { expectedShortage, gammaShare, logGamma } from './gamma.ts'
import { reorder, simulate } from './reorder.ts'
import { gammaDraw } from './testing/gamma-draw.ts'

const days = 150_000
const fillRates = [0.95, 0.98]
describe('the fill rate that is promised is reached within half a point', () => {
  // Steady, swinging and wild; bought by the day, the week and the month.
  const cells = [0.3, 0.75, 1.6].flatMap(variation => [1, 7, 30].map(cycleDays => [variation, cycleDays] as const))
  test.each(cells)('daily variation %d, %d days at a time', (variation, cycleDays) => {
    const random = seededRandom(17)
    const mean = 20
    const deviation = variation * mean
    const demand = Float64Array.from({ length: days }, () => gammaDraw(random, variation ** -2) * mean * variation ** 2)
    for (const leadDays of [2, 14])
      for (const fillRate of fillRates) {
        const ask = { mean, deviation, leadDays, cycleDays, defectRate: 0, pack: 0, fillRate }
        const answer = reorder(ask)
        const reached = simulate(demand, { ...answer, leadDays, pack: 0 }).fillRate
        // What is bought for a month reaches more by itself: the buffer is never below nothing.
        if (answer.fluctuationBuffer === 0) expect(reached).toBeGreaterThan(fillRate)
        else expect(Math.abs(reached - fillRate), `lead ${leadDays}, ${fillRate}: ${reached}`).toBeLessThan(0.005)
      }
  })
  test('in packages too', () => {
    const random = seededRandom(3)
    const demand = Float64Array.from({ length: days }, () => gammaDraw(random, 1) * 20)
    for (const pack of [25, 200]) {
      const ask = { mean: 20, deviation: 20, leadDays: 9, cycleDays: 7, defectRate: 0, pack, fillRate: 0.95 }
      const reached = simulate(demand, { ...reorder(ask), leadDays: 9, pack }).fillRate
      expect(Math.abs(reached - 0.95), `${pack}: ${reached}`).toBeLessThan(0.005)
    }
  })
})
test('steady demand needs no buffer but what is asked for within the day, bad goods need their share', () => {
  const ask = { mean: 10, deviation: 0, leadDays: 5, cycleDays: 7, defectRate: 0, pack: 0, fillRate: 0.999 }
  expect(reorder(ask).reorderPoint).toBeCloseTo(50, 0)
  const bad = reorder({ ...ask, defectRate: 0.2 })
  expect(bad.qualityBuffer).toBeCloseTo((0.2 / 0.8) * (50 + bad.fluctuationBuffer))
  expect(reorder({ ...ask, mean: 0 }).reorderPoint).toBe(0)
})
test('more is promised, more is kept; a longer lead takes more', () => {
  const ask = { mean: 10, deviation: 12, leadDays: 5, cycleDays: 7, defectRate: 0, pack: 0, fillRate: 0.9 }
  const points = [0.9, 0.95, 0.98, 0.995].map(fillRate => reorder({ ...ask, fillRate }).reorderPoint)
  expect(points).toEqual(points.toSorted((a, b) => a - b))
  expect(reorder({ ...ask, leadDays: 20 }).reorderPoint).toBeGreaterThan(points[0]!)
})
test('gamma: known values', () => {
  expect(logGamma(5)).toBeCloseTo(Math.log(24), 8)
  expect(gammaShare(1, 2)).toBeCloseTo(1 - Math.exp(-2), 8)
  expect(gammaShare(3, 2)).toBeCloseTo(1 - 5 * Math.exp(-2), 8)
  // Of exponential demand: what is beyond x.
  expect(expectedShortage(30, 10, 100)).toBeCloseTo(10 * Math.exp(-3), 6)
})
