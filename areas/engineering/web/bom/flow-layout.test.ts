import { expect, test } from 'vitest'
import { placeNodes } from './flow-layout.ts'

const node = (ordering_node: number, ...next_nodes: number[]) => ({ ordering_node, next_nodes })
const places = (nodes: ReturnType<typeof node>[]) =>
  placeNodes(nodes).map(({ node: { ordering_node }, column, row }) => [ordering_node, column, row])

test('a row goes from left to right', () => {
  expect(places([node(10, 20), node(20, 30), node(30)])).toEqual([
    [10, 0, 0],
    [20, 1, 0],
    [30, 2, 0],
  ])
})
test('branches stand below each other and meet after the longer one', () => {
  expect(places([node(10, 30), node(20, 40), node(30, 40), node(40)])).toEqual([
    [10, 0, 0],
    [20, 0, 1],
    [30, 1, 0],
    [40, 2, 0],
  ])
})
test('a way round ends', () => {
  expect(places([node(10, 20), node(20, 10)])).toHaveLength(2)
})
