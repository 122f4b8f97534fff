import { expect, test } from 'vitest'
import { planChanges, type StoredPlan } from './plan-changes.rules.ts'

const component = {
  id: 'c1',
  assigned_quantity: '10',
  short_quantity: '0',
  in_stock_quantity: '10',
  in_transit_quantity: '0',
  in_production_quantity: '0',
  expected_time: 5,
  material_status: 1,
}
const order = { id: 'm1', material_status: 1, kitting_time: 5, kitting_days: 0, deciding_material_id: null }
const edge = {
  mo_id: 'm1',
  component_id: 'c1',
  material_id: 'x',
  source_type: 1,
  source_id: 's1',
  quantity: '10',
  available_time: 5,
  locked: false,
  made_for_quantity: '0',
}
const held = {
  id: 'a1',
  component_id: 'c1',
  source_type: 1,
  source_id: 's1',
  quantity: '10',
  available_time: 5,
  locked: false,
  manual: false,
  made_for_quantity: '0',
  promised_line_id: null,
}
const stored: StoredPlan = { assignments: [held], components: [component], orders: [order] }
const result = { assignments: [edge], components: [component], orders: [order] }
const now = 4

test('a plan that says the same writes nothing', () => {
  expect(planChanges(stored, result, now)).toEqual({ gone: [], altered: [], added: [], components: [], orders: [] })
})
test('another quantity alters, another supply goes and comes', () => {
  expect(planChanges(stored, { ...result, assignments: [{ ...edge, quantity: '9' }] }, now)).toMatchObject({
    gone: [],
    altered: [{ id: 'a1', quantity: '9' }],
    added: [],
  })
  expect(planChanges(stored, { ...result, assignments: [{ ...edge, source_id: 's2' }] }, now)).toMatchObject({
    gone: ['a1'],
    altered: [],
    added: [{ source_id: 's2', manual: false }],
  })
})
test('what a person has chosen stays marked, also in another quantity', () => {
  const byHand = { ...stored, assignments: [{ ...held, locked: true, manual: true }] }
  expect(planChanges(byHand, { ...result, assignments: [{ ...edge, locked: true }] }, now).altered).toEqual([])
  expect(
    planChanges(byHand, { ...result, assignments: [{ ...edge, locked: true, quantity: '4' }] }, now).altered,
  ).toMatchObject([{ quantity: '4', locked: true, manual: true }])
})
test('what was made for an order is known as such, also while a person has chosen it', () => {
  const made = { ...stored, assignments: [{ ...held, made_for_quantity: '8' }] }
  expect(planChanges(made, result, now).altered).toEqual([])
  expect(planChanges(made, { ...result, assignments: [{ ...edge, quantity: '3' }] }, now).altered).toMatchObject([
    { quantity: '3', made_for_quantity: '3' },
  ])
  expect(
    planChanges(stored, { ...result, assignments: [{ ...edge, made_for_quantity: '4' }] }, now).altered,
  ).toMatchObject([{ made_for_quantity: '4' }])
})
test('two rows of one supply become one', () => {
  const twice = { ...stored, assignments: [held, { ...held, id: 'a2' }] }
  expect(planChanges(twice, result, now)).toMatchObject({ gone: ['a2'], altered: [], added: [] })
})
test('what promises for several lines have given of one supply stays apart, and less of it is less for the last', () => {
  const rows = [
    { ...held, id: 'a1', quantity: '3', locked: true, manual: true },
    { ...held, id: 'a2', quantity: '5', locked: true, promised_line_id: 'l1' },
    { ...held, id: 'a3', quantity: '2', locked: true, promised_line_id: 'l2' },
  ]
  const planned = (quantity: string) => ({ ...result, assignments: [{ ...edge, locked: true, quantity }] })
  const after = (quantity: string) => {
    const { gone, altered, added } = planChanges({ ...stored, assignments: rows }, planned(quantity), now)
    expect(added).toEqual([])
    return { gone, quantities: altered.map(one => [one.id, one.quantity]) }
  }
  expect(after('10')).toEqual({ gone: [], quantities: [] })
  expect(after('8')).toEqual({ gone: [], quantities: [['a1', '1']] })
  expect(after('6')).toEqual({ gone: ['a1'], quantities: [['a3', '1']] })
})
test('what of such a supply was made for the order is counted once among its shares', () => {
  const rows = [
    { ...held, id: 'a1', quantity: '3', locked: true, promised_line_id: 'l1' },
    { ...held, id: 'a2', quantity: '7', locked: true, promised_line_id: 'l2' },
  ]
  const made = (assignments: StoredPlan['assignments'], made_for_quantity: string) =>
    planChanges(
      { ...stored, assignments },
      { ...result, assignments: [{ ...edge, locked: true, made_for_quantity }] },
      now,
    ).altered.map(one => [one.id, one.made_for_quantity])
  expect(made(rows, '5')).toEqual([
    ['a1', '3'],
    ['a2', '2'],
  ])
  expect(made([rows[0]!, { ...rows[1]!, made_for_quantity: '5' }], '5')).toEqual([])
  expect(made([rows[0]!, { ...rows[1]!, made_for_quantity: '5' }], '6')).toEqual([['a1', '1']])
})
test('a component that needs nothing more stands complete; an order with another kit is written', () => {
  expect(planChanges(stored, { ...result, components: [] }, now).components).toMatchObject([
    { id: 'c1', assigned_quantity: '0', expected_time: null, material_status: 1 },
  ])
  const later = { ...order, kitting_time: 6 }
  expect(planChanges(stored, { ...result, orders: [later] }, now).orders).toEqual([later])
})
test('what was there and is there keeps the time since when; what comes is written by the second', () => {
  const [again, then] = [20, 10]
  const later = {
    assignments: [{ ...edge, available_time: again }],
    components: [{ ...component, expected_time: again }],
    orders: [{ ...order, kitting_time: again }],
  }
  expect(planChanges(stored, later, again)).toEqual(planChanges(stored, result, now))
  const coming = planChanges(stored, later, then)
  expect(coming.altered).toMatchObject([{ available_time: again }])
  expect(coming.components).toEqual(later.components)
  expect(coming.orders).toEqual(later.orders)
  const short = { ...result, orders: [{ ...order, kitting_time: null }] }
  expect(planChanges(stored, short, again).orders).toEqual(short.orders)
})
