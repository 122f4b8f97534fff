import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  add,
  amountOf,
  compare,
  convert,
  decimalsOf,
  fitsPrecision,
  formatQuantity,
  fromSteps,
  isQuantity,
  multiply,
  roundDown,
  roundUp,
  shareOf,
  subtract,
  sum,
  toSteps,
} from './quantity.ts'

const anyQuantity = fc
  .tuple(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), fc.integer({ min: 0, max: 6 }))
  .map(([steps, decimals]) => {
    const digits = String(steps < 0n ? -steps : steps).padStart(decimals + 1, '0')
    const whole = decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
    return steps < 0n ? `-${whole}` : whole
  })
  .filter(isQuantity)

describe('sums are exact', () => {
  test('0.1 + 0.2 is 0.3', () => expect(add('0.1', '0.2')).toBe('0.3'))
  test('what is added can be taken away again', () =>
    fc.assert(fc.property(anyQuantity, anyQuantity, (a, b) => compare(subtract(add(a, b), b), a) === 0)))
  test('the order of a sum does not matter', () =>
    fc.assert(
      fc.property(fc.array(anyQuantity, { maxLength: 8 }), all => compare(sum(all), sum(all.toReversed())) === 0),
    ))
  test('a product of two quantities keeps every digit', () =>
    expect(multiply('12345678901234.123456', '0.000001')).toBe('12345678.901234123456'))
})

describe('rounding to the precision of the unit', () => {
  test('a need rounds up, a supply rounds down', () => {
    expect(roundUp('1.001', 2)).toBe('1.01')
    expect(roundDown('1.009', 2)).toBe('1')
  })
  test('whole steps there and back', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: -(10 ** 12), max: 10 ** 12 }),
        fc.integer({ min: 0, max: 6 }),
        (steps, decimals) => toSteps(fromSteps(steps, decimals), decimals) === steps,
      ),
    ))
  test('steps are the exact multiple, with zeros at the end or without, or there are none', () =>
    fc.assert(
      fc.property(anyQuantity, fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 3 }), (a, decimals, zeros) => {
        const exact = multiply(a, `1${'0'.repeat(decimals)}`)
        const padded = a.includes('.') ? `${a}${'0'.repeat(zeros)}` : a
        const whole = decimalsOf(exact) === 0 && Number.isSafeInteger(Number(exact))
        if (whole) expect(BigInt(toSteps(padded, decimals))).toBe(BigInt(exact))
        else expect(() => toSteps(padded, decimals)).toThrow(RangeError)
      }),
    ))
  test('half a step is no step', () => {
    expect(() => toSteps('0.5', 0)).toThrow(RangeError)
    expect(fitsPrecision('0.50', 1)).toBe(true)
    expect(fitsPrecision('0.55', 1)).toBe(false)
  })
})

test('a conversion there and back is within a step', () =>
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 1000 }),
      fc.integer({ min: 1, max: 1000 }),
      (steps, up, down) => {
        const there = convert(fromSteps(steps, 2), String(up), String(down))
        expect(roundUp(roundDown(convert(there, String(down), String(up)), 8), 2)).toBe(fromSteps(steps, 2))
      },
    ),
  ))

test('amounts, shares and what people read', () => {
  expect(amountOf('3', '0.335')).toBe('1.01')
  expect(shareOf('1', '3')).toBe(0.333333)
  expect(shareOf('1', '0')).toBe(0)
  expect(formatQuantity('1234567.50')).toBe('1,234,567.5')
  expect(formatQuantity('-1234.5', 2)).toBe('-1,234.50')
})

test('what is no quantity is none', () =>
  expect(['', '1,5', '１２', '1e5', '0x10', '1.', 'NaN', '123456789012345'].filter(isQuantity)).toEqual([]))
