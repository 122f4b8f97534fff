import { expect, test } from 'vitest'
import { type BinToFill, type GoodsToPut, proposePutAway } from './put-away.rules.ts'

const bin = (code: string, more: Partial<BinToFill> = {}): BinToFill => ({
  ...{ location_id: code, location_code: code, type: 'storage', route_order: null, capacity: null, mixed_lots: true },
  ...{ own: [], goods: [], ...more },
})
const goods = (quantity: string, more: Partial<GoodsToPut> = {}): GoodsToPut => ({
  ...{ material_id: 'steel', lot_number: 'L1', quantity, quality_status: 0, default_location_id: null },
  ...more,
})
const steel = (quantity: string, lot_number = 'L1') => ({ material_id: 'steel', lot_number, quantity })
const brass = (quantity: string) => ({ material_id: 'brass', lot_number: 'B1', quantity })
const fixed = (max_quantity: string | null = null) => [{ material_id: 'steel', max_quantity }]

/** What is put away, the bins, and where it goes: `bin quantity why`, in order. */
const examples: Record<string, [GoodsToPut[], BinToFill[], string[]]> = {
  'its own bin before all others': [
    [goods('5')],
    [bin('A', { goods: [steel('1')] }), bin('F', { own: fixed() })],
    ['F 5 fixed'],
  ],
  'the bin that is named with the material is its own': [
    [goods('5', { default_location_id: 'D' })],
    [bin('A', { goods: [steel('1')] }), bin('D', { goods: [brass('9')] })],
    ['D 5 fixed'],
  ],
  'its own bin up to the maximum, the rest beside the same lot': [
    [goods('9')],
    [bin('F', { own: fixed('10'), goods: [steel('4')] }), bin('B', { goods: [steel('1')] })],
    ['F 6 fixed', 'B 3 same_lot'],
  ],
  'the same lot before the same material before an empty bin': [
    [goods('9')],
    [
      bin('E'),
      bin('M', { goods: [steel('1', 'L0')], capacity: '4' }),
      bin('L', { goods: [steel('1')], capacity: '3' }),
    ],
    ['L 2 same_lot', 'M 3 same_material', 'E 4 empty'],
  ],
  'a bin that does not mix takes the same lot only': [
    [goods('9')],
    [bin('M', { goods: [steel('1', 'L0')], mixed_lots: false }), bin('L', { goods: [steel('1')], mixed_lots: false })],
    ['L 9 same_lot'],
  ],
  'a bin that does not mix stays with what was just put there': [
    [goods('1'), goods('1', { material_id: 'brass', lot_number: 'B1' })],
    [bin('A', { mixed_lots: false }), bin('B', { mixed_lots: false })],
    ['A 1 empty', 'B 1 empty'],
  ],
  'the bin of another material takes nothing': [
    [goods('9')],
    [bin('F', { own: [{ material_id: 'brass', max_quantity: null }] })],
    ['- 9 no_room'],
  ],
  'a bin with other goods is not empty': [[goods('9')], [bin('A', { goods: [brass('1')] })], ['- 9 no_room']],
  'the capacity counts all that lies there': [
    [goods('9')],
    [bin('A', { goods: [brass('6'), steel('1')], capacity: '10' })],
    ['A 3 same_lot', '- 6 no_room'],
  ],
  'what was just put there has taken its room': [
    [goods('6'), goods('6')],
    [bin('A', { capacity: '10' }), bin('B')],
    ['A 6 empty', 'A 4 same_lot', 'B 2 empty'],
  ],
  'a full bin is passed by': [
    [goods('1')],
    [bin('A', { capacity: '2', goods: [steel('2')] }), bin('B')],
    ['B 1 empty'],
  ],
  'of empty bins the first of the route': [
    [goods('1')],
    [bin('A', { route_order: 30 }), bin('B', { route_order: 10 }), bin('C')],
    ['B 1 empty'],
  ],
  'of empty bins the nearest to where the goods are': [
    [goods('1', { from_location_id: 'X' })],
    [bin('X', { route_order: 28, goods: [steel('1')] }), bin('A', { route_order: 30 }), bin('B', { route_order: 10 })],
    ['A 1 empty'],
  ],
  'goods do not stay where they are': [
    [goods('1', { from_location_id: 'F' })],
    [bin('F', { own: fixed(), goods: [steel('1')] }), bin('B')],
    ['B 1 empty'],
  ],
  'pick faces only for what has its place there': [
    [goods('1')],
    [bin('P', { type: 'picking' }), bin('S')],
    ['S 1 empty'],
  ],
  'defective goods go to bins for them, not to their own bin': [
    [goods('1', { quality_status: 1 })],
    [bin('F', { own: fixed() }), bin('S'), bin('Z', { type: 'defective' })],
    ['Z 1 empty'],
  ],
  'what is to be inspected goes where inspection looks': [
    [goods('1', { quality_status: 3, default_location_id: 'S' })],
    [bin('S'), bin('Q', { type: 'inspection', goods: [steel('2')] })],
    ['Q 1 same_lot'],
  ],
  'without any bin it is told': [[goods('2.5')], [], ['- 2.5 no_room']],
}
for (const [name, [all, bins, expected]] of Object.entries(examples)) {
  test(name, () => {
    const parts = proposePutAway(all, bins).flat()
    expect(parts.map(({ location_code, quantity, why }) => `${location_code ?? '-'} ${quantity} ${why}`)).toEqual(
      expected,
    )
  })
}
