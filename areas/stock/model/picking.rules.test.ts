import { expect, test } from 'vitest'
import { expectNotCounted, type Issue, type LotToPick, pickLots } from './picking.rules.ts'

/** Free goods of one material, as they lie; what is not said is alike. */
const lot = (inventory_id: string, quantity: string, more: Partial<LotToPick> = {}): LotToPick => ({
  ...{ inventory_id, quantity, material_id: 'steel', location_id: inventory_id, location_code: inventory_id },
  ...{ lot_number: '', quality_status: 0, container_id: null, occupied_quantity: '0', expire_time: null },
  ...{ first_in_time: 0, first_in_day: '2026-01-01', route_order: null, frozen: false },
  ...more,
})
const issue = (quantity: string, more: Partial<Issue> = {}): Issue => ({ material_id: 'steel', quantity, ...more })
const inBox = { container_id: 'box' }

/** What is wanted, what lies there, what is taken in order, and what is short. */
const examples: Record<string, [Issue[], LotToPick[], string[], string[]]> = {
  'first expired before first in': [
    [issue('3')],
    [lot('A', '5', { expire_time: 900, first_in_day: '2025-01-01' }), lot('B', '2', { expire_time: 100 })],
    ['B 2', 'A 1'],
    [],
  ],
  'without expiry last': [[issue('3')], [lot('A', '5'), lot('B', '2', { expire_time: 100 })], ['B 2', 'A 1'], []],
  'first in by days': [
    [issue('3')],
    [lot('A', '5', { first_in_day: '2026-01-02' }), lot('B', '2', { first_in_day: '2026-01-01' })],
    ['B 2', 'A 1'],
    [],
  ],
  'of one day as one walks': [
    [issue('3')],
    [
      lot('A', '2', { first_in_time: 1, route_order: 30 }),
      lot('B', '2', { first_in_time: 9, route_order: 10 }),
      lot('C', '2', { first_in_time: 0 }),
    ],
    ['B 2', 'A 1'],
    [],
  ],
  'a container that goes out whole first': [[issue('6')], [lot('A', '9'), lot('B', '5', inBox)], ['B 5', 'A 1'], []],
  'no container is opened for what lies loose': [[issue('4')], [lot('A', '5', inBox), lot('B', '9')], ['B 4'], []],
  'a container is opened when nothing else is there': [
    [issue('6')],
    [lot('A', '5', inBox), lot('B', '4')],
    ['A 5', 'B 1'],
    [],
  ],
  'a container of which a part is held does not go out whole': [
    [issue('4')],
    [lot('A', '4', { ...inBox, occupied_quantity: '1' }), lot('B', '9')],
    ['B 4'],
    [],
  ],
  'age before whole containers': [
    [issue('6')],
    [lot('A', '5', { ...inBox, first_in_day: '2026-01-02' }), lot('B', '9')],
    ['B 6'],
    [],
  ],
  'bins that are counted and frozen are passed by': [
    [issue('3')],
    [lot('A', '5', { frozen: true, expire_time: 1 }), lot('B', '2')],
    ['B 2'],
    ['1 of 5 in A'],
  ],
  'also for whom the goods there are held': [
    [issue('3', { mo_id: 'mo', holdings: [{ inventory_id: 'A', quantity: '3' }] })],
    [lot('A', '5', { frozen: true, occupied_quantity: '3' }), lot('B', '9')],
    ['B 3'],
    [],
  ],
  'what is held for it before what is free': [
    [issue('3', { mo_id: 'mo', holdings: [{ inventory_id: 'B', quantity: '2' }] })],
    [lot('A', '5', { expire_time: 1 }), lot('B', '2', { occupied_quantity: '2' })],
    ['B 2', 'A 1'],
    [],
  ],
  'never what others hold': [[issue('3')], [lot('A', '5', { occupied_quantity: '4' })], ['A 1'], ['2 of 0 in ']],
  'only of the bin and lot that were named': [
    [issue('3', { location_id: 'B', lot_number: 'L' })],
    [lot('A', '5'), lot('B', '2', { lot_number: 'L' })],
    ['B 2'],
    ['1 of 0 in '],
  ],
  'two that want the same share it': [[issue('3'), issue('3')], [lot('A', '5')], ['A 3', 'A 2'], ['1 of 0 in ']],
}
for (const [name, [issues, lots, taken, missing]] of Object.entries(examples)) {
  test(name, () => {
    const { movements, short } = pickLots(lots, issues, 21)
    expect(movements.map(({ inventory_id, quantity }) => `${inventory_id} ${quantity.slice(1)}`)).toEqual(taken)
    expect(short.map(one => `${one.quantity} of ${one.frozen} in ${one.frozen_bins.join()}`)).toEqual(missing)
  })
}

test('short of what is being counted is told as such, else as any other shortage', () => {
  const of = (lots: LotToPick[]) => () => expectNotCounted(pickLots(lots, [issue('3')], 21).short)
  expect(of([lot('A', '5', { frozen: true })])).toThrow(
    expect.objectContaining({ definition: expect.objectContaining({ code: 5912 }) }),
  )
  expect(of([lot('A', '2', { frozen: true })])).not.toThrow()
  expect(of([lot('A', '3')])).not.toThrow()
})
