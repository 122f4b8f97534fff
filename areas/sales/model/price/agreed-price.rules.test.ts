import { expect, test } from 'vitest'
import { agreedPrice } from './agreed-price.rules.ts'

const step = (from_quantity: string, price: string, own = false) => ({ from_quantity, price, own, tax_rate: null })

test('the highest step that is reached counts, and the price of the customer before that of all', () => {
  const steps = [step('100', '8'), step('0', '10'), step('50', '9', true)]
  const of = (quantity: string) => agreedPrice(steps, quantity)?.price
  expect([of('0'), of('49.999'), of('50'), of('100'), of('5000')]).toEqual(['10', '10', '9', '9', '9'])
  expect(agreedPrice([step('10', '1')], '9')).toBeUndefined()
})
