import { expect, test } from 'vitest'
import { barsOf, mostBars } from './report-bars.rules.ts'
import { seriesOf } from './report-series.rules.ts'

const row = (period: number | null, keys: string[], value: string | null) => ({
  ...{ period, keys, names: keys, values: { order_value: value }, before: {} },
})
const words = {
  title: 'Value',
  periodName: (begin: number) => `D${begin / 86_400}`,
  nameOf: (_: unknown, key: string | null) => key ?? '(none)',
}
const shape = { grain: 1, zone: 'UTC' }
const day = 86_400

test('without time groups stand side by side, the largest first, and what stands across makes the series', () => {
  const result = [
    row(null, ['A', 'x'], '1'),
    row(null, ['B', 'x'], '7'),
    row(null, ['B', 'y'], '2'),
    row(null, ['C', 'y'], null),
  ]
  const told = { result, timestamp_range: [0, 0] as const }
  const series = seriesOf(
    told,
    'order_value',
    { ...shape, by: ['customer', 'series'], across: 'series' },
    words,
    mostBars,
  )!
  expect(series.labels).toEqual(['B', 'A', 'C'])
  expect(series.series).toEqual([
    { key: '["x"]', name: 'x', values: [7, 1, null] },
    { key: '["y"]', name: 'y', values: [2, null, null] },
  ])
  const html = barsOf(series, 'Value <CNY>')
  expect(html).toContain('Value &#60;CNY&#62;')
  expect(html.match(/width:\d+%;height/g)).toEqual(['width:100%;height', 'width:29%;height', 'width:14%;height'])
  expect(html).toContain('7<br>2')
})

test('over time every period has its bar, a loss is another colour, and of many periods the last stand there', () => {
  const result = [row(38 * day, [], '-4'), row(39 * day, [], '8')]
  const told = { result, timestamp_range: [0, 39 * day] as const }
  const series = seriesOf(told, 'order_value', { ...shape, by: [] }, words, mostBars)!
  expect(series.labels).toHaveLength(40)
  const html = barsOf(series, 'Value')
  expect(html.match(/>D\d+</g)).toHaveLength(31)
  expect(html).toContain('>D39<')
  expect(html).toContain('width:50%;height:9px;background:#c2403a')
})

test('a single number, and nothing at all, is no chart', () => {
  const told = { result: [row(null, [], '5')], timestamp_range: [0, 0] as const }
  expect(seriesOf(told, 'order_value', { ...shape, by: [] }, words, mostBars)).toBeUndefined()
  const none = seriesOf(
    { ...told, result: [row(null, ['A'], null)] },
    'order_value',
    { ...shape, by: ['customer'] },
    words,
    mostBars,
  )!
  expect(barsOf(none, 'Value')).toBe('')
})
