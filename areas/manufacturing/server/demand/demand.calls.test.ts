import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { sum } from '@qitao/core/quantity.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { lockMaterials } from '@qitao/masterdata/server'
import {
  countPurchaseDemands,
  exportPurchaseDemands,
  listPurchaseDemands,
  orderDemands,
  requestDemands,
  showPurchaseDemand,
} from '@qitao/purchasing/model/purchase-demand.calls.ts'
import {
  listPurchaseOrders,
  showPurchaseOrder,
  showPurchaseUses,
} from '@qitao/purchasing/model/purchase-order.calls.ts'
import { addPurchaseRequest, listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { insertPurchaseRequests } from '@qitao/purchasing/server'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dropMos } from '../../model/mo/mo.calls.ts'
import { checkKits, listShortages, replenishMos } from '../../model/plan/material-plan.calls.ts'
import { aMo, anOrderedMo, inStock } from '../../testing/factories.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

const planned = async (company: TestCompany, mo_ids: string[]) => {
  const { job_id } = await company.admin.ok(checkKits, { mo_ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
}
/**
 * A checked order of a sales order that lacks 6 of a part bought in 12s with 30 days of lead (4 lie there), and 10 of another
 * with no lead time; a third material is below its safety stock.
 */
async function short(company: TestCompany) {
  const mo = await anOrderedMo(company)
  const [part, other] = mo.component_ids as [string, string]
  const { supplier_id, stocked } = await company.as(async tx => {
    const supplier_id = await aSupplier(tx)
    await sql`update material set packaging_size = 12, supply_lead_time = 30, supplier_id = ${supplier_id}, purchase_price = 2.5
      where id = ${part}`.execute(tx)
    return { supplier_id, stocked: await aMaterial(tx, { safety_stock: '20' }) }
  })
  await inStock(company, [part], '4')
  await inStock(company, [stocked], '13')
  await planned(company, [mo.id])
  return { mo, part, other, stocked, supplier_id }
}
type Set = Awaited<ReturnType<typeof short>>
const line = ({ part }: Set, more: object = {}) => ({
  ...{ material_id: part, demand_quantity: '6', quantity: '12' },
  ...more,
})
const demandOf = async (company: TestCompany, material_id: string) =>
  (await company.admin.ok(listPurchaseDemands, { page_size: -1 })).result.find(row => row.id === material_id)

contract(app, listPurchaseDemands, {
  set: short,
  good: () => ({}),
  check: async ({ result, total }, { part, other, stocked, supplier_id }, company) => {
    expect(total).toBe(3)
    expect(result.map(({ id }) => id)[0]).toBe(part)
    const row = (id: string) => result.find(one => one.id === id)
    expect(row(part)).toMatchObject({
      ...{ needed_quantity: '6', covered_quantity: '0', demand_quantity: '6', quantity: '12', lot_reason: 'packaging' },
      ...{ urgency: 0, mo_count: 1, supplier_id, buyer_id: null, price: '2.5', amount: '30' },
    })
    const { required_date, latest_order_date } = row(part)!
    expect(required_date - latest_order_date).toBe(30 * daySeconds)
    expect(row(other)).toMatchObject({
      demand_quantity: '10',
      urgency: 2,
      supplier_id: null,
      price: null,
      amount: null,
    })
    expect(row(stocked)).toMatchObject({ demand_quantity: '7', mo_count: 0, urgency: 1, lot_reason: 'as_needed' })
    // The same figures as on the material plan.
    const shortages = (await company.admin.ok(listShortages, { page_size: -1 })).result
    for (const { material_id, total_short } of shortages)
      expect(Number(row(material_id)!.needed_quantity)).toBe(Number(total_short))
    expect(shortages).toHaveLength(2)
  },
  refused: () => [
    ['unknown order', { order_by: 'price' }, generalErrors.badParameter],
    ['unknown urgency', { urgencies: [9] }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, countPurchaseDemands, {
  set: short,
  good: () => ({}),
  check: data =>
    expect(data).toEqual({ past: 1, this_week: 1, later: 1, amount: '30', unpriced_count: 2, unmade_count: 0 }),
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ past: 0, this_week: 0, later: 0, amount: '0' }),
})
contract(app, exportPurchaseDemands, {
  set: short,
  good: () => ({ columns: ['material_id', 'demand_quantity', 'supplier_id', 'amount'] }),
  check: ({ name }) => expect(name).toMatch(/\.xlsx$/),
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, showPurchaseDemand, {
  set: async company => {
    const set = await short(company)
    await company.admin.ok(addPurchaseRequest, { material_id: set.part, demand_quantity: '2', mo_ids: [set.mo.id] })
    return set
  },
  good: ({ part }) => ({ material_id: part }),
  check: ({ needs, sources }, { mo }) => {
    expect(needs).toMatchObject([{ mo_id: mo.id, mo_no: mo.no, quantity: '6', open_quantity: '4' }])
    expect([needs[0]!.sales_order_id, needs[0]!.sales_order_no]).toEqual([mo.order_id, expect.any(String)])
    expect(sources).toMatchObject([{ kind: 'purchase_request', quantity: '2', deducted_quantity: '2' }])
  },
  refused: () => [['absent', { material_id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, requestDemands, {
  set: short,
  good: set => ({ lines: [line(set), { material_id: set.stocked, demand_quantity: '7', quantity: '7' }] }),
  check: async ({ purchase_request_ids, nos }, { part, mo, supplier_id, stocked }, company) => {
    expect(nos).toHaveLength(2)
    const { result } = await company.admin.ok(listPurchaseRequests, { ids: purchase_request_ids })
    const of = (material_id: string) => result.find(row => row.material_id === material_id)!
    expect(of(part)).toMatchObject({ supplier_id, mo_ids: [mo.id], source: 'shortage' })
    expect([Number(of(part).demand_quantity), Number(of(part).quantity)]).toEqual([6, 12])
    expect(of(stocked)).toMatchObject({ mo_ids: [], source: 'reorder_point' })
    expect(await demandOf(company, part)).toBeUndefined()
    expect(await demandOf(company, stocked)).toBeUndefined()
  },
  refused: set => [
    ['below the demand', { lines: [line(set, { quantity: '5' })] }, purchasingErrors.belowDemand],
    ['finer than the unit', { lines: [line(set, { quantity: '12.5' })] }, generalErrors.unitQuantityPrecision],
    ['another demand', { lines: [line(set, { demand_quantity: '5' })] }, generalErrors.versionConflict],
    ['twice', { lines: [line(set), line(set)] }, generalErrors.badParameter],
    ['absent', { lines: [line(set, { material_id: absent })] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, orderDemands, {
  set: async company => ({ ...(await short(company)), second_id: await company.as(aSupplier) }),
  good: set => ({
    lines: [
      line(set, { price: '2.4', eta: inDays(20) }),
      ...[set.other, set.stocked].map((material_id, index) => ({
        ...{ material_id, demand_quantity: ['10', '7'][index]!, quantity: '10', supplier_id: set.second_id },
      })),
    ],
  }),
  check: async ({ purchase_order_ids, nos }, { part, other, mo, supplier_id, second_id }, company) => {
    expect(nos).toHaveLength(2)
    const orders = await Promise.all(purchase_order_ids.map(id => company.admin.ok(showPurchaseOrder, { id })))
    const of = (id: string) => orders.find(({ record }) => record.supplier_id === id)!
    expect(of(supplier_id).record).toMatchObject({ status: '10', eta: inDays(20) })
    expect(of(supplier_id).lines).toMatchObject([{ material_id: part }])
    const [first] = of(supplier_id).lines
    expect([first!.demand_quantity, first!.quantity, first!.price, first!.amount].map(Number)).toEqual([
      6, 12, 2.4, 28.8,
    ])
    expect(of(second_id).lines).toHaveLength(2)
    const { uses } = await company.admin.ok(showPurchaseUses, { id: of(second_id).record.id })
    expect(uses).toMatchObject([{ mo_id: mo.id, made_for: true }])
    expect((await company.admin.ok(listPurchaseDemands, {})).total).toBe(0)
    const { sources } = await company.admin.ok(showPurchaseDemand, { material_id: other })
    expect(sources).toMatchObject([{ kind: 'purchase_order', quantity: '10', deducted_quantity: '10' }])
  },
  refused: set => [
    [
      'no supplier',
      { lines: [{ material_id: set.other, demand_quantity: '10', quantity: '10' }] },
      purchasingErrors.supplierRequired,
    ],
    ['below the demand', { lines: [line(set, { quantity: '5' })] }, purchasingErrors.belowDemand],
    ['before today', { lines: [line(set, { eta: inDays(-1) })] }, purchasingErrors.etaBeforeOrderDate],
    ['another demand', { lines: [line(set, { demand_quantity: '7' })] }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})

test('two buyers at once: one has it, the other is told; pressed again nothing is made twice', async () => {
  const company = await app.company()
  const set = await short(company)
  const answers = await Promise.all([
    company.admin.send(orderDemands, { lines: [line(set)] }),
    company.admin.send(requestDemands, { lines: [line(set)] }),
  ])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, generalErrors.versionConflict.code])
  const again = await company.admin.send(requestDemands, { lines: [line(set)] })
  expect(again.code).toBe(generalErrors.versionConflict.code)
  expect((await company.admin.ok(listPurchaseRequests, {})).result).toHaveLength(1)
})

test('a buyer who asks while a replenishment computes is seen when it saves: nothing is asked for twice', async () => {
  const company = await app.company()
  const { mo, part, other } = await short(company)
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const asks = { demand_quantity: '6', required_date: inDays(9), asked: [{ mo_id: mo.id, quantity: '6' }] }
  const buyer = company.as(async tx => {
    await lockMaterials(tx, company.org_id, [part])
    const now = inDays(0)
    const requests = [{ ...asks, material_id: part, supplier_id: null, source: 'shortage' as const }]
    await insertPurchaseRequests(tx, { now, time_zone: 'Asia/Shanghai', requests })
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids: [mo.id] })
  const standing = async () => {
    const { rows } = await app.database.pool.query(
      `select (select status from job where id = $1) as status, exists (select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%from material %') as waits`,
      [job_id],
    )
    return rows[0]
  }
  await expect.poll(standing, { timeout: 30_000 }).toEqual({ status: 1, waits: true })
  held.resolve()
  await buyer
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  const { result } = await company.admin.ok(listPurchaseRequests, {})
  expect(result.map(({ material_id }) => material_id).sort()).toEqual([part, other].sort())
})

test('urgency, supplier, buyer and words find it; pages follow each other by cursor', async () => {
  const company = await app.company()
  const set = await short(company)
  const found = async (input: object) =>
    (await company.admin.ok(listPurchaseDemands, input)).result.map(({ material_id }) => material_id)
  expect(await found({ urgencies: [0] })).toEqual([set.part])
  expect(await found({ urgencies: [0, 2] })).toEqual([set.part, set.other])
  expect(await found({ supplier_id: set.supplier_id })).toEqual([set.part])
  expect(await found({ buyer_id: company.admin.user_id })).toEqual([])
  const { material_code } = (await demandOf(company, set.stocked))!
  expect(await found({ keyword: material_code })).toEqual([set.stocked])
  const first = await company.admin.ok(listPurchaseDemands, { page_size: 2 })
  const second = await company.admin.ok(listPurchaseDemands, { page_size: 2, page: 2, cursor: first.next_cursor! })
  expect([...first.result, ...second.result].map(({ id }) => id)).toEqual(await found({}))
})

test('what is bought is known by whom and for how much; on its way it covers, too little of it is bought the rest', async () => {
  const company = await app.company()
  const set = await short(company)
  await aPurchaseOrder(company, {
    supplier_id: set.supplier_id,
    materials: [{ material_id: set.other, quantity: '3' }],
  })
  await company.as(tx => sql`update purchase_order_line set price = 1.25 where material_id = ${set.other}`.execute(tx))
  // Sent, and no plan has counted on it yet: it covers all the same.
  expect(await demandOf(company, set.other)).toMatchObject({ covered_quantity: '3', demand_quantity: '7' })
  await planned(company, [set.mo.id])
  expect(await demandOf(company, set.other)).toMatchObject({
    ...{ needed_quantity: '7', covered_quantity: '0', demand_quantity: '7', supplier_id: set.supplier_id },
    ...{ buyer_id: company.admin.user_id, price: '1.25', amount: '8.75' },
  })
  const { sources } = await company.admin.ok(showPurchaseDemand, { material_id: set.other })
  expect(sources).toMatchObject([{ kind: 'purchase_order', quantity: '3', deducted_quantity: '0' }])
  // Set not to count in kits, it is short there and still not bought twice.
  await company.as(tx =>
    sql`insert into organization_config (config_key, config_value) values ('kitting_use_in_transit', '0')`.execute(tx),
  )
  await planned(company, [set.mo.id])
  expect(await demandOf(company, set.other)).toMatchObject({
    ...{ needed_quantity: '10', covered_quantity: '3', demand_quantity: '7' },
  })
})

test('what orders hold does not count for the safety stock', async () => {
  const company = await app.company()
  const mo = await aMo(company)
  const [part] = mo.component_ids as [string]
  await company.as(tx => sql`update material set safety_stock = 5 where id = ${part}`.execute(tx))
  await inStock(company, [part], '12')
  expect(await demandOf(company, part)).toBeUndefined()
  await planned(company, [mo.id])
  expect(await demandOf(company, part)).toMatchObject({ demand_quantity: '3', mo_count: 0 })
  const { needs } = await company.admin.ok(showPurchaseDemand, { material_id: part })
  expect(needs).toMatchObject([{ mo_id: null, quantity: '3', open_quantity: '3' }])
  // Taken without being held, it is taken all the same.
  await company.as(tx =>
    sql`insert into organization_config (config_key, config_value) values ('material_plan_no_hold_unscheduled', '1')`.execute(
      tx,
    ),
  )
  await planned(company, [mo.id])
  expect(await demandOf(company, part)).toMatchObject({ demand_quantity: '3', mo_count: 0 })
})

test('an order that has its request gives no day to what is still to buy', async () => {
  const company = await app.company()
  const { mo, other } = await short(company)
  await company.as(tx =>
    sql`update material set safety_stock = 5, supply_lead_time = 30 where id = ${other}`.execute(tx),
  )
  const before = (await demandOf(company, other))!
  expect(before).toMatchObject({ demand_quantity: '15', mo_count: 1 })
  const asked = { demand_quantity: '10', required_date: inDays(9), asked: [{ mo_id: mo.id, quantity: '10' }] }
  await company.as(tx =>
    insertPurchaseRequests(tx, {
      ...{ now: inDays(0), time_zone: 'Asia/Shanghai' },
      requests: [{ ...asked, material_id: other, supplier_id: null, source: 'shortage' }],
    }),
  )
  const after = (await demandOf(company, other))!
  expect(after).toMatchObject({ covered_quantity: '10', demand_quantity: '5', mo_count: 0 })
  expect(after.required_date).toBeGreaterThan(before.required_date)
  const { needs } = await company.admin.ok(showPurchaseDemand, { material_id: other })
  expect(after.required_date).toBe(needs.find(({ mo_id }) => mo_id === null)!.required_date)
})

test('parts to make are no purchase: they are counted, and what they are made of is needed once they have orders', async () => {
  const company = await app.company()
  const part = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [part.id] })
  const top = await aMo(company, { components: [{ material_id: part.material_id, quantity: '2' }] })
  await planned(company, [top.id])
  expect((await company.admin.ok(listPurchaseDemands, {})).total).toBe(0)
  expect(await company.admin.ok(countPurchaseDemands, {})).toMatchObject({ unmade_count: 1 })
})

test('the demand of a material is what its needs leave open, whatever is asked for', async () => {
  const company = await app.company()
  const set = await short(company)
  const twin = await aMo(company, { components: [{ material_id: set.part, quantity: '3' }] })
  await planned(company, [set.mo.id, twin.id])
  for (const demand_quantity of ['5', '11', '2']) {
    await company.admin.ok(addPurchaseRequest, { material_id: set.part, demand_quantity, mo_ids: [twin.id] })
    const { needs } = await company.admin.ok(showPurchaseDemand, { material_id: set.part })
    const { demand_quantity: open } = (await demandOf(company, set.part))!
    expect(Number(sum(needs.map(need => need.open_quantity)))).toBe(Number(open))
  }
  expect((await company.admin.ok(listPurchaseOrders, {})).total).toBe(0)
})
