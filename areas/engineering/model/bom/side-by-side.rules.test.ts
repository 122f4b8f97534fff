import { expect, test } from 'vitest'
import { compareNodes, compareSteps } from './side-by-side.rules.ts'

const step = (sequence: number, process_id: string, more: object = {}) => ({
  ...{ sequence, process_id, overlap_quantity: null as string | null, wait_seconds: 0 },
  ...more,
})
const kinds = (changes: readonly { kind: string }[]) => changes.map(({ kind }) => kind)

test('steps at the same place stand beside each other, in the order of the work', () => {
  const before = [step(10, 'cut'), step(20, 'weld'), step(30, 'paint'), step(40, 'pack', { overlap_quantity: '2' })]
  const after = [
    step(10, 'cut'),
    step(15, 'bend'),
    step(20, 'weld', { wait_seconds: 60 }),
    step(40, 'pack', { overlap_quantity: '2.0' }),
  ]
  expect(kinds(compareSteps(before, after))).toEqual(['same', 'added', 'changed', 'removed', 'same'])
})
test('of a manufacturing BoM what goes in and out and what comes next counts too', () => {
  const node = (ordering_node: number, more: object = {}) => ({
    ...{ ordering_node, next_nodes: [] as number[], ...step(ordering_node, 'p'), outputs: [] as never[] },
    inputs: [{ material_id: 'bolt', quantity: '4' }],
    ...more,
  })
  expect(
    kinds(
      compareNodes(
        [node(10), node(20), node(30), node(40)],
        [
          node(10, { inputs: [{ material_id: 'bolt', quantity: '4.0' }] }),
          node(20, { inputs: [{ material_id: 'bolt', quantity: '5' }] }),
          node(30, { inputs: [{ material_id: 'nut', quantity: '4' }] }),
          node(40, { next_nodes: [50] }),
        ],
      ),
    ),
  ).toEqual(['same', 'changed', 'changed', 'changed'])
})
