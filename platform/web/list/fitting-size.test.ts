import { expect, test } from 'vitest'
import { fittingSize } from './fitting-size.ts'

test.each([
  ['a tablet', 1024, 768, 15],
  ['a notebook', 1440, 900, 20],
  ['a large screen', 1920, 1200, 30],
  ['a wall', 3840, 2160, 50],
  ['a low window', 1440, 400, 10],
  ['a phone, which shows cards', 390, 844, 10],
])('a page of a list fills %s', (_, width, height, rows) => {
  expect(fittingSize({ width, height })).toBe(rows)
})
