import { expect, test } from 'vitest'
import type { LotToPick } from './picking.rules.ts'
import { type Face, fillFaces } from './replenish.rules.ts'

const face = (location_code: string, quantity: string, more: Partial<Face> = {}): Face => ({
  ...{ location_code, location_id: location_code, material_id: 'bolt', min_quantity: '10', max_quantity: '50' },
  ...{ quantity, coming: '0' },
  ...more,
})
const lot = (location_code: string, quantity: string, more: Partial<LotToPick> = {}): LotToPick => ({
  ...{
    inventory_id: `${location_code}${more.lot_number ?? ''}${more.container_id ?? ''}`,
    material_id: 'bolt',
    quantity,
  },
  ...{ location_id: location_code, location_code, lot_number: '', quality_status: 0, container_id: null },
  ...{ occupied_quantity: '0', expire_time: null, first_in_time: 0, first_in_day: '2026-01-01', route_order: null },
  ...{ frozen: false, ...more },
})

/** Faces, what lies where, what is moved, and what is left to fill. */
const examples: Record<string, [Face[], LotToPick[], string[], string[]]> = {
  'below its minimum it is filled up to the maximum': [[face('P', '9')], [lot('S', '99')], ['S P 41'], []],
  'at its minimum it is left alone': [[face('P', '10')], [lot('S', '99')], [], []],
  'what is on its way counts as there': [[face('P', '2', { coming: '8' })], [lot('S', '99')], [], []],
  'and is not moved twice': [[face('P', '2', { coming: '3' })], [lot('S', '99')], ['S P 45'], []],
  'without a maximum up to the minimum': [[face('P', '2', { max_quantity: null })], [lot('S', '99')], ['S P 8'], []],
  'as far as there is something': [[face('P', '0')], [lot('S', '7')], ['S P 7'], ['P 43']],
  'the oldest first': [
    [face('P', '0')],
    [lot('S', '30', { first_in_day: '2026-02-02' }), lot('T', '30')],
    ['T P 30', 'S P 20'],
    [],
  ],
  'not what others hold, nor from bins that are counted': [
    [face('P', '0')],
    [lot('S', '9', { occupied_quantity: '8' }), lot('T', '9', { frozen: true })],
    ['S P 1'],
    ['P 49'],
  ],
  'not out of another face of the material': [[face('P', '0'), face('Q', '40')], [lot('Q', '40')], [], ['P 50']],
  'the emptiest first, by its own minimum': [
    [face('P', '5'), face('Q', '6', { min_quantity: '100', max_quantity: '100' })],
    [lot('S', '94')],
    ['S Q 94'],
    ['P 45'],
  ],
  'loose and in a box of one bin is one line': [
    [face('P', '0', { max_quantity: '10' })],
    [lot('S', '6'), lot('S', '6', { container_id: 'box' })],
    ['S P 10'],
    [],
  ],
}
for (const [name, [faces, lots, moved, left]] of Object.entries(examples)) {
  test(name, () => {
    const { fillings, unfilled } = fillFaces(faces, lots)
    expect(fillings.map(one => `${one.from_location_id} ${one.to_location_id} ${one.quantity}`)).toEqual(moved)
    expect(unfilled.map(one => `${one.location_code} ${one.quantity}`)).toEqual(left)
  })
}
