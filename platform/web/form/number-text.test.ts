import { expect, test } from 'vitest'
import { cleanNumber, finishNumber, isWrongNumber, selectsOnFocus, typedNumber, writtenNumber } from './number-text.ts'

test.each([
  ['12', '12'],
  ['１２', '12'],
  ['３．５', '3.5'],
  ['3。5', '3.5'],
  ['1.', '1'],
  ['1.234', '1.23'],
  ['1,234.5', '1234.5'],
  ['１，２３４．５', '1234.5'],
  ['1,234,567', '1234567'],
  [' 7 ', '7'],
])('%s is the number %s', (raw, number) => {
  const typed = typedNumber(raw)
  expect(isWrongNumber(typed)).toBe(false)
  expect(finishNumber(typed)).toBe(number)
})
test.each([
  ['1a2b3', '123'],
  ['-5', '5'],
  ['1.2.3', '1.23'],
  ['.5', '5'],
  ['３．５', '3.5'],
  ['1,234.5', '1234.5'],
  ['2.5', '2.5'],
])('R-111 R-112 %s is cleaned to %s', (raw, clean) => {
  expect(cleanNumber(raw)).toBe(clean)
})
test.each(['-5', '2,5', '1e3', '1.234,5', '1,23', '1234,567', '12a3', 'M09', '.5', '1.2.3', '1 2'])(
  '%s stays as typed and is wrong, not another number',
  raw => {
    expect(typedNumber(raw)).toBe(raw)
    expect(isWrongNumber(raw)).toBe(true)
    expect(finishNumber(raw)).toBe(raw)
  },
)
test('R-113 decimals are limited to 1 to 5', () => {
  expect(typedNumber('1.23456789', 5)).toBe('1.23456')
  expect(typedNumber('1.23456789', 9)).toBe('1.23456')
  expect(typedNumber('1.29', 1)).toBe('1.2')
})
test('a whole number has no point: 2.5 is not 25', () => {
  expect(isWrongNumber('2.', 0)).toBe(true)
  expect(isWrongNumber('2.5', 0)).toBe(true)
  expect(typedNumber('2.5', 0)).toBe('2.5')
  expect(isWrongNumber('25', 0)).toBe(false)
})
test('nothing typed is not wrong', () => {
  expect(isWrongNumber('')).toBe(false)
})
test('typing ends without open point and leading zeros', () => {
  expect(['1.', '007', '0.5', '', '00.50'].map(finishNumber)).toEqual(['1', '7', '0.5', '', '0.50'])
})
test.each([
  ['1,234.5', '1234.5'],
  ['1 234', '1234'],
  ['－５', '-5'],
  ['2,5', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%s of a spreadsheet is %s', (raw, number) => {
  expect(writtenNumber(raw)).toBe(number)
})
test('R-114 focus selects zero and less, nothing else', () => {
  expect(['0', '0.00', '-1', '3', ''].map(selectsOnFocus)).toEqual([true, true, true, false, false])
})
