import { expect, test } from 'vitest'
import { lotsWithout } from './leaving.rules.ts'

const lot = (location_id: string, lot_number: string, quantity: string, occupied_quantity = '0') => ({
  ...{ material_id: 'bolt', location_id, lot_number, quantity, occupied_quantity },
})
const leaving = (location_id: string, lot_number: string, quantity: string) => ({
  ...{ material_id: 'bolt', location_id, lot_number, quantity },
})
test.each([
  ['none is promised', [lot('a', '', '5')], [], ['5']],
  ['what is promised', [lot('a', '', '5')], [leaving('a', '', '3')], ['2']],
  ['of one lot, loose and in a box', [lot('a', '', '2'), lot('a', '', '5')], [leaving('a', '', '3')], ['0', '4']],
  ['another bin, another lot', [lot('a', 'x', '5')], [leaving('b', 'x', '3'), leaving('a', 'y', '3')], ['5']],
  ['several transfers', [lot('a', '', '5')], [leaving('a', '', '1'), leaving('a', '', '1')], ['3']],
  ['what is occupied stays', [lot('a', '', '5', '4')], [leaving('a', '', '3')], ['4']],
])('%s', (_, lots, goods, expected) => {
  expect(lotsWithout(lots, goods).map(({ quantity }) => quantity)).toEqual(expected)
})
