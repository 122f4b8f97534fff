import { explain, Refusal } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { expect, test } from 'vitest'
import { type PartFacts, type SetsBooks, type SetsSupply, stockByBom } from './stock-by-bom.rules.ts'

const now = 1000 * daySeconds
const part = (id: string, more: Partial<PartFacts> = {}): PartFacts => ({
  ...{ id, code: id.toUpperCase(), name: id, specs: null, kind: 0, unit_name: 'pcs', unit_precision: 0 },
  ...{ supply_lead_time: 0, minimum_lot: '0', packaging_size: '0', purchase_price: null },
  ...more,
})
const line = (material_id: string, quantity: string, more: object = {}) => ({
  ...{ material_id, quantity, scrap_rate: '0', substitutes: [] },
  ...more,
})
const stock = (material_id: string, quantity: string, more: Partial<SetsSupply> = {}): SetsSupply => ({
  ...{ source_type: 1, material_id, quantity, taken: '0', available_time: now, expire_time: null },
  ...more,
})
const arriving = (material_id: string, quantity: string, days: number | null): SetsSupply =>
  stock(material_id, quantity, { source_type: 2, available_time: days === null ? null : now + days * daySeconds })
const bom = (material_id: string, ...lines: ReturnType<typeof line>[]) => ({
  ...{ material_id, version: 'V1', base_quantity: '1' },
  lines,
})
const asked = (more: Partial<SetsBooks>): SetsBooks => ({
  ...{ now, until: now + 10 * daySeconds, products: [{ material_id: 'top', quantity: '1' }], sets: 5, level: null },
  ...{ use_substitutes: true, supplies: [], prices: [], currency: 'CNY', materials: [], boms: [] },
  ...more,
})
const rowOf = (books: SetsBooks, id: string) => stockByBom(books).result.find(row => row.id === id)!

test('scrap, base quantity and substitutes are in the need; a substitute is used up in the order of the BoM', () => {
  const books = asked({
    materials: [part('top'), part('kg', { unit_precision: 2 }), part('alt', { unit_precision: 2 })],
    boms: [
      {
        ...bom('top', line('kg', '10', { scrap_rate: '0.05', substitutes: [{ material_id: 'alt', ratio: '2' }] })),
        base_quantity: '4',
      },
    ],
    supplies: [stock('kg', '10'), stock('alt', '5')],
  })
  const answer = stockByBom(books)
  // 2.625 kg a set; 10 kg and 5 of what replaces it by two for one: 12.5 kg.
  expect(answer).toMatchObject({ sets_now: 4, limits: [{ sets: 4, material_ids: ['kg'] }] })
  expect(answer.result.find(row => row.id === 'kg')).toMatchObject({
    ...{ set_quantity: '2.625', needed_quantity: '13.13', replaced_quantity: '2.5', missing_quantity: '0.63' },
    substitutes: 'ALT × 2',
  })
  expect(stockByBom({ ...books, use_substitutes: false })).toMatchObject({ sets_now: 3 })
})

test('a product that is among its own parts is refused with the way round and how it is undone', () => {
  const books = asked({
    materials: [part('top'), part('a'), part('b')],
    boms: [bom('top', line('a', '1')), bom('a', line('b', '1')), bom('b', line('a', '1'))],
  })
  const asks = () => stockByBom(books)
  expect(asks).toThrow(Refusal)
  try {
    asks()
  } catch (error) {
    const { definition, data } = error as Refusal
    expect(definition).toBe(engineeringErrors.bomCycle)
    const said = explain(definition, data, 'en')
    expect(said).toMatch(/(A → B → A|B → A → B)\. Take the next material/)
  }
})

