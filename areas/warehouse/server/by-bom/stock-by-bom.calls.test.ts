import { contract } from '@qitao/app-server/testing/contract.ts'
import { rowsIn } from '@qitao/app-server/testing/excel.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { aReleasedProduct, someMaterials } from '@qitao/engineering/testing/factories.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { aMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { exportStockByBom, queryStockByBom, showPart } from '../../model/by-bom/stock-by-bom.calls.ts'
import { transferCalls } from '../../model/transfer/transfer.calls.ts'
import { aReleasedMo } from '../../testing/warehouse.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'

/** A product of two parts with 30 of each in stock; 4 of the first are a work order's, 10 more come in five days at 2.5. */
async function set(company: TestCompany) {
  const mo = await aReleasedMo(company)
  const [first, second] = mo.component_ids as [string, string]
  const supplier_id = await company.as(aSupplier)
  const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id: first, quantity: '10' }] })
  await company.as(async tx => {
    await sql`update purchase_order_line set price = 2.5 where id = ${order.line_ids[0]}`.execute(tx)
    await sql`update material set supply_lead_time = 7, packaging_size = 5 where id = ${first}`.execute(tx)
  })
  return { ...mo, first, second, order }
}
const asked = (material_id: string, more: object = {}) => ({
  ...{ products: [{ material_id, quantity: '1' }], sets: 40, date: inDays(10) },
  ...more,
})

