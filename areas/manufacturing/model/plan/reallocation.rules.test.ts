import { sum } from '@qitao/core/quantity.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { transfersFor } from './reallocation.rules.ts'

const order = (id: string, priority: number, day = 10) => ({
  ...{ id, no: id, material_id: 'product', material_locked: false, priority, delivery_date: day * 86_400 },
  ...{ planned_start_time: null, firm: true, lead_seconds: 0 },
})
const component = (mo_id: string, material_id = 'steel') => ({
  ...{ id: `${mo_id}.${material_id}`, mo_id, operation_sequence: null, planned_start_time: null, material_id },
  ...{ required_quantity: '100', picked_quantity: '0', substitutes: [] },
})
const edge = (mo_id: string, source_id: string, quantity: string, available_time = 0, locked = false) => ({
  ...{
    mo_id,
    component_id: `${mo_id}.steel`,
    material_id: 'steel',
    source_type: available_time === 0 ? 1 : 2,
    source_id,
  },
  ...{ quantity, available_time, locked, made_for_quantity: '0' },
})
const lacking = (mo_id: string, short_quantity: string, expected_time: number | null) => ({
  ...{ id: `${mo_id}.steel`, assigned_quantity: '0', short_quantity, in_stock_quantity: '0', in_transit_quantity: '0' },
  ...{ in_production_quantity: '0', expected_time, material_status: 6 },
})
const needed = (...ids: string[]) => new Map(ids.map(id => [`${id}.steel`, 1_000]))

test('what is short is taken from the last in line, and no more than is short', () => {
  const books = {
    orders: [order('A', 2), order('B', 3), order('C', 9)],
    components: ['A', 'B', 'C'].map(id => component(id)),
  }
  const result = {
    assignments: [edge('B', 'lot 1', '30'), edge('C', 'lot 1', '20'), edge('C', 'lot 2', '5', 0, true)],
    components: [lacking('A', '35', 9_000)],
  }
  const ask = (keeping_ids: string[]) =>
    transfersFor(books, result, needed('A'), { mo_ids: ['A'], keeping_ids }).map(one => [
      one.from_mo_id,
      one.source_id,
      one.quantity,
    ])
  expect(ask([])).toEqual([
    ['C', 'lot 1', '20'],
    ['B', 'lot 1', '15'],
  ])
  expect(ask(['C'])).toEqual([['B', 'lot 1', '30']])
  expect(ask(['B', 'C'])).toEqual([])
})

test('what comes too late is given back for what comes in time; what would come no sooner is not taken', () => {
  const books = { orders: [order('A', 5), order('B', 5, 12)], components: ['A', 'B'].map(id => component(id)) }
  const result = {
    assignments: [edge('A', 'late', '40', 5_000), edge('B', 'soon', '25', 500), edge('B', 'later', '50', 6_000)],
    components: [lacking('A', '0', 5_000)],
  }
  expect(transfersFor(books, result, needed('A'), { mo_ids: ['A'], keeping_ids: [] })).toEqual([
    {
      ...{ mo_id: 'A', component_id: 'A.steel', from_mo_id: 'B', from_component_id: 'B.steel', material_id: 'steel' },
      ...{ source_type: 2, source_id: 'soon', quantity: '25', instead_of_id: 'late' },
    },
  ])
})

test('nobody gives more than he has, to nobody more than he lacks', () => {
  const ids = ['A', 'B', 'C', 'D', 'E']
  const owner = fc.constantFrom(...ids)
  fc.assert(
    fc.property(
      fc.array(fc.record({ owner, lot: fc.integer({ min: 1, max: 6 }), quantity: fc.integer({ min: 1, max: 40 }) }), {
        maxLength: 12,
      }),
      fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 5, maxLength: 5 }),
      (held, shorts) => {
        const unique = [...new Map(held.map(one => [`${one.owner}${one.lot}`, one])).values()]
        const assignments = unique.map(one => edge(one.owner, `lot ${one.lot}`, String(one.quantity), one.lot * 300))
        const transfers = transfersFor(
          { orders: ids.map((id, index) => order(id, index)), components: ids.map(id => component(id)) },
          { assignments, components: ids.map((id, index) => lacking(id, String(shorts[index]), null)) },
          needed(...ids),
          { mo_ids: ['B', 'D'], keeping_ids: ['E'] },
        )
        for (const { mo_id, source_id, quantity } of assignments) {
          const gone = sum(
            transfers.filter(one => one.from_mo_id === mo_id && one.source_id === source_id).map(one => one.quantity),
          )
          expect(Number(gone)).toBeLessThanOrEqual(Number(quantity))
        }
        expect(transfers.every(one => ['A', 'C'].includes(one.from_mo_id) && ['B', 'D'].includes(one.mo_id))).toBe(true)
        for (const id of ['B', 'D']) {
          const got = sum(
            transfers.filter(one => one.mo_id === id && one.instead_of_id === null).map(one => one.quantity),
          )
          expect(Number(got)).toBeLessThanOrEqual(shorts[ids.indexOf(id)]!)
        }
      },
    ),
    { numRuns: 500 },
  )
})
