import { expect, test } from 'vitest'
import { moneyDecimals } from './money-decimals.ts'

test('an amount has the decimals of its currency, and nothing of it is hidden', () => {
  expect(moneyDecimals('1200.0000', 2, 'JPY')).toBe(0)
  expect(moneyDecimals('1200.5', 2, 'JPY')).toBe(2)
  expect(moneyDecimals('1200', 2, 'CNY')).toBe(2)
  expect(moneyDecimals('1200', 2, 'KRW')).toBe(0)
})

test('what is in no currency keeps the decimals that are asked for', () => {
  expect(moneyDecimals('1.5', 3, 'PCS')).toBe(3)
  expect(moneyDecimals('1.5', 3, '件')).toBe(3)
  expect(moneyDecimals('1.5', 2, null)).toBe(2)
})
