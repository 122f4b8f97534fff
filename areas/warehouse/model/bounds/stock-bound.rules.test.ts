import { Refusal } from '@qitao/core/refusal.ts'
import type { LotToPick } from '@qitao/stock/model/picking.rules.ts'
import { expect, test } from 'vitest'
import { type BoundFacts, checkBounds, fillWarehouse, missingOf } from './stock-bound.rules.ts'

const bound = (
  warehouse_id: string,
  lower: string,
  upper: string | null,
  quantity: string,
  coming = '0',
  leaving = '0',
): BoundFacts => ({
  ...{ material_id: 'bolt', warehouse_id, lower_quantity: lower, upper_quantity: upper },
  ...{ quantity, coming_quantity: coming, leaving_quantity: leaving },
})
test.each([
  ['less than the lower bound: up to the upper one', bound('w', '10', '50', '4'), '46'],
  ['no upper bound: up to the lower one', bound('w', '10', null, '4'), '6'],
  ['just enough', bound('w', '10', '50', '10'), '0'],
  ['enough is coming', bound('w', '10', '50', '4', '6'), '0'],
  ['too little is coming', bound('w', '10', '50', '4', '5'), '41'],
  ['what is written to leave', bound('w', '10', '50', '14', '0', '8'), '44'],
  ['below zero', bound('w', '10', '50', '-2'), '52'],
])('what is missing: %s', (_, of, expected) => {
  expect(missingOf(of)).toBe(expected)
})
test('the upper bound exceeds the lower one (R-091)', () => {
  expect(() => checkBounds({ lower_quantity: '10', upper_quantity: '10' })).toThrow(Refusal)
  checkBounds({ lower_quantity: '10', upper_quantity: '10.1' })
  checkBounds({ lower_quantity: '10', upper_quantity: null })
})

const lot = (warehouse_id: string, quantity: string, day = '2026-01-01', occupied = '0') => ({
  ...{ inventory_id: `${warehouse_id} ${quantity} ${day}`, material_id: 'bolt', warehouse_id, quantity },
  ...{ occupied_quantity: occupied, location_id: `bin ${warehouse_id}`, lot_number: day, container_id: null },
  ...{ quality_status: 0, expire_time: null, first_in_time: 0, first_in_day: day, route_order: null },
  ...{ location_code: warehouse_id, frozen: false },
})
type Lot = LotToPick & { readonly warehouse_id: string }
const low = bound('w', '10', '50', '4')
test.each<[string, BoundFacts[], Lot[], [string, string][], string | undefined]>([
  ['out of another warehouse', [low], [lot('a', '60')], [['bin a', '46']], undefined],
  ['the rest is bought', [low], [lot('a', '20')], [['bin a', '20']], '26'],
  ['not out of itself', [low], [lot('w', '60')], [], '46'],
  ['what is occupied stays', [low], [lot('a', '60', '2026-01-01', '50')], [['bin a', '10']], '36'],
  ['none gives what it needs itself', [low, bound('a', '40', null, '60')], [lot('a', '60')], [['bin a', '20']], '26'],
  [
    'nor what is written to leave it',
    [low, bound('a', '40', null, '60', '0', '15')],
    [lot('a', '60')],
    [['bin a', '5']],
    '41',
  ],
  ['one that lacks gives nothing', [low, bound('a', '70', null, '60')], [lot('a', '60')], [], '46'],
  [
    'the oldest first',
    [low],
    [lot('a', '30', '2026-02-01'), lot('b', '30', '2026-01-01')],
    [
      ['bin b', '30'],
      ['bin a', '16'],
    ],
    undefined,
  ],
  ['it has enough', [bound('w', '10', '50', '12')], [lot('a', '60')], [], undefined],
])('a warehouse is filled: %s', (_, bounds, lots, moved, bought) => {
  const found = fillWarehouse('w', bounds, lots)
  expect(found.moved.map(({ location_id, quantity }) => [location_id, quantity])).toEqual(moved)
  expect(found.bought.map(({ quantity }) => quantity)).toEqual(bought === undefined ? [] : [bought])
})
