import { Refusal } from '@qitao/core/refusal.ts'
import { dayOf } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import type { ReportRow } from '../figure.calls.ts'
import { pivotOf } from './pivot.rules.ts'
import { reportErrors } from './report.errors.ts'
import { commonDimensions, differenceOf, expectTellable, goesWith, liesAcross } from './report.rules.ts'
import { daysOfPeriod, nextMailTime } from './report-period.rules.ts'
import { sheetOf } from './report-sheet.rules.ts'

const refusalOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error.definition.code
    throw error
  }
  return undefined
}

test('periods lie across where time passes, and what it is split by', () => {
  const asked = { by: ['customer' as const], by_time: true, across: 'period' as const }
  expect(liesAcross(asked, false)).toBe(true)
  expect(liesAcross(asked, true)).toBe(false)
  expect(liesAcross({ ...asked, by_time: false }, false)).toBe(false)
  expect(liesAcross({ ...asked, across: 'customer' as const, by_time: false }, true)).toBe(true)
  expect(liesAcross({ by: [], by_time: true, across: 'customer' }, false)).toBe(false)
  expect(liesAcross({ by: [], by_time: true }, false)).toBe(false)
})

test('figures go together that have rows of one time and all dimensions that are asked for', () => {
  expect(goesWith('order_value', ['gross_margin'], ['customer'])).toBe(true)
  expect(goesWith('output', ['gross_margin'], ['customer'])).toBe(false)
  expect(goesWith('output', ['gross_margin'], [])).toBe(true)
  expect(goesWith('stock_value', ['gross_margin'], [])).toBe(false)
  expect(commonDimensions(['order_value', 'output'])).toEqual(['product', 'series'])
  expect(commonDimensions([])).toEqual([])
  const asked = { by: ['customer' as const], by_time: true, only: {} }
  expect(refusalOf(() => expectTellable(asked, ['order_value', 'gross_margin']))).toBeUndefined()
  expect(refusalOf(() => expectTellable(asked, ['output']))).toBe(reportErrors.nothingInCommon.code)
  expect(refusalOf(() => expectTellable({ ...asked, by: [] }, ['output', 'stock_value']))).toBe(
    reportErrors.mixedTime.code,
  )
})

test('a difference is told with its percent; shares differ by points; of nothing there is no percent', () => {
  expect(differenceOf('order_value', '150', '100')).toEqual({ difference: '50', percent: '50' })
  expect(differenceOf('gross_margin', '50', '-100')).toEqual({ difference: '150', percent: '150' })
  expect(differenceOf('order_value', '5', '0')).toEqual({ difference: '5', percent: null })
  expect(differenceOf('otif', '90', '80')).toEqual({ difference: '10', percent: null })
  expect(differenceOf('otif', null, '80')).toBeNull()
})

test('days that move on', () => {
  // A Sunday.
  const today = '2026-03-01'
  expect(daysOfPeriod('yesterday', today)).toEqual(['2026-02-28', '2026-02-28'])
  expect(daysOfPeriod('week', today)).toEqual(['2026-02-23', today])
  expect(daysOfPeriod('last_week', today)).toEqual(['2026-02-16', '2026-02-22'])
  expect(daysOfPeriod('month', today)).toEqual([today, today])
  expect(daysOfPeriod('last_month', today)).toEqual(['2026-02-01', '2026-02-28'])
  expect(daysOfPeriod('days_7', today)).toEqual(['2026-02-23', today])
  expect(daysOfPeriod('days_30', today)).toEqual(['2026-01-31', today])
  expect(daysOfPeriod('months_12', today)).toEqual(['2025-04-01', today])
  expect(daysOfPeriod('year', today)).toEqual(['2026-01-01', today])
  expect(daysOfPeriod('last_year', today)).toEqual(['2025-01-01', '2025-12-31'])
})