test('what is missing is bought in whole lots, at the last price, else that of the material; no price is told', () => {
  const books = asked({
    materials: [
      part('top'),
      part('a', { minimum_lot: '8', packaging_size: '5', purchase_price: '3' }),
      part('b', { purchase_price: '1.5' }),
      part('c'),
    ],
    boms: [bom('top', line('a', '1'), line('b', '1'), line('c', '1'))],
    supplies: [stock('a', '2'), stock('b', '4'), stock('c', '1')],
    prices: [{ material_id: 'a', price: '2.25', order_no: 'PO1' }],
  })
  expect(rowOf(books, 'a')).toMatchObject({ missing_quantity: '3', buy_quantity: '10', price: '2.25', amount: '22.5' })
  expect(rowOf(books, 'b')).toMatchObject({ buy_quantity: '1', price: '1.5', price_from: null, amount: '1.5' })
  expect(rowOf(books, 'c')).toMatchObject({ missing_quantity: '4', price: null, amount: null })
  expect(stockByBom(books)).toMatchObject({
    ...{ cost: '24', missing_count: 3, unpriced_count: 1 },
    limits: [
      { sets: 1, material_ids: ['c'] },
      { sets: 2, material_ids: ['a'] },
      { sets: 4, material_ids: ['b'] },
    ],
  })
})

test('there from: with what comes, or a lead time after it is bought or its parts are there, the sooner', () => {
  const books = asked({
    materials: [
      part('top', { supply_lead_time: 1 }),
      part('sub', { supply_lead_time: 2 }),
      ...[part('x', { supply_lead_time: 9 }), part('y', { supply_lead_time: 3 }), part('z')],
    ],
    boms: [bom('top', line('sub', '1'), line('z', '1')), bom('sub', line('x', '1'), line('y', '1'))],
    supplies: [arriving('x', '5', 6), arriving('y', '5', 8), stock('z', '5')],
  })
  const days = (id: string) => (rowOf(books, id).there_time! - now) / daySeconds
  expect(['z', 'x', 'y', 'sub', 'top'].map(days)).toEqual([0, 6, 3, 8, 9])
  expect(stockByBom(books).steps.map(({ time, sets }) => [(time - now) / daySeconds, sets])).toEqual([
    [0, 0],
    [8, 5],
  ])
  // Neither a lead time nor anything on its way: nobody knows.
  expect(stockByBom({ ...books, supplies: books.supplies.slice(0, 2) })).toMatchObject({ there_time: null })
})

test('what expires by then, has no day or is taken does not count', () => {
  const books = asked({
    materials: [part('top'), part('a')],
    boms: [bom('top', line('a', '1'))],
    supplies: [
      stock('a', '7', { expire_time: now + daySeconds }),
      stock('a', '9', { taken: '6' }),
      arriving('a', '4', null),
      arriving('a', '2', 3),
      arriving('a', '50', 11),
    ],
  })
  expect(stockByBom(books)).toMatchObject({ sets_now: 10, sets_by_date: 5 })
  expect(rowOf(books, 'a')).toMatchObject({
    ...{ on_hand_quantity: '16', occupied_quantity: '6', available_quantity: '10', in_transit_quantity: '2' },
  })
})

test('the tree shows every place, and no more than one answer carries', () => {
  const deep = Array.from({ length: 12 }, (_, i) => bom(`m${i}`, line(`m${i + 1}`, '2'), line('leaf', '1')))
  const wide = deep.map(({ lines, ...one }) => ({ ...one, lines: [...lines, lines[0]!] }))
  const materials = [part('leaf'), ...Array.from({ length: 13 }, (_, i) => part(`m${i}`))]
  const books = asked({ products: [{ material_id: 'm0', quantity: '3' }], materials, boms: deep })
  const { places, cut } = stockByBom(books)
  expect(cut).toBe(false)
  expect(places.slice(0, 3)).toMatchObject([
    { key: '1', level: 0, material_id: 'm0', set_quantity: '3', has_lines: true },
    { key: '1.1', level: 1, material_id: 'm1', set_quantity: '6' },
    { key: '1.1.1', level: 2, material_id: 'm2', set_quantity: '12' },
  ])
  expect(stockByBom({ ...books, level: 2 }).places.map(({ key }) => key)).toEqual([
    ...['1', '1.1', '1.1.1', '1.1.2', '1.2'],
  ])
  const many = stockByBom({ ...books, boms: wide })
  expect([many.places.length, many.cut]).toEqual([2000, true])
})
