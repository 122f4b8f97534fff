import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { countArrivals, listArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { countStock, listStock, listStockMovements, showStock } from '@qitao/stock/model/stock.calls.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aReleasedMo } from '../testing/warehouse.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** A released MO for 10 with 30 of its components in stock; an order, late, for a material below its safety stock. */
async function set(company: TestCompany) {
  const mo = await aReleasedMo(company)
  const found = await company.as(async tx => {
    const low = await aMaterial(tx, { safety_stock: '20' })
    const bin = await aLocation(tx)
    await putIn(tx, { material_id: low, location_id: bin, quantity: '5', lot_number: 'A' })
    await putIn(tx, { material_id: low, location_id: bin, quantity: '3', lot_number: 'B' })
    return { low, bin, supplier_id: await aSupplier(tx) }
  })
  const order = await aPurchaseOrder(company, {
    supplier_id: found.supplier_id,
    materials: [{ material_id: found.low, quantity: '9', eta: inDays(-2) }],
  })
  await company.as(async tx => {
    await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity)
      select ${newId()}, c.mo_id, c.id, ${found.low}, 2, ${order.line_ids[0]}, 2 from mo_component c
      where c.org_id = ${company.org_id} and c.mo_id = ${mo.id} limit 1`.execute(tx)
    await sql`update mo_component set short_quantity = 6 where org_id = ${company.org_id} and material_id = ${mo.component_ids[1]}`.execute(
      tx,
    )
  })
  return { ...found, mo, order }
}
const hidden = (answer: { data: { result: unknown[]; total: number } | null }) => {
  expect(answer.data).toMatchObject({ result: [], total: 0 })
}

contract(app, listStock, {
  set,
  good: ({ low }) => ({ material_id: low, order_by: 'quantity' }),
  check: ({ result }, { bin }) => {
    expect(result.map(row => [row.lot_number, Number(row.quantity), row.location_id, row.age_days])).toEqual([
      ['B', 3, bin, 0],
      ['A', 5, bin, 0],
    ])
  },
  refused: () => [
    ['unknown view', { stock_view: 5 }, generalErrors.badParameter],
    ['unknown quality (R-031)', { quality_status: 2 }, generalErrors.badParameter],
  ],
  foreign: hidden,
})
test('a material below its lower bound is short, and where each stands by its bounds is told and found by it', async () => {
  const company = await app.company()
  const bin = await company.as(aLocation)
  const made: Record<string, string> = {}
  for (const [name, bounds, quantity] of [
    ['low', { inventory_lower: '10' }, '4'],
    ['good', { inventory_lower: '1', inventory_upper: '10' }, '4'],
    ['high', { inventory_upper: '3' }, '4'],
    ['free', {}, '4'],
  ] as const) {
    made[name] = await company.as(tx => aMaterial(tx, bounds))
    await company.as(tx => putIn(tx, { material_id: made[name]!, location_id: bin, quantity }))
  }
  const nameOf = (id: string) => Object.keys(made).find(name => made[name] === id)
  const states = async (more: object = {}) =>
    (await company.admin.ok(listStock, { level: 'material', ...more })).result
      .map(row => [nameOf(row.material_id), row.bound_state])
      .toSorted()
  expect(await states()).toEqual([
    ['free', null],
    ['good', 2],
    ['high', 3],
    ['low', 1],
  ])
  expect(await states({ bound_state: 3 })).toEqual([['high', 3]])
  // Of what should be there and is not at all nothing lies anywhere: it is below all the same.
  made.gone = await company.as(tx => aMaterial(tx, { inventory_lower: '10' }))
  expect(await states({ bound_state: 1 })).toEqual([
    ['gone', 1],
    ['low', 1],
  ])
  expect((await states()).map(([name]) => name)).not.toContain('gone')
  await company.as(tx => sql`delete from material where id = ${made.gone}`.execute(tx))
  const { result } = await company.admin.ok(listStock, { stock_view: 3 })
  expect(result.map(row => [nameOf(row.material_id), Number(row.short_quantity), row.bound_state])).toEqual([
    ['low', 6, 1],
  ])
})
test('available is what may be taken: not what waits for its inspection, is defective, held, out of date or on its way', async () => {
  const company = await app.company()
  const { material_id } = await company.as(async tx => {
    const of = { material_id: await aMaterial(tx), location_id: await aLocation(tx), quantity: '5' }
    await putIn(tx, { ...of, lot_number: 'good' })
    for (const quality_status of [1, 3, 4] as const)
      await putIn(tx, { ...of, quality_status, lot_number: `q${quality_status}` })
    await putIn(tx, { ...of, lot_number: 'old' })
    await putIn(tx, { ...of, lot_number: 'sent' })
    await sql`update inventory set expire_time = 1 where lot_number = 'old'`.execute(tx)
    await sql`update inventory set arrives_time = 9007199254740991 where lot_number = 'sent'`.execute(tx)
    return of
  })
  const list = async (more: object) => (await company.admin.ok(listStock, { material_id, ...more })).result
  const free = (rows: { lot_number: string | null; available_quantity: string | null }[]) =>
    rows.filter(row => Number(row.available_quantity) > 0).map(row => [row.lot_number, Number(row.available_quantity)])
  expect(free(await list({}))).toEqual([['good', 5]])
  expect((await list({ available: true })).map(row => row.lot_number)).toEqual(['good'])
  for (const level of ['location', 'material'])
    expect((await list({ level })).map(row => [Number(row.quantity), Number(row.available_quantity)])).toEqual([
      [30, 5],
    ])
  expect(free((await company.admin.ok(showStock, { material_id })).result)).toEqual([['good', 5]])
})
test('stock as it was at a past moment is what the movements since then leave, at every level', async () => {
  const company = await app.company()
  const now = Math.floor(Date.now() / 1000)
  const { material_id, location_id } = await company.as(async tx => {
    const of = { material_id: await aMaterial(tx), location_id: await aLocation(tx) }
    await putIn(tx, { ...of, quantity: '5', lot_number: 'A' })
    return of
  })
  // Long ago five of A came; since then four more of it, and three of B.
  await app.database.pool.query('update stock_movement set movement_time = $2 where org_id = $1', [
    company.org_id,
    now - 5_000,
  ])
  await company.as(async tx => {
    await putIn(tx, { material_id, location_id, quantity: '4', lot_number: 'A' })
    await putIn(tx, { material_id, location_id, quantity: '3', lot_number: 'B' })
  })
  const at = async (as_of?: number, level: 'lot' | 'location' | 'material' = 'lot') =>
    (await company.admin.ok(listStock, { material_id, level, order_by: 'quantity', as_of })).result.map(row => [
      row.lot_number,
      Number(row.quantity),
      row.occupied_quantity === null ? null : Number(row.occupied_quantity),
    ])
  expect(await at()).toEqual([
    ['B', 3, 0],
    ['A', 9, 0],
  ])
  expect(await at(now - 1_000)).toEqual([['A', 5, null]])
  expect(await at(now - 9_000)).toEqual([])
  expect(await at(now + 1_000)).toHaveLength(2)
  for (const level of ['location', 'material'] as const) expect(await at(now - 1_000, level)).toEqual([[null, 5, null]])
})
test('levels add up, and every view says what it shows', async () => {
  const company = await app.company()
  const { low, mo, order } = await set(company)
  const list = async (input: object) => (await company.admin.ok(listStock, input)).result
  for (const level of ['location', 'material']) {
    const [row] = await list({ level, material_id: low })
    expect([level, Number(row!.quantity), row!.lot_number]).toEqual([level, 8, null])
  }
  const [whole] = await list({ level: 'material', material_id: low })
  expect([Number(whole!.in_transit_quantity), Number(whole!.in_production_quantity)]).toEqual([9, 0])
  const [product] = await list({ stock_view: 4 })
  expect([product!.source_no, Number(product!.quantity)]).toEqual([mo.no, 10])
  const [coming] = await list({ stock_view: 2 })
  expect([coming!.source_no, Number(coming!.quantity), Number(coming!.occupied_quantity)]).toEqual([order.no, 9, 2])
  const short = await list({ stock_view: 3, order_by: 'short_quantity' })
  expect(short.map(row => [row.material_id, Number(row.short_quantity)])).toEqual([
    [mo.component_ids[1], 6],
    [low, 12],
  ])
  const [held] = await list({ material_id: mo.component_ids[0] })
  expect([Number(held!.occupied_quantity), Number(held!.available_quantity)]).toEqual([4, 26])
  expect((await list({ material_id: mo.component_ids[0], available: true })).length).toBe(1)
  expect((await list({ expired: true })).length).toBe(0)
  expect((await list({ warehouse_id: absent, level: 'material' })).length).toBe(0)
})
contract(app, countStock, {
  set,
  good: () => ({}),
  check: data => expect(data).toEqual({ in_stock: 4, on_the_way: 1, shortage: 2, work_in_progress: 1 }),
  refused: () => [['unknown level', { level: 'shelf' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ in_stock: 0, on_the_way: 0, shortage: 0, work_in_progress: 0 }),
})
contract(app, showStock, {
  set,
  good: ({ mo }) => ({ material_id: mo.component_ids[0]! }),
  check: ({ result, occupations }, { mo }) => {
    expect(result).toHaveLength(1)
    expect(occupations.map(row => [row.mo_no, Number(row.quantity), row.inventory_id])).toEqual([
      [mo.no, 4, mo.inventory_id],
    ])
  },
  refused: () => [['absent', { material_id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listStockMovements, {
  set,
  good: ({ low }) => ({ material_id: low, movement_types: [11] }),
  check: ({ result, total }) => {
    expect(total).toBe(2)
    expect(result.map(row => [row.lot_number, Number(row.quantity), Number(row.balance)])).toEqual([
      ['B', 3, 3],
      ['A', 5, 5],
    ])
  },
  refused: () => [['over a year (R-077)', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear]],
  foreign: hidden,
})

contract(app, listArrivals, {
  set,
  good: () => ({ overdue: true, awaited: true }),
  check: ({ result }, { order, mo }) => {
    expect(result).toMatchObject([
      {
        ...{ id: order.line_ids[0], purchase_order_no: order.no, overdue: true, overdue_days: 2, eta: inDays(-2) },
        ...{ inbound_progress: 1, mo_count: 1, mo_nos: [mo.no], status: '15' },
      },
    ])
  },
  refused: () => [['over a year', { timestamp_range: [0, 367 * 86_400] }, generalErrors.dateSpanOverYear]],
  foreign: hidden,
})
contract(app, countArrivals, {
  set,
  good: () => ({}),
  check: data => expect(data).toEqual({ open: 1, overdue: 1, awaited: 1, next_7_days: 0 }),
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ open: 0, overdue: 0 }),
})
