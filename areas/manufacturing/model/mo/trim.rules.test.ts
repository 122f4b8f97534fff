import { expect, test } from 'vitest'
import { supplySource } from './mo.status.ts'
import { givenUp } from './trim.rules.ts'

const { in_stock, in_transit, in_production } = supplySource.codes
const edge = (id: string, source_type: number, quantity: string, more: object = {}) => ({
  ...{ id, source_type, quantity, covers: quantity, locked: false },
  ...more,
})
const told = (edges: Parameters<typeof givenUp>[0], over: string) =>
  givenUp(edges, over).map(([{ id }, quantity]) => [id, quantity])

test('what comes is given up before what is made, that before what lies there, and a choice of a person last', () => {
  const edges = [
    edge('stock', in_stock, '5'),
    edge('made', in_production, '5'),
    edge('bought', in_transit, '5'),
    edge('chosen', in_transit, '5', { locked: true }),
  ]
  expect(told(edges, '12')).toEqual([
    ['bought', '5'],
    ['made', '5'],
    ['stock', '2'],
  ])
  expect(told(edges, '0')).toEqual([])
  expect(told(edges, '20').at(-1)).toEqual(['chosen', '5'])
})
test('what stands in for the material is given up whole or not at all', () => {
  const instead = edge('other', in_stock, '8', { covers: '4' })
  expect(told([instead], '3')).toEqual([])
  expect(told([instead], '4')).toEqual([['other', '8']])
})