contract(app, queryStockByBom, {
  set,
  good: ({ material_id }) => asked(material_id),
  check: (answer, { first, second, order }) => {
    expect(answer).toMatchObject({
      ...{ sets_now: 26, sets_by_date: 30, there_time: null, missing_count: 2, unpriced_count: 1, currency: 'CNY' },
      limits: [
        { sets: 30, material_ids: [second] },
        { sets: 36, material_ids: [first] },
      ],
      steps: [{ sets: 26 }, { time: inDays(5), sets: 30 }],
      places: [{ key: '1' }, { key: '1.1', material_id: first, set_quantity: '1' }, { key: '1.2' }],
    })
    const row = (id: string) => answer.result.find(({ material_id }) => material_id === id)
    expect(row(first)).toMatchObject({
      ...{ needed_quantity: '40', on_hand_quantity: '30', occupied_quantity: '4', available_quantity: '26' },
      ...{ in_transit_quantity: '10', missing_quantity: '4', enough_for: 36, buy_quantity: '5' },
      ...{ price: '2.5', price_from: order.no, amount: '12.5' },
    })
    // Nobody has said what it costs, nor how long it takes.
    expect(row(second)).toMatchObject({ missing_quantity: '10', price: null, amount: null, there_time: null })
    expect(Number(answer.cost)).toBe(12.5)
  },
  refused: ({ material_id, first }) => [
    ['no product', asked(material_id, { products: [] }), generalErrors.badParameter],
    ['no such product', asked(absent), generalErrors.recordNotFound],
    ['no BoM (R-231)', asked(first), engineeringErrors.bomMissing],
    [
      'part of a piece',
      asked(material_id, { products: [{ material_id, quantity: '1.5' }] }),
      generalErrors.unitQuantityPrecision,
    ],
    ['no set', asked(material_id, { sets: 0 }), generalErrors.badParameter],
    ['no level', asked(material_id, { level: 0 }), generalErrors.badParameter],
    ['an unknown wish', asked(material_id, { phase: 1 }), generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

test('who does not see prices hears what is missing, and not what it costs', async () => {
  const company = await app.company()
  const { material_id, second } = await set(company)
  await company.as(tx => sql`update material set purchase_price = 7.77 where id = ${second}`.execute(tx))
  const keeper = await company.member([pages.stockByBom])
  const buyer = await company.member([pages.stockByBom, pages.unitPrices])
  const costs = async ({ ok }: typeof keeper) => {
    const { result, cost } = await ok(queryStockByBom, asked(material_id))
    const file = await ok(exportStockByBom, asked(material_id))
    return [
      result.flatMap(({ price }) => price ?? []).toSorted(),
      Number(cost),
      (await rowsIn(file)).flat().includes('7.77'),
    ]
  }
  expect(await costs(buyer)).toEqual([['2.5', '7.77'], 12.5 + 77.7, true])
  expect(await costs(keeper)).toEqual([[], 0, false])
})

contract(app, exportStockByBom, {
  set,
  good: ({ material_id, first }) => ({
    ...asked(material_id, { only_missing: true }),
    ...{ ids: [first], columns: ['material_id', 'missing_quantity', 'amount'] },
  }),
  check: async file => {
    const [heads, ...rows] = await rowsIn(file)
    expect(heads).toEqual(['物料编码', '物料名称', '规格', '单位', '缺少数量', '补齐金额'])
    expect(rows.map(row => row.slice(4).map(Number))).toEqual([[4, 12.5]])
  },
  refused: ({ first }) => [['no BoM', asked(first), engineeringErrors.bomMissing]],
  foreign: generalErrors.recordNotFound,
})

contract(app, showPart, {
  set,
  good: ({ first }) => ({ material_id: first }),
  check: ({ supplies, uses }, { id, no, order, inventory_id }) => {
    expect(supplies).toMatchObject([
      { id: inventory_id, source_type: 1, quantity: '30', taken_quantity: '4', free_quantity: '26' },
      { id: order.line_ids[0], source_type: 2, source_no: order.no, document_id: order.id, available_time: inDays(5) },
    ])
    expect(uses).toMatchObject([{ source_id: inventory_id, mo_id: id, mo_no: no, quantity: '4.000000' }])
  },
  refused: () => [
    ['no such material', { material_id: absent }, generalErrors.recordNotFound],
    ['no id', { material_id: 'x' }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

test('parts that are in work count by their day, what promises hold does not, and levels end where they are told to', async () => {
  const company = await app.company()
  const { admin } = company
  const part = await aMo(company, { quantity: '6', components: 1 })
  const [raw] = part.component_ids as [string]
  const other = (await someMaterials(company, 1))[0]!
  const top = await aReleasedProduct(company, {
    components: [
      { material_id: part.material_id, quantity: '2' },
      { material_id: other.id, quantity: '1' },
    ],
  })
  await inStock(company, [raw], '4')
  await inStock(company, [other.id], '100')
  await company.as(tx => sql`update mo set planned_finish_time = ${inDays(3)} where id = ${part.id}`.execute(tx))
  const ask = (more: object = {}) => admin.ok(queryStockByBom, asked(top.material_id, more))
  // 4 raw pieces make 4 parts: two sets. Six more parts come: five sets.
  expect(await ask()).toMatchObject({
    sets_now: 2,
    sets_by_date: 5,
    steps: [{ sets: 2 }, { time: inDays(3), sets: 5 }],
  })
  expect(await ask({ use_production: false })).toMatchObject({ sets_now: 2, sets_by_date: 2 })
  expect(await ask({ date: inDays(2) })).toMatchObject({ sets_by_date: 2 })
  expect(await ask({ level: 1 })).toMatchObject({ sets_now: 0, sets_by_date: 3, limits: [{ sets: 3 }] })
  // Two products that share a part: it is counted once.
  const both = await ask({
    products: [
      { material_id: top.material_id, quantity: '1' },
      { material_id: part.material_id, quantity: '1' },
    ],
  })
  expect(both).toMatchObject({
    sets_now: 1,
    alone: [
      { sets_now: 2, sets_by_date: 5 },
      { sets_now: 4, sets_by_date: 4 },
    ],
  })
  // A promise to a customer holds three raw pieces.
  const order = await anOrder(company, { material_id: top.material_id, quantity: '1' })
  await company.as(tx =>
    sql`insert into supply_hold (id, inquiry_id, order_line_id, material_id, source_type, source_id, quantity, is_product, kept_until)
      select ${newId()}, ${newId()}, l.id, i.material_id, 1, i.id, 3, false, ${inDays(1)} from inventory i, sales_order_line l
      where i.org_id = ${company.org_id} and i.material_id = ${raw} and l.org_id = i.org_id and l.order_id = ${order.id}`.execute(
      tx,
    ),
  )
  expect(await ask()).toMatchObject({ sets_now: 0, sets_by_date: 3 })
  expect((await admin.ok(showPart, { material_id: raw })).supplies).toMatchObject([
    { quantity: '4', taken_quantity: '3', free_quantity: '1' },
  ])
})

test('what waits for its inspection counts from its release on, and who was promised it has it then', async () => {
  const company = await app.company()
  const { admin } = company
  const lot = await aHeldLot(company)
  const top = await aReleasedProduct(company, { components: [{ material_id: lot.material_id, quantity: '2' }] })
  const ask = (date: number) => admin.ok(queryStockByBom, asked(top.material_id, { date, use_transit: false }))
  const answer = await ask(inDays(3))
  expect(answer).toMatchObject({ sets_now: 0, sets_by_date: 10, steps: [{ sets: 0 }, { sets: 10 }] })
  expect(answer.result.find(({ material_id }) => material_id === lot.material_id)).toMatchObject({
    ...{ available_quantity: '0', in_inspection_quantity: '20', missing_quantity: '60' },
  })
  const [supply] = (await admin.ok(showPart, { material_id: lot.material_id })).supplies
  expect(supply).toMatchObject({ source_type: supplySource.codes.in_inspection, quantity: '20', free_quantity: '20' })
  const order = await anOrder(company, { material_id: top.material_id, quantity: '1' })
  await company.as(tx =>
    sql`insert into supply_hold (id, inquiry_id, order_line_id, material_id, source_type, source_id, quantity, is_product, kept_until)
      select ${newId()}, ${newId()}, l.id, ${lot.material_id}, 8, ${supply!.id}, 5, false, ${inDays(1)} from sales_order_line l
      where l.org_id = ${company.org_id} and l.order_id = ${order.id}`.execute(tx),
  )
  const task = async () => (await admin.ok(taskCalls.detail, { id: lot.id })).record
  const results = [{ item_id: lot.item_ids[0], sample_no: 1, value: '10' }]
  await admin.ok(taskCalls.alter, { id: lot.id, row_version: (await task()).row_version, results })
  await admin.ok(taskCalls.submit, {
    ...{ id: lot.id, row_version: (await task()).row_version, nonconforming: 0, reason: null, remark: null },
    ...{ passed_quantity: '20', concession_quantity: '0', failed_quantity: '0' },
  })
  const heldOf = async () => {
    const { supplies, promises } = await admin.ok(showPart, { material_id: lot.material_id })
    expect(promises.map(({ source_id, quantity }) => [source_id, Number(quantity)])).toEqual([[supplies[0]!.id, 5]])
    return supplies
  }
  const [good] = await heldOf()
  expect(good).toMatchObject({ source_type: supplySource.codes.in_stock, taken_quantity: '5', free_quantity: '15' })
  // To another bin with it.
  const to_location_id = await company.as(tx => aLocation(tx))
  const line = { material_id: lot.material_id, from_location_id: lot.location_id, to_location_id, quantity: '20' }
  const { id } = await admin.ok(transferCalls.add, { lines: [line] })
  await admin.ok(transferCalls.confirm, { ids: [id] })
  const [moved] = await heldOf()
  expect(moved!.id).not.toBe(good!.id)
})
