import { seededRandom } from '@qitao/planning/random.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Ask, Forecaster, originsOf } from './forecast.ts'
import { studentOf } from './interval.ts'
import { intermittentModels, steadyModels } from './models.ts'

const months: Ask = { season: 12, horizon: 6, longest: 60 }
const forecaster = new Forecaster(months)

const demand = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 1, max: 1000 }),
  fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
)
const histories = fc.oneof(
  fc.array(demand, { maxLength: 60 }),
  fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { maxLength: 60 }),
  fc.tuple(demand, fc.integer({ min: 0, max: 60 })).map(([value, n]) => new Array<number>(n).fill(value)),
)

test('a forecast is a number, never negative, never beyond five times the highest demand; its interval holds it', () => {
  fc.assert(
    fc.property(histories, history => {
      const { values, lower, upper, models } = forecaster.forecast(history)
      const most = Math.max(0, ...history)
      for (let h = 0; h < 6; h++) {
        expect(values[h]).toBeGreaterThanOrEqual(0)
        expect(values[h]).toBeLessThanOrEqual(5 * most * (1 + 1e-12))
        expect(lower[h]).toBeGreaterThanOrEqual(0)
        expect(lower[h]).toBeLessThanOrEqual(values[h]! * (1 + 1e-12))
        expect(upper[h]).toBeGreaterThanOrEqual(values[h]! * (1 - 1e-12))
        expect(Number.isNaN(upper[h])).toBe(false)
      }
      if (most > 0) expect(models.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    }),
  )
})

test('what a forecaster did before changes nothing', () => {
  fc.assert(
    fc.property(histories, histories, (one, other) => {
      const alone = new Forecaster(months).forecast(one)
      forecaster.forecast(other)
      const after = forecaster.forecast(one)
      expect([...after.values]).toEqual([...alone.values])
      expect([...after.upper]).toEqual([...alone.upper])
    }),
    { numRuns: 30 },
  )
})

test('ten times the demand is ten times the forecast', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 60 }), history => {
      const once = forecaster.forecast(history).values
      const tenfold = forecaster.forecast(history.map(value => value * 10)).values
      const most = Math.max(...history)
      for (let h = 0; h < 6; h++) expect(Math.abs(tenfold[h]! - 10 * once[h]!)).toBeLessThan(1e-3 * (most + 1))
    }),
    { numRuns: 50 },
  )
})

test('constant demand is forecast as it is, by every model that applies', () => {
  for (const model of [undefined, ...steadyModels]) {
    const { values } = new Forecaster({ ...months, model }).forecast(new Array(48).fill(7))
    for (const value of values) expect(value).toBeCloseTo(7, 6)
  }
})

test('a season that grows by a tenth a year is gone on with', () => {
  const shape = [0.6, 0.7, 0.9, 1, 1.1, 1.3, 1.5, 1.4, 1.1, 0.9, 0.8, 0.7]
  const history = Array.from({ length: 48 }, (_, t) => 200 * shape[t % 12]! * 1.1 ** (t / 12))
  const { values, kind, wape } = forecaster.forecast(history)
  expect(kind).toBe('steady')
  expect(wape).toBeLessThan(0.05)
  for (let h = 0; h < 6; h++) {
    const truth = 200 * shape[h]! * 1.1 ** ((48 + h) / 12)
    expect(Math.abs(values[h]! / truth - 1)).toBeLessThan(0.04)
  }
})

test('a chosen model is the only one, with what was fixed of it', () => {
  const history = [3, 9, 1, 5, 7, 8]
  const chosen = (ask: Partial<Ask>) => [...new Forecaster({ ...months, season: 1, ...ask }).forecast(history).values]
  for (const value of chosen({ model: 'rolling_average', parameters: { window: 2 } }))
    expect(value).toBeCloseTo(Math.sqrt(56), 9)
  const year = Array.from({ length: 24 }, (_, t) => 10 + (t % 12))
  const yoy = new Forecaster({ ...months, model: 'yoy', parameters: { growth: 0.1 } }).forecast(year)
  expect(yoy.models.map(({ model, share }) => [model, share])).toEqual([['yoy', 1]])
  for (let h = 0; h < 6; h++) expect(yoy.values[h]).toBeCloseTo((10 + h) * 1.1, 9)
})

test('demand now and then takes the models for it, each of which may be chosen', () => {
  const history = Array.from({ length: 36 }, (_, t) => (t % 3 === 0 ? 6 : 0))
  expect(forecaster.forecast(history).kind).toBe('intermittent')
  for (const model of intermittentModels) {
    const { values, models } = new Forecaster({ ...months, model }).forecast(history)
    expect(models.map(one => one.model)).toEqual([model])
    expect(values[0]).toBeGreaterThan(1)
    expect(values[0]).toBeLessThan(4)
  }
})

test('nothing known, nothing forecast', () => {
  expect(forecaster.forecast([0, 0, 0])).toMatchObject({ kind: 'none', models: [] })
  expect(forecaster.forecast([5]).kind).toBe('short')
})

test('origins leave the quarter that is forecast, and two years where there are', () => {
  expect(originsOf(36, 18, 12)).toEqual([27, 26, 25, 24])
  expect(originsOf(100, 18, 12)).toEqual([82, 73, 64, 55])
  expect(originsOf(3, 18, 12)).toEqual([])
})

test('the points of Student are those of the table, within a hundredth', () => {
  for (const [freedom, point] of [
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
  ] as const) {
    expect(Math.abs(studentOf(freedom) / point - 1)).toBeLessThan(0.01)
  }
})

test('of demand that wanders, 93 to 97 of 100 periods lie in the interval', () => {
  const random = seededRandom(11)
  const bell = () => Array.from({ length: 12 }, random).reduce((a, b) => a + b, -6)
  let inside = 0
  let all = 0
  for (let series = 0; series < 400; series++) {
    let level = 100
    const values = Array.from({ length: 66 }, () => {
      level *= Math.exp(0.03 * bell())
      return level * Math.exp(0.08 * bell())
    })
    const { lower, upper } = forecaster.forecast(values.slice(0, 60))
    for (let h = 0; h < 6; h++) {
      all++
      if (lower[h]! <= values[60 + h]! && values[60 + h]! <= upper[h]!) inside++
    }
  }
  expect(inside / all).toBeGreaterThan(0.93)
  expect(inside / all).toBeLessThan(0.97)
})
