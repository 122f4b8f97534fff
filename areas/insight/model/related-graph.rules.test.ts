import { expect, test } from 'vitest'
import { mostRelated } from './find.calls.ts'
import { reached, stepsAmong, type WayToDocument } from './related-graph.rules.ts'

const way = (
  kind: WayToDocument['kind'],
  id: string,
  level: number,
  by: readonly [WayToDocument['kind'], string] | null = null,
): WayToDocument => ({ kind, id, level, by_kind: by?.[0] ?? null, by_id: by?.[1] ?? null })

test('a document stands after all that it follows from, and each step is drawn once from first to last', () => {
  const ways = [
    way('mo', 'top', 0),
    way('mo', 'part', 1, ['mo', 'top']),
    way('purchase_order', 'po', 1, ['mo', 'top']),
    way('purchase_order', 'po', 2, ['mo', 'part']),
    way('sales_order', 'so', -1, ['mo', 'top']),
  ]
  const { documents, is_cut } = reached(ways)
  expect(documents.map(({ key, level }) => [key, level])).toEqual([
    ['mo:top', 0],
    ['mo:part', 1],
    ['sales_order:so', -1],
    ['purchase_order:po', 2],
  ])
  expect(is_cut).toBe(false)
  const all = new Set(documents.map(({ key }) => key))
  expect(stepsAmong(ways, all)).toEqual([
    { from: 'mo:top', to: 'mo:part' },
    { from: 'mo:top', to: 'purchase_order:po' },
    { from: 'mo:part', to: 'purchase_order:po' },
    { from: 'sales_order:so', to: 'mo:top' },
  ])
  // What a member may not see takes its steps with it.
  expect(stepsAmong(ways, new Set(['mo:top', 'purchase_order:po']))).toEqual([
    { from: 'mo:top', to: 'purchase_order:po' },
  ])
})

test('of very many the nearest are named', () => {
  const ways = Array.from({ length: mostRelated + 5 }, (_, n) => way('mo', String(n), n === 0 ? 0 : 1 + (n % 3)))
  const { documents, is_cut } = reached(ways)
  expect([documents.length, documents[0]!.id, is_cut]).toEqual([mostRelated, '0', true])
})
