import { expect, test } from 'vitest'
import { abcOf, momentsOf, xyzOf } from './classes.ts'

test('K24: the first 80 % of the value are A, up to 95 % B, the rest C', () => {
  expect(abcOf([5, 80, 15, 0])).toEqual(['C', 'A', 'B', 'C'])
  expect(abcOf([100])).toEqual(['A'])
  expect(abcOf([0, 0])).toEqual(['C', 'C'])
})
test('K24: X up to a variation of a half, Y up to one, Z beyond', () => {
  expect(xyzOf([10, 11, 9, 10])).toBe('X')
  expect(xyzOf([10, 0, 10, 20])).toBe('Y')
  expect(xyzOf([0, 0, 0, 40])).toBe('Z')
  expect(xyzOf([])).toBe('Z')
})
test('mean and deviation', () => expect(momentsOf([2, 4, 6])).toEqual({ mean: 4, deviation: 2 }))
