import type { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { type ContainerFacts, expectRoom, movingTo, packing, type StockToMove } from './container.rules.ts'
import type { Movement } from './ledger.rules.ts'
import { type StockRow, spreadOverContainers } from './picking.rules.ts'

const box: ContainerFacts = { id: 'B', row_version: 0, code: 'B1', status: 1, location_id: 'L1', capacity: '10' }
const place = { material_id: 'M', location_id: 'L1', lot_number: 'A', quality_status: 0 }
const stock = (more: Partial<StockToMove> = {}): StockToMove => ({
  ...{ ...place, id: 'S', container_id: null, quantity: '9', supplier_id: 'V', first_in_time: 5, expire_time: 7 },
  ...more,
})
const material = {
  id: 'M',
  code: 'M',
  unit_precision: 0,
  lot_managed: true,
  serial_policy: 0,
  default_location_id: null,
  shelf_life: null,
}
const materials = new Map([['M', material]])
const codeOf = (work: () => unknown): number | undefined => {
  try {
    work()
    return undefined
  } catch (error) {
    return (error as Refusal).definition.code
  }
}

test('packing moves goods from the bin into the container with age, expiry and supplier', () => {
  const [out, into] = packing('pack', box, [{ inventory_id: 'S', quantity: '4' }], new Map([['S', stock()]]), materials)
  expect(out).toMatchObject({ ...place, movement_type: 31, container_id: null, quantity: '-4' })
  expect(into).toMatchObject({
    ...{ ...place, movement_type: 31, container_id: 'B', quantity: '4' },
    ...{ supplier_id: 'V', first_in_time: 5, expire_time: 7 },
  })
})
test('a container takes what lies in its own bin, and gives what is in it', () => {
  const lines = [{ inventory_id: 'S', quantity: '4' }]
  const of = (direction: 'pack' | 'unpack', row: StockToMove, by: Partial<ContainerFacts> = {}) =>
    codeOf(() => packing(direction, { ...box, ...by }, lines, new Map([['S', row]]), materials))
  expect(of('pack', stock())).toBeUndefined()
  expect(of('pack', stock({ location_id: 'L2' }))).toBe(5010)
  expect(of('pack', stock({ container_id: 'B' }))).toBe(5010)
  expect(of('pack', stock(), { location_id: null })).toBe(5020)
  expect(of('pack', stock(), { status: 0 })).toBe(5024)
  expect(of('unpack', stock({ container_id: 'B' }), { status: 0 })).toBeUndefined()
  expect(of('unpack', stock({ container_id: 'C' }))).toBe(5010)
})
test('a container holds its capacity and no more; without one it holds anything', () => {
  expect(codeOf(() => expectRoom(box, ['4'], ['6']))).toBeUndefined()
  expect(codeOf(() => expectRoom(box, ['4'], ['6', '0.001']))).toBe(5001)
  expect(codeOf(() => expectRoom({ ...box, capacity: null }, ['4'], ['6000']))).toBeUndefined()
})
test('all that is in a container goes with it; with goods in it, it stands somewhere', () => {
  const inside = [stock({ container_id: 'B' }), stock({ id: 'E', container_id: 'B', lot_number: 'E', quantity: '0' })]
  const moves = movingTo(box, 'L2', inside)
  expect(moves.map(one => [one.location_id, one.container_id, one.quantity])).toEqual([
    ['L1', 'B', '-9'],
    ['L2', 'B', '9'],
  ])
  expect(movingTo(box, 'L1', inside)).toEqual([])
  expect(movingTo(box, null, [])).toEqual([])
  expect(codeOf(() => movingTo(box, null, inside))).toBe(5020)
})
test('what a named bin and lot give: loose first, then containers, free only; what lacks is asked of the bin', () => {
  const row = (
    inventory_id: string,
    container_id: string | null,
    quantity: string,
    occupied_quantity = '0',
  ): StockRow => ({
    ...{ ...place, inventory_id, container_id, quantity, occupied_quantity },
  })
  const rows = [row('1', 'B', '5', '1'), row('2', null, '3'), row('3', 'C', '2')]
  const out = (quantity: string): Movement => ({ ...place, movement_type: 20, quantity })
  const given = (...all: Movement[]) =>
    spreadOverContainers(rows, all).map(one => [one.container_id ?? null, one.quantity])
  expect(given(out('-8'))).toEqual([
    [null, '-3'],
    ['B', '-4'],
    ['C', '-1'],
  ])
  expect(given(out('-2'), out('-2'))).toEqual([
    [null, '-2'],
    [null, '-1'],
    ['B', '-1'],
  ])
  expect(given(out('-10'))).toEqual([
    [null, '-4'],
    ['B', '-4'],
    ['C', '-2'],
  ])
  expect(given({ ...out('-1'), lot_number: 'Z' })).toEqual([[null, '-1']])
})