test('a mail goes out at its hour of the clocks of the company, also where they are put forward and in short months', () => {
  const zone = 'Europe/Berlin'
  const hours = (at: number) => `${dayOf(at, zone)} ${new Date(at * 1000).toISOString().slice(11, 16)}`
  const at = (iso: string) => Date.parse(iso) / 1000
  const daily = { rhythm: 1 as const, hour: 8, weekday: null, month_day: null }
  expect(hours(nextMailTime(daily, at('2026-03-28T06:59:00Z'), zone))).toBe('2026-03-28 07:00')
  // It is after eight, and the clocks are put forward in the night.
  expect(hours(nextMailTime(daily, at('2026-03-28T07:00:00Z'), zone))).toBe('2026-03-29 06:00')
  const weekly = { ...daily, rhythm: 2 as const, weekday: 1 }
  expect(hours(nextMailTime(weekly, at('2026-03-28T07:00:00Z'), zone))).toBe('2026-03-30 06:00')
  expect(hours(nextMailTime(weekly, at('2026-03-30T06:00:00Z'), zone))).toBe('2026-04-06 06:00')
  const monthly = { ...daily, rhythm: 3 as const, month_day: 31 }
  expect(hours(nextMailTime(monthly, at('2026-02-01T07:00:00Z'), zone))).toBe('2026-02-28 07:00')
  expect(hours(nextMailTime(monthly, at('2026-02-28T07:00:00Z'), zone))).toBe('2026-03-31 06:00')
})

const row = (period: number | null, keys: (string | null)[], value: string | null): ReportRow => ({
  ...{ period, keys, names: keys.map(key => (key === null ? null : key.toUpperCase())) },
  values: { otif: value },
  before: {},
})
const told = {
  columns: ['otif' as const],
  result: [row(null, ['a', 'x'], '50'), row(null, ['b', 'x'], '10'), row(null, ['a', 'y'], '90')],
  row_totals: [row(null, ['a'], '70'), row(null, ['b'], '10')],
  column_totals: [row(null, ['x'], '30'), row(null, ['y'], '90')],
  total: row(null, [], '60'),
}

test('a table of two ways: what was computed stands as totals, what is not there stays empty, the largest comes first', () => {
  const { columns, lines } = pivotOf(told, ['customer', 'product'], 'product')
  expect(columns.map(({ key, name, total }) => [key, name, total?.values.otif])).toEqual([
    ['y', 'Y', '90'],
    ['x', 'X', '30'],
  ])
  expect(
    lines.map(({ keys, cells, total }) => [keys, cells.map(cell => cell?.values.otif), total?.values.otif]),
  ).toEqual([
    [['a'], ['90', '50'], '70'],
    [['b'], [undefined, '10'], '10'],
  ])
})

test('a sheet has the same columns as the page', () => {
  const shape = { by: ['customer' as const, 'product' as const], by_time: false, compared: [] }
  const { fields, rows } = sheetOf(told, { ...shape, across: 'product' as const }, ({ name }) => name ?? '')
  expect(Object.values(fields).map(({ title }) => title.en)).toEqual([
    'Customer',
    'Y: OTIF (%)',
    'X: OTIF (%)',
    'Σ: OTIF (%)',
  ])
  expect(rows).toEqual([
    { period: null, customer: 'A', c0_otif: '90', c1_otif: '50', ctotal_otif: '70' },
    { period: null, customer: 'B', c0_otif: null, c1_otif: '10', ctotal_otif: '10' },
    { period: null, c0_otif: '90', c1_otif: '30', ctotal_otif: '60' },
  ])
  const compared = {
    ...told,
    result: [{ ...row(null, ['a'], '50'), before: { year: { otif: '40' } } }],
    total: { ...told.total, before: { year: { otif: '70' } } },
  }
  const flat = sheetOf(compared, { ...shape, by: ['customer'], compared: ['year'] }, () => '')
  expect(Object.keys(flat.fields)).toEqual([
    'customer',
    'otif',
    'otif_year',
    'otif_year_difference',
    'otif_year_percent',
  ])
  expect(flat.rows.map(one => [one.customer, one.otif, one.otif_year, one.otif_year_difference])).toEqual([
    ['A', '50', '40', '10'],
    [undefined, '60', '70', '-10'],
  ])
})
