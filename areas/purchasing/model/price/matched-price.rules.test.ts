import { expect, test } from 'vitest'
import { matchedPrice, type OfferedPrice } from './matched-price.rules.ts'

const one = { numerator: '1', denominator: '1' }
const offered = (from_quantity: string, price: string, more: Partial<OfferedPrice> = {}): OfferedPrice => ({
  ...{ from_quantity, price, valid_from: 0, factor: one, minimum_quantity: null, pack_quantity: null, lead_days: null },
  ...{ tax_rate: null },
  ...more,
})
test('the highest step that a quantity reaches is its price, and the next that costs less is told', () => {
  const steps = [offered('500', '8'), offered('0', '10'), offered('100', '9')]
  const of = (quantity: string) => {
    const found = matchedPrice(steps, quantity)
    return found && [found.price, found.from_quantity, found.next_quantity, found.next_price]
  }
  expect(of('0')).toEqual(['10', '0', '100', '9'])
  expect(of('99.999999')).toEqual(['10', '0', '100', '9'])
  expect(of('100')).toEqual(['9', '100', '500', '8'])
  expect(of('1000')).toEqual(['8', '500', null, null])
})
test('below the first step nothing is agreed; a step that costs more is no advice', () => {
  expect(matchedPrice([offered('10', '5')], '9')).toBeNull()
  expect(matchedPrice([], '9')).toBeNull()
  expect(matchedPrice([offered('0', '5'), offered('10', '6')], '9')).toMatchObject({ next_quantity: null })
})
test('of two from one quantity on, the newer one counts', () => {
  expect(matchedPrice([offered('0', '5', { valid_from: 9 }), offered('0', '4')], '1')).toMatchObject({ price: '5' })
})
test('a price for a box is that of the pieces in it, with its steps, minimum and package', () => {
  const box = { numerator: '100', denominator: '1' }
  const boxes = [
    offered('1', '25', { factor: box, minimum_quantity: '2', pack_quantity: '1' }),
    offered('10', '20', { factor: box }),
  ]
  expect(matchedPrice(boxes, '150')).toEqual({
    ...{ price: '0.25', from_quantity: '100', minimum_quantity: '200', pack_quantity: '100', lead_days: null },
    ...{ next_quantity: '1000', next_price: '0.2', tax_rate: null },
  })
  expect(matchedPrice(boxes, '99')).toBeNull()
})
