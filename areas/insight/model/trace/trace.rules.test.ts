import { describe, expect, test } from 'vitest'
import { afterReturns, completenessOf, suspectsOf } from './trace.rules.ts'
import { mostDrawn, placeNodes } from './trace-layout.ts'
import { isGoods, nodeKey, nodeOf, type TraceNode, traceKind } from './trace-node.ts'

const id = '01900000-0000-7000-8000-000000000000'

test('a node is its key, whatever its number has in it', () => {
  const nodes: TraceNode[] = [
    { kind: 'lot', material_id: id, lot_number: 'A/1/2' },
    { kind: 'unmarked', material_id: id },
    { kind: 'piece', serial_no: 'S/1' },
    { kind: 'mo', id },
    { kind: 'report', id },
    { kind: 'document', source_type: 'receipt', id },
    { kind: 'document', source_type: 'opening', id: '' },
  ]
  expect(nodes.map(nodeKey).map(nodeOf)).toEqual(nodes)
})

describe('completeness', () => {
  const used = (lot_number: string, quantity: string, material_id = 'a') => ({
    mo_id: 'm',
    material_id,
    lot_number,
    quantity,
  })
  test('a material of which anything went in without a lot is not recorded in full', () => {
    const told = completenessOf([used('A1', '5'), used('', '1'), used('B1', '3', 'b')])
    expect(told).toMatchObject({ used_count: 2, recorded_count: 1, unmarked: [used('', '1')], unknown: [] })
  })
  test('a lot that came back and never went in is told; what was taken back in whole was not used', () => {
    expect(completenessOf([used('A1', '5'), used('A2', '-2')]).unknown).toEqual([used('A2', '-2')])
    expect(completenessOf([used('A1', '2'), used('A2', '-2')]).used_count).toBe(0)
  })
})

describe('suspects', () => {
  const one = (name: string, bad: string, good: string) => ({ kind: 0, name, bad, good })
  const names = (shared: Parameters<typeof suspectsOf>[0], all: Parameters<typeof suspectsOf>[1]) =>
    suspectsOf(shared, all).map(({ name }) => name)
  test('what has clearly more bad ones than all others, the most telling first', () => {
    const all = { bad: '30', good: '270' }
    expect(names([one('M1', '25', '75'), one('M2', '5', '195'), one('P1', '16', '84')], all)).toEqual(['M1', 'P1'])
  })
  test('chance is not named, and what all pieces share tells nothing', () => {
    expect(names([one('M1', '2', '18'), one('M2', '1', '19')], { bad: '3', good: '37' })).toEqual([])
    expect(names([one('M1', '30', '70')], { bad: '30', good: '70' })).toEqual([])
    expect(names([one('M1', '0', '5')], { bad: '0', good: '10' })).toEqual([])
  })
})

describe('layout', () => {
  test('what goods come from stands to the left, each beside what it hangs on', () => {
    const nodes = [
      { key: 's', level: 0 },
      { key: 'x', level: -1 },
      { key: 'y', level: -1 },
      { key: 'yy', level: -2 },
      { key: 'z', level: 1 },
    ]
    const edges = [
      { from: 'x', to: 's' },
      { from: 'y', to: 's' },
      { from: 'yy', to: 'y' },
      { from: 's', to: 'z' },
    ]
    const placed = placeNodes(nodes, edges)
    expect(['yy', 'x', 's', 'z'].map(key => placed.get(key)!.column)).toEqual([0, 1, 2, 3])
    expect([placed.get('x')!.row, placed.get('y')!.row]).toEqual([0, 1])
  })
  test('of very many the nearest are drawn', () => {
    const many = Array.from({ length: 1000 }, (_, index) => ({ key: `n${index}`, level: index }))
    const placed = placeNodes(many, [])
    expect(placed.size).toBe(mostDrawn)
    expect(placed.has('n0')).toBe(true)
  })
})

test('what came back of a lot is no longer with its customer: of its order first, the last sent first', () => {
  const of = { material_id: 'm', lot_number: 'L1', to_customer_id: 'c', serial_no: null }
  const sent = [
    { ...of, of_order_id: 'one', quantity: '5', time: 1 },
    { ...of, of_order_id: 'two', quantity: '3', time: 2 },
    { ...of, of_order_id: 'two', quantity: '2', time: 9 },
    { ...of, of_order_id: 'two', quantity: '1', time: 1, serial_no: 'S1' },
  ]
  const left = (back: object) =>
    afterReturns(sent, [{ ...of, of_order_id: 'two', quantity: '1', time: 5, ...back }]).map(
      ({ of_order_id, quantity }) => `${of_order_id} ${quantity}`,
    )
  expect(left({})).toEqual(['one 5', 'two 2', 'two 2', 'two 1'])
  expect(left({ quantity: '4' })).toEqual(['one 4', 'two 2', 'two 1'])
  expect(left({ time: 9 })).toEqual(['one 5', 'two 3', 'two 1', 'two 1'])
  for (const other of [{ lot_number: 'L2' }, { of_order_id: null, to_customer_id: null }, { time: 0 }])
    expect(left(other)).toEqual(['one 5', 'two 3', 'two 2', 'two 1'])
})

test('lots, pieces and goods without a lot have a unit of their own; orders, reports and documents have that of what moves', () => {
  const { lot, piece, unmarked } = traceKind.codes
  expect(traceKind.list.map(({ code }) => code).filter(isGoods)).toEqual([lot, piece, unmarked])
})
