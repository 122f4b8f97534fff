import { Refusal } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { changedPrices, type Ends, priceChanges, type StoredPeriod } from './price-list.rules.ts'

const day = (n: number) => n * daySeconds
const dayBefore = (at: number) => at - daySeconds
const period = (more: object = {}) => ({
  ...{ subject: 's,m,pc,CNY' },
  ...{ from_quantity: '0', valid_from: day(10), valid_to: null as number | null },
  ...more,
})
const stored = (id: string, more: object = {}): StoredPeriod => ({ id, ...period(more) })
const changes = (given: readonly ReturnType<typeof period>[], of: readonly StoredPeriod[], ends: Ends = 'subject') =>
  priceChanges(given, of, { ends, dayBefore }).ended
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
    stored('other unit', { valid_from: day(1), subject: 's,m,box,CNY' }),
    stored('other currency', { valid_from: day(1), subject: 's,m,pc,USD' }),
    stored('other supplier', { valid_from: day(1), subject: 't,m,pc,CNY' }),
    stored('over', { valid_from: day(0), valid_to: day(1) }),
  ]
  expect(changes([period()], old)).toEqual([
    { id: 'a', valid_to: day(9) },
    { id: 'b', valid_to: day(9) },
  ])
})
test('beside others it ends none: from another quantity on it stands with them, from the same it is refused', () => {
  const old = [stored('a', { valid_from: day(1) })]
  expect(changes([period({ from_quantity: '100' })], old, 'none')).toEqual([])
  expect(refusedAt(() => changes([period({ from_quantity: '0.000' })], old, 'none'))).toEqual([5311, 1, 'valid_from'])
})
test('R-223: one that begins on the day on which another ends does not overlap it', () => {
  const old = [stored('a', { valid_from: day(1), valid_to: day(10) })]
  expect(changes([period()], old, 'none')).toEqual([])
  expect(refusedAt(() => changes([period({ valid_from: day(9) })], old, 'none'))).toEqual([5311, 1, 'valid_from'])
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

test('of one step alone the others go on', () => {
  const old = [stored('a', { valid_from: day(1) }), stored('b', { valid_from: day(1), from_quantity: '50' })]
  expect(changes([period({ from_quantity: '50.00' })], old, 'step')).toEqual([{ id: 'b', valid_to: day(9) }])
})

const priced = (price: string, more: object = {}) => ({
  ...period({ valid_from: day(1) }),
  ...{ name: 'LAMP', price },
  ...more,
})
const change = (more: object = {}) => ({
  ...{ by: 'percent' as const, value: '5', decimals: 2, valid_from: day(10) },
  ...more,
})
test('many change by a share or by an amount, rounded, from a day on and as long as they were to hold', () => {
  const chosen = [priced('10'), priced('3.333', { valid_to: day(20) }), priced('1', { valid_to: day(10) })]
  const become = (more: object) => changedPrices(chosen, change(more)).map(one => one.price)
  expect(become({})).toEqual(['10.5', '3.5', '1.05'])
  expect(become({ value: '-10', decimals: 3 })).toEqual(['9', '3', '0.9'])
  expect(become({ by: 'amount', value: '-0.5' })).toEqual(['9.5', '2.83', '0.5'])
  const changed = changedPrices(chosen, change())
  expect(changed.map(one => [one.valid_from, one.valid_to])).toEqual([
    [day(10), null],
    [day(10), day(20)],
    [day(10), day(10)],
  ])
})
test('one that is over by then is not revived: another may hold in its place', () => {
  const chosen = [priced('12', { valid_from: day(7) }), priced('10', { valid_to: day(6) })]
  expect(refusedAt(() => changedPrices(chosen, change()))).toEqual([5311, 2, 'valid_from'])
})
test('none falls below zero, and one that begins later is not changed from before', () => {
  expect(refusedAt(() => changedPrices([priced('10'), priced('1')], change({ by: 'amount', value: '-2' })))).toEqual([
    ...[5313, 2, 'price'],
  ])
  expect(refusedAt(() => changedPrices([priced('10', { valid_from: day(10) })], change()))).toEqual([
    ...[5311, 1, 'valid_from'],
  ])
})
