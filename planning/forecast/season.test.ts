import { seededRandom } from '@qitao/planning/random.ts'
import { expect, test } from 'vitest'
import { Seasons } from './season.ts'

test('a clean season over a straight line is found whole', () => {
  const shape = [5, -3, 0, 4, -6, 1, 2, -2, 3, -4, 1, -1]
  const values = Float64Array.from({ length: 48 }, (_, t) => 100 + 2 * t + shape[t % 12]!)
  const seasons = new Seasons(12, 48)
  seasons.estimate(values, 48)
  shape.forEach((expected, i) => {
    expect(Math.abs(seasons.index[i]! - expected)).toBeLessThan(0.35)
  })
})

test('chance is no season: what is left of it is small', () => {
  const random = seededRandom(3)
  let kept = 0
  let raw = 0
  for (let series = 0; series < 200; series++) {
    const values = Float64Array.from({ length: 36 }, () => 100 + 10 * (random() + random() + random() - 1.5))
    const seasons = new Seasons(12, 36)
    seasons.estimate(values, 36)
    kept += seasons.index.reduce((sum, value) => sum + value ** 2, 0) / 12
    // Variance of a mean of three years.
    raw += 25 / 3
  }
  expect(kept / raw).toBeLessThan(0.3)
})

test('less than two years say nothing of a season; a shorter history after a longer one neither', () => {
  const values = Float64Array.from({ length: 36 }, (_, t) => (t % 12 === 0 ? 50 : 10))
  const seasons = new Seasons(12, 36)
  seasons.estimate(values, 36)
  expect(seasons.index[0]).toBeGreaterThan(30)
  seasons.estimate(values, 23)
  expect([...seasons.index]).toEqual(new Array(12).fill(0))
})

test('the weeks of a year add up to nothing', () => {
  const random = seededRandom(5)
  const values = Float64Array.from({ length: 156 }, (_, t) => 80 + 20 * Math.sin((2 * Math.PI * t) / 52) + random())
  const seasons = new Seasons(52, 156)
  seasons.estimate(values, 156)
  expect(seasons.index.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 6)
  expect(Math.abs(seasons.index[13]! - 20)).toBeLessThan(2)
})
