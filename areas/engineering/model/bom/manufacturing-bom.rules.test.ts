import { expect, test } from 'vitest'
import { engineeringErrors } from '../engineering.errors.ts'
import {
  balanceProblems,
  carriedOver,
  flowProblems,
  hasBranches,
  linked,
  proposeNodes,
} from './manufacturing-bom.rules.ts'

const codes = new Map(['bike', 'wheel', 'frame'].map(id => [id, id.toUpperCase()]))
const port = (material_id: string, quantity = '1') => ({ material_id, quantity })
const node = (ordering_node: number, given: object = {}) => ({
  ordering_node,
  next_nodes: [] as number[],
  inputs: [port('wheel')].slice(1),
  outputs: [port('bike')].slice(1),
  ...given,
})
const details = (problems: Iterable<{ data: { detail?: unknown; row?: number; code?: unknown } }>) =>
  [...problems].map(({ data }) => [data.row ?? null, (data.detail as { en: string } | undefined)?.en ?? null])

test('a simple flow is a row in order, whatever its nodes say', () => {
  const nodes = linked([node(20, { next_nodes: [10] }), node(10), node(30)], 'simple')
  expect(nodes.map(one => [one.ordering_node, one.next_nodes])).toEqual([
    [10, [20]],
    [20, [30]],
    [30, []],
  ])
  expect(hasBranches(nodes)).toBe(false)
  expect(hasBranches([node(10, { next_nodes: [30] }), node(20, { next_nodes: [30] }), node(30)])).toBe(true)
  expect(hasBranches([node(10, { next_nodes: [20, 30] }), node(20), node(30)])).toBe(true)
})
test('branches may come together in one last process', () => {
  const nodes = linked([node(10, { next_nodes: [30] }), node(20, { next_nodes: [30, 30] }), node(30)], 'standard')
  expect([...flowProblems('bike', nodes, codes)]).toEqual([])
})
test('what may not be stored: a place twice, a lost next, a way round, two ends, the product in itself', () => {
  expect(details(flowProblems('bike', [node(10), node(10)], codes))).toEqual([[2, 'The sequence is repeated']])
  expect(details(flowProblems('bike', [node(10, { next_nodes: [20] })], codes))).toEqual([
    [1, 'There is no node {missing}'],
  ])
  const round = [...flowProblems('bike', [node(10, { next_nodes: [20] }), node(20, { next_nodes: [10] })], codes)]
  expect(round.map(({ error, data }) => [error, data.path])).toEqual([[engineeringErrors.bomCycle, '10 → 20 → 10']])
  expect([...flowProblems('bike', [node(10), node(20)], codes)][0]?.data.ends).toBe('10, 20')
  const itself = [...flowProblems('bike', [node(10, { inputs: [port('bike')] })], codes)]
  expect(itself.map(({ error }) => error)).toEqual([engineeringErrors.bomCycle])
})
test('a material may go in at several processes; the sum must be the BoM’s', () => {
  const nodes = linked(
    [
      node(10, { inputs: [port('wheel'), port('frame')] }),
      node(20, { inputs: [port('wheel')], outputs: [port('bike')] }),
    ],
    'simple',
  )
  const product = { material_id: 'bike', base_quantity: '1' }
  expect([...balanceProblems(product, nodes, [port('wheel', '2.0'), port('frame')], codes)]).toEqual([])
  const short = [...balanceProblems(product, nodes, [port('wheel', '3')], codes)]
  expect(short.map(({ data }) => [data.code, data.difference])).toEqual([
    ['WHEEL', '1'],
    ['FRAME', undefined],
  ])
  expect([
    ...balanceProblems({ ...product, base_quantity: '5' }, nodes, [port('wheel', '2'), port('frame')], codes),
  ]).toHaveLength(1)
})
test('a proposal is a row that can be released as it is', () => {
  const steps = ['cut', 'weld', 'paint'].map(process_id => ({ process_id, overlap_quantity: null, wait_seconds: 0 }))
  const nodes = proposeNodes(port('bike', '2'), [port('wheel', '4'), port('frame', '2')], steps)
  expect(hasBranches(nodes)).toBe(false)
  expect([...flowProblems('bike', nodes, codes)]).toEqual([])
  expect([
    ...balanceProblems(
      { material_id: 'bike', base_quantity: '2' },
      nodes,
      [port('wheel', '4'), port('frame', '2')],
      codes,
    ),
  ]).toEqual([])
})

test('a flow carried over to another version: shared out as it was, in its quantities; what is gone goes, what is new is nowhere', () => {
  const flow = {
    ...{ id: 'flow', base_quantity: '1' },
    nodes: [
      { place: 10, inputs: [{ material_id: 'screw', quantity: '1' }], outputs: [] },
      {
        place: 20,
        inputs: [
          { material_id: 'screw', quantity: '3' },
          { material_id: 'decal', quantity: '1' },
        ],
        outputs: [{ material_id: 'bike', quantity: '1' }],
      },
    ],
  }
  const lines = [
    { material_id: 'screw', quantity: '16' },
    { material_id: 'bell', quantity: '2' },
  ]
  expect(carriedOver(flow, { base_quantity: '2', lines })).toEqual({
    ...{ id: 'flow', base_quantity: '2' },
    nodes: [
      { place: 10, inputs: [{ material_id: 'screw', quantity: '4' }], outputs: [] },
      {
        place: 20,
        inputs: [{ material_id: 'screw', quantity: '12' }],
        outputs: [{ material_id: 'bike', quantity: '2' }],
      },
    ],
  })
})
