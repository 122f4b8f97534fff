import { describe, expect, test } from 'vitest'
import { differencesOf, type WayToMake, wayToday } from './recipe-change.rules.ts'

const step = (sequence: number, more: Partial<WayToMake['operations'][number]> = {}) => ({
  ...{ sequence, next_sequences: [], process_id: `p${sequence}`, overlap_quantity: null, wait_seconds: 0 },
  ...more,
})
const use = (material_id: string, quantity_per: string, operation_sequence: number | null = 10) => ({
  ...{ material_id, quantity_per, operation_sequence },
})
const way: WayToMake = {
  operations: [step(10, { next_sequences: [20, 30] }), step(20, { overlap_quantity: '2' }), step(30)],
  components: [use('bolt', '4'), use('plate', '0.5'), use('bolt', '2', 20)],
}

describe('what differs', () => {
  test('nothing, however quantities and steps are written', () => {
    const same: WayToMake = {
      operations: [step(30), step(20, { overlap_quantity: '2.000' }), step(10, { next_sequences: [30, 20] })],
      components: [use('bolt', '2.0', 20), use('plate', '0.500000'), use('bolt', '4')],
    }
    expect(differencesOf(way, same)).toEqual([])
  })
  test.each([
    ['another process', step(20, { overlap_quantity: '2', process_id: 'laser' })],
    ['another overlap', step(20)],
    ['a wait', step(20, { overlap_quantity: '2', wait_seconds: 600 })],
    ['another next step', step(20, { overlap_quantity: '2', next_sequences: [30] })],
  ])('%s', (_, after) => {
    const is = { ...way, operations: way.operations.map(one => (one.sequence === 20 ? after : one)) }
    expect(differencesOf(way, is)).toEqual([{ before: way.operations[1], after }])
  })
  test('a step that is gone and one that is new; what is listed is what was and what is', () => {
    const is = { ...way, operations: [...way.operations.slice(0, 2), step(40)] }
    expect(differencesOf(way, is)).toEqual([
      { before: step(30), after: null },
      { before: null, after: step(40) },
    ])
  })
  test('of a material that is used twice the use that is another one', () => {
    const is = {
      ...way,
      components: [use('bolt', '4'), use('plate', '0.5', 20), use('bolt', '3', 20), use('nut', '1')],
    }
    expect(
      differencesOf(way, is).map(({ before, after }) => [
        before && 'quantity_per' in before ? [before.operation_sequence, before.quantity_per] : null,
        after && 'quantity_per' in after ? [after.material_id, after.operation_sequence, after.quantity_per] : null,
      ]),
    ).toEqual([
      [
        [10, '0.5'],
        ['plate', 20, '0.5'],
      ],
      [
        [20, '2'],
        ['bolt', 20, '3'],
      ],
      [null, ['nut', 10, '1']],
    ])
  })
})

test('made outside, it stays the one step of its supplier, which uses all its material', () => {
  const recipe = {
    ...{ material_id: 'box', material_bom_id: 'b', base_quantity: '2', manufacturing_bom_id: null, routing_id: 'r' },
    lines: [{ material_id: 'plate', quantity: '4', scrap_rate: '0.1', valid_from: null, expiry_time: null }],
    nodes: [],
    later: [],
    steps: [{ sequence: 50, process_id: 'cut', overlap_quantity: null, wait_seconds: 0 }],
  }
  const outside: WayToMake = { operations: [step(10)], components: [use('plate', '2.2', 10)] }
  expect(differencesOf(outside, wayToday(recipe, outside, true))).toEqual([])
  expect(differencesOf(outside, wayToday(recipe, outside, false))).toHaveLength(3)
})
