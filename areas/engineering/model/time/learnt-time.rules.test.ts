import { expect, test } from 'vitest'
import { learntFrom } from './learnt-time.rules.ts'

test('nothing finished says nothing', () => {
  expect(learntFrom([])).toBeUndefined()
})
test('half of the tasks took at most the median, nine of ten at most p90', () => {
  expect(learntFrom([11, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ count: 11, median: 6, p90: 10, outliers: 0 })
})
test('a task that was forgotten over the weekend is left out', () => {
  expect(learntFrom([60, 61, 59, 60, 62, 3600])).toMatchObject({ count: 5, median: 60, outliers: 1 })
})
test('of three nobody knows which is wrong', () => {
  expect(learntFrom([1, 2, 300])).toMatchObject({ count: 3, median: 2, outliers: 0 })
})
