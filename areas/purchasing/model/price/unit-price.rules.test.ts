import { Refusal } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { matchedPrice, type OfferedPrice, priceChanges, type StoredPeriod } from './unit-price.rules.ts'

const day = (n: number) => n * daySeconds
const dayBefore = (at: number) => at - daySeconds
const period = (more: object = {}) => ({
  ...{ supplier_id: 's', material_id: 'm', unit_id: 'pc', currency: 'CNY' },
  ...{ from_quantity: '0', valid_from: day(10), valid_to: null as number | null },
  ...more,
})
const stored = (id: string, more: object = {}): StoredPeriod => ({ id, ...period(more) })
const changes = (given: readonly ReturnType<typeof period>[], of: readonly StoredPeriod[], replaces = true) =>
  priceChanges(given, of, { replaces, dayBefore }).ended
const refusedAt = (work: () => unknown) => {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { row, field } = error.data as { row?: number; field?: string }
    return [error.definition.code, row, field]
  }
}

test('a new price ends all earlier ones of its supplier, material, unit and currency on the day before', () => {
  const old = [
    stored('a', { valid_from: day(1) }),
    stored('b', { valid_from: day(1), from_quantity: '50' }),
    stored('other unit', { valid_from: day(1), unit_id: 'box' }),
    stored('other currency', { valid_from: day(1), currency: 'USD' }),
    stored('other supplier', { valid_from: day(1), supplier_id: 't' }),
    stored('over', { valid_from: day(0), valid_to: day(1) }),
  ]
  expect(changes([period()], old)).toEqual([
    { id: 'a', valid_to: day(9) },
    { id: 'b', valid_to: day(9) },
  ])
})
test('beside others it ends none: from another quantity on it stands with them, from the same it is refused', () => {
  const old = [stored('a', { valid_from: day(1) })]
  expect(changes([period({ from_quantity: '100' })], old, false)).toEqual([])
  expect(refusedAt(() => changes([period({ from_quantity: '0.000' })], old, false))).toEqual([5311, 1, 'valid_from'])
})
test('R-223: one that begins on the day on which another ends does not overlap it', () => {
  const old = [stored('a', { valid_from: day(1), valid_to: day(10) })]
  expect(changes([period()], old, false)).toEqual([])
  expect(refusedAt(() => changes([period({ valid_from: day(9) })], old, false))).toEqual([5311, 1, 'valid_from'])
})
test('one before a later price needs a day on which it ends', () => {
  const later = [stored('a', { valid_from: day(20) })]
  expect(refusedAt(() => changes([period()], later))).toEqual([5311, 1, 'valid_to'])
  expect(changes([period({ valid_to: day(19) })], later)).toEqual([])
})
test('a price that begins on the same day is renewed, not refused: an exported file can be brought back', () => {
  const both = [
    stored('a', { valid_from: day(1), valid_to: day(9) }),
    stored('b', { valid_from: day(10), from_quantity: '5.000000' }),
  ]
  const file = [period({ valid_from: day(1), valid_to: day(9) }), period({ from_quantity: '5' })]
  expect(changes(file, both)).toEqual([])
})
test('the same price twice in one file, and one that ends before it begins, are refused at their row', () => {
  expect(refusedAt(() => changes([period(), period()], []))).toEqual([5311, 2, 'valid_from'])
  expect(refusedAt(() => changes([period({ valid_to: day(9) })], []))).toEqual([5311, 1, 'valid_to'])
})

const one = { numerator: '1', denominator: '1' }
const offered = (from_quantity: string, price: string, more: Partial<OfferedPrice> = {}): OfferedPrice => ({
  ...{ from_quantity, price, valid_from: 0, factor: one, minimum_quantity: null, pack_quantity: null, lead_days: null },
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
    ...{ next_quantity: '1000', next_price: '0.2' },
  })
  expect(matchedPrice(boxes, '99')).toBeNull()
})
