import { expect, test } from 'vitest'
import { prolonged } from './calendar.rules.ts'

const shift = (start: number, end: number) => ({
  name: 'S',
  start_second: start * 3600,
  end_second: end * 3600,
  breaks: [],
})

test('the last shift goes on', () => {
  expect(prolonged([shift(8, 12), shift(13, 17)], 7200)).toEqual([shift(8, 12), shift(13, 19)])
})
test('over midnight', () => {
  expect(prolonged([shift(8, 23)], 7200)).toEqual([shift(8, 1)])
  expect(prolonged([shift(20, 4)], 7200)).toEqual([shift(20, 6)])
})
test('not into the next day’s first shift', () => {
  expect(prolonged([shift(0, 24)], 3600)).toBeUndefined()
  expect(prolonged([shift(8, 20), shift(20, 7)], 7200)).toBeUndefined()
  expect(prolonged([], 3600)).toBeUndefined()
})
