import { expect, test } from 'vitest'
import { axisTicks } from './axis-ticks.ts'

test('an axis has round figures that hold all values, nothing among them', () => {
  expect(axisTicks(0, 634)).toEqual([0, 200, 400, 600, 800])
  expect(axisTicks(-13, 40)).toEqual([-20, 0, 20, 40])
  expect(axisTicks(0, 3)).toEqual([0, 1, 2, 3])
  expect(axisTicks(0, 0.3)).toEqual([0, 0.1, 0.2, 0.3])
  expect(axisTicks(0, 0)).toEqual([0, 0.5])
})
