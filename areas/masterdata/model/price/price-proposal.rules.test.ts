import { expect, test } from 'vitest'
import {
  changeOf,
  differenceOf,
  endedSteps,
  isPriceAlone,
  keepsTerms,
  nextStepOf,
  stepOf,
  valueOfProposal,
} from './price-proposal.rules.ts'

const one = (more: object = {}) => ({
  ...{ subject: 's,m', from_quantity: '0', valid_from: 10, valid_to: null as number | null, price: '2' },
  ...{ tax_rate: null as string | null },
  ...more,
})

test('a file that is brought back changes no price; another price, tax or day does, and so does one that ends another', () => {
  const stored = [one({ price: '2.000' }), one({ from_quantity: '100.0', price: '1.5' })]
  expect(keepsTerms([one(), one({ from_quantity: '100', price: '1.50' })], stored, [])).toBe(true)
  for (const other of [
    { price: '2.1' },
    { tax_rate: '13' },
    { valid_to: 20 },
    { valid_from: 11 },
    { from_quantity: '1' },
  ])
    expect(keepsTerms([one(other)], stored, [])).toBe(false)
  expect(keepsTerms([one()], stored, [{ id: 'a', valid_to: 9 }])).toBe(false)
})
test('two prices say what a change comes to where tax and days stay: a new one begins later, one that is altered does not', () => {
  const before = one({ tax_rate: '13.0' })
  expect(isPriceAlone(one({ tax_rate: '13', price: '3', valid_from: 11 }), before, false)).toBe(true)
  expect(isPriceAlone(one({ tax_rate: '13', price: '3' }), before, true)).toBe(true)
  for (const other of [{ tax_rate: '9' }, { tax_rate: null }, { tax_rate: '13', valid_to: 20 }])
    expect(isPriceAlone(one(other), before, false)).toBe(false)
  expect(isPriceAlone(one({ tax_rate: '13', valid_from: 11 }), before, true)).toBe(false)
})
test('a step ends where the next begins that holds on its day', () => {
  const steps = [
    one({ from_quantity: '500' }),
    one({ from_quantity: '100' }),
    one({ from_quantity: '50', valid_to: 9 }),
    one({ from_quantity: '20', subject: 'other' }),
  ]
  expect(nextStepOf(one(), steps)).toBe('100')
  expect(nextStepOf(one({ from_quantity: '500' }), steps)).toBeNull()
})
test('a step that new prices end is left where none of its quantity begins on the day on which it ends', () => {
  const stored = [
    one({ id: 'a' }),
    one({ id: 'b', from_quantity: '100.0' }),
    one({ id: 'c', from_quantity: '500' }),
    one({ id: 'd', from_quantity: '900' }),
  ] as (ReturnType<typeof one> & { id: string })[]
  const given = [
    one({ valid_from: 20 }),
    one({ from_quantity: '100', valid_from: 20 }),
    one({ from_quantity: '500', valid_from: 30 }),
    one({ from_quantity: '500', valid_from: 20, subject: 'other' }),
  ]
  const left = endedSteps(given, stored, [{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  expect(left).toEqual([{ ...stored[2], valid_from: 20 }])
})
test('a step begins, changes or ends', () => {
  expect(stepOf({ old_price: null, price: '1' })).toBe('begins')
  expect(stepOf({ old_price: '1', price: '2' })).toBe('changes')
  expect(stepOf({ old_price: '1', price: null })).toBe('ends')
})
test('the difference is of the material, whatever unit the price is for; a new price has none', () => {
  const box = { numerator: '10', denominator: '1' }
  expect(differenceOf({ price: '25', old_price: '20' }, '30', box)).toBe('15')
  expect(differenceOf({ price: '25', old_price: null }, '30', box)).toBeNull()
  expect(differenceOf({ price: null, old_price: '20' }, '30', box)).toBeNull()
})
test('more and less alike make the value; what nobody can say has none', () => {
  const line = (year_difference: string | null, more: object = {}) => ({
    ...{ year_quantity: '10', currency: 'CNY', year_difference },
    ...more,
  })
  expect(valueOfProposal([line('15'), line('-15')])).toEqual({ value: '30', currency: 'CNY' })
  expect(valueOfProposal([line('15'), line(null)])).toEqual({ value: null, currency: 'CNY' })
  expect(valueOfProposal([line('0', { year_quantity: '0' })])).toEqual({ value: null, currency: 'CNY' })
  expect(valueOfProposal([line('1'), line('1', { currency: 'USD' })])).toEqual({ value: null, currency: null })
})
test('a change is said as a share of what it was', () => {
  expect(changeOf({ price: '2.5', old_price: '2' })).toBe('+25%')
  expect([changeOf({ price: '1', old_price: null }), changeOf({ price: '1', old_price: '0' })]).toEqual([null, null])
})
