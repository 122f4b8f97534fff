import { Refusal } from '@qitao/core/refusal.ts'
import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { gridAt } from './balance/grid.rules.ts'
import { pastedValues } from './custom-values.rules.ts'
import { demandErrors } from './demand.errors.ts'
import {
  accuracyOf,
  expectKept,
  expectPeriods,
  forecasterFor,
  horizonAt,
  movedForecast,
  openOf,
} from './forecast.rules.ts'

const zone = 'Asia/Shanghai'
const day = (text: string) => startOfDay(text, zone)
const product = { material_id: 'm', series: null }
const codeOf = (work: () => unknown): number | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.definition.code : Number.NaN
  }
}

test('months: whole ones of three years before this one, and twelve from this one on', () => {
  const { past, ahead, end } = horizonAt(day('2026-11-26'), 3, zone)
  expect([past[0], past.at(-1), past.length]).toEqual([day('2023-12-01'), day('2026-10-01'), 35])
  expect([ahead[0], ahead.at(-1), ahead.length]).toEqual([day('2026-11-01'), day('2027-10-01'), 12])
  expect(end).toBe(day('2027-11-01'))
})

test('weeks begin on Monday, a year ahead: as many as the demand-supply plan shows', () => {
  const { past, ahead } = horizonAt(day('2026-11-26'), 2, zone)
  expect(ahead[0]).toBe(day('2026-11-23'))
  expect(ahead).toEqual(gridAt(day('2026-11-26'), 2, zone).begins)
  expect(ahead).toHaveLength(52)
  expect(past.at(-1)).toBe(day('2026-11-16'))
  expect(past[0]).toBe(day('2023-11-27'))
})

test('history is kept three years to the day (rule R-175)', () => {
  const now = day('2025-06-01')
  const asked = (from: string) => codeOf(() => expectKept([day(from), now], now, zone))
  expect(asked('2022-06-01')).toBeUndefined()
  expect(asked('2022-05-31')).toBe(demandErrors.rangeOverThreeYears.code)
  const leap = day('2024-02-29')
  expect(codeOf(() => expectKept([day('2021-02-28'), leap], leap, zone))).toBeUndefined()
})

test('orders consume the forecast, never below nothing', () => {
  expect(openOf('10', '3.5')).toBe('6.5')
  expect(openOf('10', '12')).toBe('0')
})

test('accuracy is what the error leaves, never below nothing', () => {
  expect(accuracyOf(0.25)).toBe('75')
  expect(accuracyOf(1.4)).toBe('0')
  expect(accuracyOf(null)).toBeNull()
})

test('only periods that are forecast may be set, each once', () => {
  expect(codeOf(() => expectPeriods([{ period: 1 }, { period: 2 }], [1, 2, 3]))).toBeUndefined()
  expect(codeOf(() => expectPeriods([{ period: 4 }], [1, 2, 3]))).toBe(demandErrors.parameterInvalid.code)
  expect(codeOf(() => expectPeriods([{ period: 1 }, { period: 1 }], [1, 2, 3]))).toBe(
    demandErrors.parameterInvalid.code,
  )
})

test('what is forecast is rounded to the unit of its material', () => {
  const horizon = horizonAt(day('2026-11-26'), 3, zone)
  const quantities = horizon.past.map((_, t) => 10 + ((t * 7) % 5) / 2)
  const whole = forecasterFor(horizon, 3)({ ...product, precision: 0, quantities })
  expect(whole.periods.map(one => one.period)).toEqual(horizon.ahead)
  for (const one of whole.periods) expect(one.quantity).toMatch(/^1[0-2]$/)
  const tenths = forecasterFor(horizon, 3)({ ...product, precision: 1, quantities })
  expect(tenths.periods.some(one => /\.\d$/.test(one.quantity))).toBe(true)
})

test('values are pasted by tabs and lines, thousands apart or not', () => {
  expect(pastedValues('1,200\t30\n4.5')).toEqual(['1200', '30', '4.5'])
  expect(pastedValues(' ')).toEqual([])
  expect(pastedValues('12 -3')).toBeUndefined()
  expect(pastedValues('twelve')).toBeUndefined()
})

test('what is moved leaves one period and comes to the other; never more than is forecast', () => {
  const from = { period: day('2026-12-01'), quantity: '120' }
  expect(movedForecast(from, '30.5', '20', zone)).toEqual({ from: '100', to: '50.5' })
  expect(movedForecast(from, '0', '120', zone)).toEqual({ from: '0', to: '120' })
  expect(codeOf(() => movedForecast(from, '0', '120.1', zone))).toBe(demandErrors.moreThanForecast.code)
})
