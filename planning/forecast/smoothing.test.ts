import { seededRandom } from '@qitao/planning/random.ts'
import { expect, test } from 'vitest'
import { EvolvingSeason, Level, slopeOf, Trend } from './smoothing.ts'

const random = seededRandom(7)
const noisy = Float64Array.from({ length: 40 }, (_, t) => 100 + 2 * t + 20 * (random() - 0.5))

/** Squared errors one step ahead, the recursion as the textbook writes it. */
function errorsOf(alpha: number, beta: number, damping: number, firstLevel: number, firstSlope: number): number {
  let level = firstLevel
  let slope = firstSlope
  let sum = 0
  for (const value of noisy) {
    const error = value - level - damping * slope
    sum += error ** 2
    level = level + damping * slope + alpha * error
    slope = damping * slope + beta * error
  }
  return sum
}

test('simple smoothing with a given constant: the level at the end is that of the best beginning', () => {
  const level = new Level()
  level.fit(noisy, 40, 0.3)
  const endOf = (first: number) => noisy.reduce((now, value) => now + 0.3 * (value - now), first)
  // Errors are a parabola over the beginning: its lowest point from three of its points.
  const at = (first: number) => errorsOf(0.3, 0, 0, first, 0)
  const [low, middle, high] = [at(0), at(100), at(200)]
  const best = 100 + (100 * (low - high)) / (2 * (low - 2 * middle + high))
  expect(level.level).toBeCloseTo(endOf(best), 8)
})

test('a straight line is gone on with by Holt, and by a damped trend less', () => {
  const line = Float64Array.from({ length: 24 }, (_, t) => 5 + 3 * t)
  const out = new Float64Array(4)
  const holt = new Trend([1], 24)
  holt.fit(line, 24)
  holt.forecast(4, out)
  for (const [h, value] of [77, 80, 83, 86].entries()) expect(out[h]).toBeCloseTo(value, 6)
  const damped = new Trend([0.8], 24)
  damped.fit(line, 24)
  damped.forecast(4, out)
  expect(out[3]).toBeLessThan(86)
})

test('Holt with given constants: no other beginning has smaller errors', () => {
  const holt = new Trend([1], 40, 0.4, 0.1)
  holt.fit(noisy, 40)
  // The beginning that leads to this end, by solving backwards: both states are linear in it.
  const run = (level: number, slope: number) => {
    for (const value of noisy) {
      const error = value - level - slope
      level += slope + 0.4 * error
      slope += 0.1 * error
    }
    return [level, slope] as const
  }
  const [l0, s0] = run(0, 0)
  const [l1, s1] = run(1, 0)
  const [l2, s2] = run(0, 1)
  const det = (l1 - l0) * (s2 - s0) - (l2 - l0) * (s1 - s0)
  const level = ((holt.level - l0) * (s2 - s0) - (l2 - l0) * (holt.slope - s0)) / det
  const slope = ((l1 - l0) * (holt.slope - s0) - (holt.level - l0) * (s1 - s0)) / det
  const least = errorsOf(0.4, 0.1, 1, level, slope)
  for (const [dl, ds] of [
    [1, 0],
    [-1, 0],
    [0, 0.5],
    [0, -0.5],
    [1, -0.5],
  ] as const) {
    expect(errorsOf(0.4, 0.1, 1, level + dl, slope + ds)).toBeGreaterThan(least)
  }
})

test('the slope of all values is that of least squares', () => {
  expect(slopeOf(Float64Array.of(1, 2, 4), 3)).toBeCloseTo(1.5, 12)
  expect(slopeOf(Float64Array.of(3), 1)).toBe(0)
})

test('a season that begins late is learnt', () => {
  const values = Float64Array.from({ length: 60 }, (_, t) => 50 + (t >= 20 && t % 4 === 0 ? 12 : 0))
  const out = new Float64Array(4)
  new EvolvingSeason(4).forecast(values, 60, 4, out)
  expect(out[0]! - out[1]!).toBeGreaterThan(8)
})
