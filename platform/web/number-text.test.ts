import { expect, test } from 'vitest'
import { cleanNumber, finishNumber, selectsOnFocus } from './number-text.ts'

test.each([
  ['12a3', '123'],
  ['-5', '5'],
  ['.5', '5'],
  ['..5', '5'],
  ['1.2.3', '1.23'],
  ['1.234', '1.23'],
  ['1.', '1.'],
  ['１２', ''],
  ['1,234.5', '1234.5'],
])('R-111 R-112 %s is cleaned to %s', (raw, clean) => {
  expect(cleanNumber(raw)).toBe(clean)
})
test.each([
  ['-5', '-5'],
  [' -1.234', '-1.23'],
  ['--5', '-5'],
  ['5-3', '53'],
  ['-', '-'],
])('in a cell %s is cleaned to %s: the minus in front stays', (raw, clean) => {
  expect(cleanNumber(raw, 2, true)).toBe(clean)
})
test('R-113 decimals are limited to 1 to 5', () => {
  expect(cleanNumber('1.23456789', 5)).toBe('1.23456')
  expect(cleanNumber('1.23456789', 9)).toBe('1.23456')
  expect(cleanNumber('1.29', 1)).toBe('1.2')
})
test('a whole number has no point', () => {
  expect(cleanNumber('12.7', 0)).toBe('12')
})
test('typing ends without open point and leading zeros', () => {
  expect(['1.', '007', '0.5', '', '00.50', '-', '-1.', '-03'].map(finishNumber)).toEqual([
    ...['1', '7', '0.5', '', '0.50', '', '-1', '-3'],
  ])
})
test('R-114 focus selects zero and less, nothing else', () => {
  expect(['0', '0.00', '-1', '3', ''].map(selectsOnFocus)).toEqual([true, true, true, false, false])
})
