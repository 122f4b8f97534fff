import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { approveSubstitute, proposeSubstitute } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { receiveArrivals, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { occupy } from '@qitao/stock/server'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  finishInboundMo,
  listFinishedMos,
  listPickings,
  listShipments,
  listShippings,
  pickMaterial,
  returnMaterial,
  shipOrder,
} from '../model/fulfilment.calls.ts'
import { inboundCalls } from '../model/receipt.calls.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'
import { aReleasedMo, discrepancies, finished } from '../testing/warehouse.factory.ts'

const app = await testApp()
const absent = '00000000-0000-7000-8000-000000000000'
const pieces = async (company: TestCompany, material_id: string) => {
  const [found] = await company.as(tx =>
    rows(
      tx,
      sql<{
        quantity: string
        occupied: string
      }>`select coalesce(sum(quantity), 0) as quantity, coalesce(sum(occupied_quantity), 0) as occupied
        from inventory where org_id = ${company.org_id} and material_id = ${material_id}`,
    ),
  )
  return [Number(found!.quantity), Number(found!.occupied)]
}

// Picking

async function picked(company: TestCompany) {
  const mo = await aReleasedMo(company)
  return { ...mo, mo_id: mo.id, first: mo.component_ids[0]!, second: mo.component_ids[1]! }
}
contract(app, listPickings, {
  set: picked,
  good: ({ mo_id }) => ({ mo_ids: [mo_id] }),
  check: ({ result }, { first }) => {
    expect(result).toHaveLength(2)
    const row = result.find(one => one.material_id === first)!
    expect([Number(row.open_quantity), Number(row.available_quantity), row.picking_status]).toEqual([10, 30, 0])
  },
  refused: () => [['unknown status', { picking_status: 9 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, pickMaterial, {
  set: picked,
  good: ({ mo_id, first, second }) => ({
    mo_id,
    lines: [
      { material_id: first, quantity: '10' },
      { material_id: second, quantity: '3' },
    ],
  }),
  check: async ({ picking_status, no }, { first, second }, company) => {
    expect(picking_status).toBe(1)
    expect(no).toMatch(/^CKQT/)
    // Its own 4 went with the pick: nothing is occupied any more.
    expect([await pieces(company, first), await pieces(company, second)]).toEqual([
      [20, 0],
      [27, 0],
    ])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ mo_id, first, second, location_id }) => [
    [
      'more than required',
      { mo_id, lines: [{ material_id: first, quantity: '11' }] },
      warehouseErrors.pickingOverRequired,
    ],
    ['no component', { mo_id, lines: [{ material_id: absent, quantity: '1' }] }, generalErrors.recordNotFound],
    ['no MO', { mo_id: absent, lines: [{ material_id: first, quantity: '1' }] }, manufacturingErrors.moMissing],
    [
      'a lot that is not there',
      { mo_id, lines: [{ material_id: second, quantity: '1', location_id, lot_number: 'X' }] },
      stockErrors.stockInsufficient,
    ],
  ],
  foreign: manufacturingErrors.moMissing,
})
test('an MO that is not published gets no material', async () => {
  const company = await app.company()
  const { mo_id, first } = await picked(company)
  await company.as(tx => sql`update mo set status = 20 where org_id = ${company.org_id}`.execute(tx))
  const answer = await company.admin.send(pickMaterial, { mo_id, lines: [{ material_id: first, quantity: '1' }] })
  expect(answer.code).toBe(5024)
})
test('what another MO occupies is not picked', async () => {
  const company = await app.company()
  const { mo_id, first, inventory_id } = await picked(company)
  await company.as(tx => occupy(tx, { org_id: company.org_id, occupations: [{ inventory_id, quantity: '21' }] }))
  const pick = (quantity: string) =>
    company.admin.send(pickMaterial, { mo_id, lines: [{ material_id: first, quantity }] })
  expect((await pick('10')).code).toBe(5913)
  // Its own 4 and the 5 that are free.
  expect((await pick('9')).code).toBe(200)
  expect(await pieces(company, first)).toEqual([21, 21])
})

test('a substitute is picked once it is approved and on its days, and comes back whatever became of it', async () => {
  const company = await app.company()
  const set = await picked(company)
  const { mo_id, first, location_id } = set
  const other = await company.as(async tx => {
    const material_id = await aMaterial(tx)
    await putIn(tx, { material_id, location_id, quantity: '9' })
    return material_id
  })
  const line = { bom_id: set.material_bom_id, component_id: first, material_id: other }
  await company.admin.ok(proposeSubstitute, { ...line, ratio: '1' })
  const lines = [{ material_id: other, quantity: '2', location_id }]
  const pick = async () => (await company.admin.send(pickMaterial, { mo_id, lines })).code
  const refused = await company.admin.send(pickMaterial, { mo_id, lines })
  expect(refused).toMatchObject({ code: generalErrors.statusNotAllowed.code })
  expect(refused.message).toContain('未批准或不在有效期内')
  await company.admin.ok(approveSubstitute, { ...line, approved: true })
  const days = (days: object) =>
    company.as(tx =>
      sql`update material_bom_line set substitutes = jsonb_build_array(substitutes -> 0 || ${JSON.stringify(days)}::jsonb)
        where bom_id = ${set.material_bom_id} and material_id = ${first}`.execute(tx),
    )
  await days({ expiry_time: 1 })
  expect(await pick()).toBe(generalErrors.statusNotAllowed.code)
  await days({ expiry_time: null })
  expect(await pick()).toBe(200)
  await company.admin.ok(approveSubstitute, { ...line, approved: false })
  expect(await pick()).toBe(generalErrors.statusNotAllowed.code)
  await company.admin.ok(returnMaterial, { mo_id, lines })
  expect(await pieces(company, other)).toEqual([9, 0])
  // What the order holds of it is picked, and no more.
  await company.as(async tx => {
    const [found] = await rows(
      tx,
      sql<{
        id: string
      }>`select id from inventory where org_id = ${company.org_id} and material_id = ${other} and quantity > 0`,
    )
    const source_id = found!.id
    await occupy(tx, { org_id: company.org_id, occupations: [{ inventory_id: source_id, quantity: '2' }] })
    await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity)
      select ${newId()}, mo_id, id, ${other}, 1, ${source_id}, 2 from mo_component where mo_id = ${mo_id} and material_id = ${first}`.execute(
      tx,
    )
  })
  const more = [{ ...lines[0]!, quantity: '3' }]
  expect((await company.admin.send(pickMaterial, { mo_id, lines: more })).code).toBe(
    warehouseErrors.pickingOverRequired.code,
  )
  expect(await pick()).toBe(200)
  expect(await pieces(company, other)).toEqual([7, 0])
})

/** Two of the substitute for one of the first component, of which ten are needed. */
async function withTwoForOne(company: TestCompany) {
  const set = await picked(company)
  const { location_id, first: component_id, material_bom_id: bom_id } = set
  const other = await company.as(async tx => {
    const material_id = await aMaterial(tx)
    await putIn(tx, { material_id, location_id, quantity: '30' })
    return material_id
  })
  const line = { bom_id, component_id, material_id: other }
  await company.admin.ok(proposeSubstitute, { ...line, ratio: '2' })
  await company.admin.ok(approveSubstitute, { ...line, approved: true })
  const rowOf = async () => {
    const { result } = await company.admin.ok(listPickings, { mo_ids: [set.mo_id], all: true })
    return result.find(row => row.material_id === component_id)!
  }
  return { ...set, other, rowOf }
}
test('of a substitute its ratio is picked, and comes back as what it was', async () => {
  const company = await app.company()
  const { mo_id, first, other, location_id, rowOf } = await withTwoForOne(company)
  const lines = (...of: [string, string][]) =>
    of.map(([material_id, quantity]) => ({ material_id, quantity, location_id }))
  const pick = async (...of: [string, string][]) =>
    (await company.admin.send(pickMaterial, { mo_id, lines: lines(...of) })).code
  expect((await rowOf()).substitutes).toMatchObject([
    { material_id: other, ratio: '2', open_quantity: '20', available_quantity: '30' },
  ])
  expect(await pick([other, '21'])).toBe(warehouseErrors.pickingOverRequired.code)
  expect(await pick([first, '4'], [other, '7'])).toBe(200)
  const row = await rowOf()
  // Seven of them are three and a half: three of the component count.
  expect([row.picked_quantity, row.own_returnable_quantity].map(Number)).toEqual([7, 4])
  expect(row.substitutes[0]).toMatchObject({ picked_quantity: '7', open_quantity: '5', returnable_quantity: '7' })
  expect(await pick([other, '6'])).toBe(warehouseErrors.pickingOverRequired.code)
  expect(await pick([other, '5'])).toBe(200)
  expect(Number((await rowOf()).picked_quantity)).toBe(10)
  const back = async (material_id: string, quantity: string) =>
    (await company.admin.send(returnMaterial, { mo_id, lines: lines([material_id, quantity]) })).code
  expect(await back(first, '5')).toBe(warehouseErrors.pickingOverRequired.code)
  expect(await back(other, '13')).toBe(warehouseErrors.pickingOverRequired.code)
  expect(await back(other, '12')).toBe(200)
  expect([Number((await rowOf()).picked_quantity), await pieces(company, other)]).toEqual([4, [30, 0]])
  expect(await discrepancies(company)).toEqual([])
})

async function withPicked(company: TestCompany) {
  const set = await picked(company)
  const lines = [set.first, set.second].map(material_id => ({ material_id, quantity: '10' }))
  expect((await company.admin.ok(pickMaterial, { mo_id: set.mo_id, lines })).picking_status).toBe(2)
  return set
}
contract(app, returnMaterial, {
  set: withPicked,
  good: ({ mo_id, first, location_id }) => ({ mo_id, lines: [{ material_id: first, quantity: '4', location_id }] }),
  check: async ({ picking_status, no }, { first }, company) => {
    expect([picking_status, no.slice(0, 4)]).toEqual([1, 'RKQT'])
    expect(await pieces(company, first)).toEqual([24, 0])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ mo_id, first, location_id }) => [
    [
      'more than was picked',
      { mo_id, lines: [{ material_id: first, quantity: '10.5', location_id }] },
      generalErrors.unitQuantityPrecision,
    ],
    [
      'more than was picked',
      { mo_id, lines: [{ material_id: first, quantity: '11', location_id }] },
      warehouseErrors.pickingOverRequired,
    ],
    ['no bin', { mo_id, lines: [{ material_id: first, quantity: '1' }] }, generalErrors.fieldRequired],
  ],
  foreign: manufacturingErrors.moMissing,
})

// Completion

contract(app, finishInboundMo, {
  set: async company => {
    const mo = await aReleasedMo(company)
    await finished(company, mo.id, '10')
    return mo
  },
  good: ({ id, location_id }) => ({ mo_id: id, quantity: '10', location_id, lot_number: 'F1' }),
  check: async ({ mo, no }, { material_id }, company) => {
    expect([mo.status, mo.inbound_progress, Number(mo.inbound_quantity), no.slice(0, 4)]).toEqual([50, 3, 10, 'RKQT'])
    expect(await pieces(company, material_id)).toEqual([10, 0])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ id, location_id }) => [
    ['more than is finished', { mo_id: id, quantity: '11', location_id }, purchasingErrors.inboundOverPending],
    ['no MO', { mo_id: absent, quantity: '1', location_id }, manufacturingErrors.moMissing],
    ['no such bin', { mo_id: id, quantity: '1', location_id: id }, generalErrors.recordNotFound],
  ],
  foreign: manufacturingErrors.moMissing,
})
contract(app, listFinishedMos, {
  set: async company => {
    const mo = await aReleasedMo(company)
    await finished(company, mo.id, '6', 35)
    return mo
  },
  good: () => ({}),
  check: ({ result }, mo) => {
    expect(result.map(row => [row.no, Number(row.open_quantity), row.status])).toEqual([[mo.no, 6, 35]])
  },
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
test('a part of what is finished leaves the rest pending', async () => {
  const company = await app.company()
  const mo = await aReleasedMo(company)
  await finished(company, mo.id, '6', 35)
  const put = { mo_id: mo.id, quantity: '6', location_id: mo.location_id }
  expect((await company.admin.ok(finishInboundMo, put)).mo).toMatchObject({ status: 35, inbound_progress: 2 })
  expect((await company.admin.send(finishInboundMo, put)).code).toBe(5909)
})

// Shipping

async function ordered(company: TestCompany) {
  const material_id = await aProduct(company)
  const { id } = await anOrder(company, { material_id, quantity: '10' })
  const { lines } = await company.admin.ok(showSalesOrder, { id })
  const location_id = await company.as(async tx => {
    const bin = await aLocation(tx)
    await putIn(tx, { material_id, location_id: bin, quantity: '7' })
    return bin
  })
  return { order_id: id, line_id: lines[0]!.id, material_id, location_id }
}
contract(app, listShipments, {
  set: ordered,
  good: ({ order_id }) => ({ order_id, ready: true }),
  check: ({ result }) =>
    expect(result.map(row => [Number(row.open_quantity), Number(row.ready_quantity)])).toEqual([[10, 7]]),
  refused: () => [['unknown field', { x: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toMatchObject({ result: [], total: 0 }),
})
contract(app, shipOrder, {
  set: ordered,
  good: ({ order_id, line_id }) => ({ order_id, lines: [{ line_id, quantity: '7' }] }),
  check: async ({ no }, { order_id, material_id }, company) => {
    expect(no).toMatch(/^CKQT/)
    const { lines } = await company.admin.ok(showSalesOrder, { id: order_id })
    expect(Number(lines[0]!.shipped_quantity)).toBe(7)
    expect(await pieces(company, material_id)).toEqual([0, 0])
    expect(await discrepancies(company)).toEqual([])
  },
  refused: ({ order_id, line_id }) => [
    ['more than is open', { order_id, lines: [{ line_id, quantity: '11' }] }, salesErrors.shippingOverOrder],
    ['more than is there', { order_id, lines: [{ line_id, quantity: '8' }] }, stockErrors.stockInsufficient],
    ['no order', { order_id: absent, lines: [{ line_id, quantity: '1' }] }, salesErrors.orderMissing],
    ['no line', { order_id, lines: [{ line_id: absent, quantity: '1' }] }, generalErrors.recordNotFound],
  ],
  foreign: salesErrors.orderMissing,
})
test('shipping in full completes the order; two shipments at once ship no more than was ordered', async () => {
  const company = await app.company()
  const { order_id, line_id, material_id, location_id } = await ordered(company)
  await company.as(tx => putIn(tx, { material_id, location_id, quantity: '20' }))
  const ship = () => company.admin.send(shipOrder, { order_id, lines: [{ line_id, quantity: '6' }] })
  const codes = (await Promise.all([ship(), ship()])).map(({ code }) => code)
  expect(codes.sort()).toEqual([200, 5908])
  await company.admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '4' }] })
  const { record } = await company.admin.ok(showSalesOrder, { id: order_id })
  expect(record.status).toBe(50)
  expect(await pieces(company, material_id)).toEqual([17, 0])
})
contract(app, listShippings, {
  set: async company => {
    const set = await ordered(company)
    const { order_id, line_id } = set
    await company.admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '2' }] })
    return set
  },
  good: ({ order_id }) => ({ order_id }),
  check: async ({ result }, { material_id }, company) => {
    const [material] = await company.as(tx =>
      rows(tx, sql<{ code: string }>`select code from material where id = ${material_id}`),
    )
    expect(result).toMatchObject([
      {
        ...{ receipt_type: 2, status: '30', receipts_type: 1 },
        materials: [{ material_code: material!.code, done_quantity: '2.000000' }],
      },
    ])
  },
  refused: () => [['no order', { order_id: absent }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})

// Arrivals

contract(app, receiveArrivals, {
  set: async company => {
    const found = await company.as(async tx => {
      const location_id = await aLocation(tx)
      const home = await aMaterial(tx)
      await sql`update material set default_location_id = ${location_id} where org_id = ${company.org_id} and id = ${home}`.execute(
        tx,
      )
      return { location_id, home, byLot: await aMaterial(tx, { lot_managed: true }), supplier_id: await aSupplier(tx) }
    })
    const order = await aPurchaseOrder(company, {
      supplier_id: found.supplier_id,
      materials: [
        { material_id: found.home, quantity: '8' },
        { material_id: found.byLot, quantity: '5' },
      ],
    })
    return { ...found, order, first: order.line_ids[0]!, second: order.line_ids[1]! }
  },
  good: ({ first, second, location_id }) => ({
    arrival_ids: [first, second],
    lines: [
      { arrival_id: first, quantity: '8' },
      { arrival_id: second, quantity: '2', location_id, lot_number: 'A' },
      { arrival_id: second, quantity: '1', location_id, lot_number: 'B', quality_status: 1 as const },
    ],
  }),
  check: async ({ receipt_id, no }, { order, supplier_id, home, byLot }, company) => {
    expect(no).toMatch(/^RKQT/)
    const { record, lines } = await company.admin.ok(showPurchaseOrder, { id: order.id })
    expect(record).toMatchObject({ status: '20', received_line_count: 1 })
    expect(lines.map(line => Number(line.open_quantity))).toEqual([0, 2])
    const receipt = await company.admin.ok(inboundCalls.detail, { id: receipt_id })
    expect(receipt.record).toMatchObject({ status: '30', receipt_type: 2, source_no: order.no, supplier_id })
    expect(receipt.movements.map(({ movement_type, lot_number }) => [movement_type, lot_number])).toEqual([
      [12, ''],
      [12, 'A'],
      [12, 'B'],
    ])
    expect([await pieces(company, home), await pieces(company, byLot)]).toEqual([
      [8, 0],
      [3, 0],
    ])
  },
  refused: ({ first, second, location_id }) => [
    [
      'more than is open',
      { arrival_ids: [first], lines: [{ arrival_id: first, quantity: '9' }] },
      purchasingErrors.inboundOverPending,
    ],
    ['no lot', { arrival_ids: [second] }, stockErrors.lotRequired],
    [
      'no bin',
      { arrival_ids: [second], lines: [{ arrival_id: second, quantity: '1', lot_number: 'A' }] },
      generalErrors.fieldRequired,
    ],
    [
      'a line that was not named',
      { arrival_ids: [first], lines: [{ arrival_id: second, quantity: '1', location_id, lot_number: 'A' }] },
      generalErrors.recordNotFound,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})
test('without lines all that is open goes to the default bins, and the order is complete', async () => {
  const company = await app.company()
  const { material_id, supplier_id } = await company.as(async tx => {
    const location_id = await aLocation(tx)
    const id = await aMaterial(tx)
    await sql`update material set default_location_id = ${location_id} where org_id = ${company.org_id} and id = ${id}`.execute(
      tx,
    )
    return { material_id: id, supplier_id: await aSupplier(tx) }
  })
  const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '8' }] })
  await company.admin.ok(receiveArrivals, { arrival_ids: order.line_ids })
  const { record } = await company.admin.ok(showPurchaseOrder, { id: order.id })
  expect(record.status).toBe('30')
  const again = await company.admin.send(receiveArrivals, { arrival_ids: order.line_ids })
  expect(again.code).not.toBe(200)
})

// What the page showed

/** The same call twice, as after an answer that was lost: the second time what was shown is no longer so, and nothing is booked. */
async function twice(
  company: TestCompany,
  call: Parameters<TestCompany['admin']['send']>[0],
  input: object,
  of: { material_id: string; open: string },
): Promise<void> {
  await company.admin.ok(call, input as never)
  const before = await pieces(company, of.material_id)
  const answer = await company.admin.send(call, input as never, { language: 'en' })
  expect(answer).toMatchObject({ code: generalErrors.versionConflict.code, data: { row: 1, open: of.open } })
  const [material] = await company.as(tx =>
    rows(tx, sql<{ code: string }>`select code from material where id = ${of.material_id}`),
  )
  expect(answer.message).toContain(`${material!.code}: ${of.open} is open now`)
  expect(answer.message).toContain('Load it again')
  expect(await pieces(company, of.material_id)).toEqual(before)
}
test('a page that is stale receives nothing a second time', async () => {
  const company = await app.company()
  const { material_id, location_id, supplier_id } = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    location_id: await aLocation(tx),
    supplier_id: await aSupplier(tx),
  }))
  const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '8' }] })
  const line = { arrival_id: order.line_ids[0]!, location_id, open_quantity: '8' }
  const lines = [
    { ...line, quantity: '1' },
    { ...line, quantity: '2' },
  ]
  await twice(company, receiveArrivals, { arrival_ids: order.line_ids, lines }, { material_id, open: '5' })
  // Another client need not say what it saw.
  await company.admin.ok(receiveArrivals, {
    arrival_ids: order.line_ids,
    lines: [{ arrival_id: line.arrival_id, location_id, quantity: '3' }],
  })
})
test('a page that is stale ships nothing a second time', async () => {
  const company = await app.company()
  const { order_id, line_id, material_id } = await ordered(company)
  const lines = [{ line_id, quantity: '3', open_quantity: '10.000000' }]
  await twice(company, shipOrder, { order_id, lines }, { material_id, open: '7' })
})
test('a page that is stale picks and returns nothing a second time', async () => {
  const company = await app.company()
  const { mo_id, first, location_id } = await picked(company)
  const line = { material_id: first, location_id }
  const pick = { mo_id, lines: [{ material_id: first, quantity: '4', open_quantity: '10' }] }
  await twice(company, pickMaterial, pick, { material_id: first, open: '6' })
  const back = { mo_id, lines: [{ ...line, quantity: '1', open_quantity: '4' }] }
  await twice(company, returnMaterial, back, { material_id: first, open: '3' })
})
test('a page that is stale puts in nothing a second time', async () => {
  const company = await app.company()
  const mo = await aReleasedMo(company)
  await finished(company, mo.id, '10')
  const put = { mo_id: mo.id, quantity: '4', open_quantity: '10', location_id: mo.location_id }
  await twice(company, finishInboundMo, put, { material_id: mo.material_id, open: '6' })
})
test('a page that is stale confirms nothing of a receipt a second time', async () => {
  const company = await app.company()
  const { material_id, location_id } = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    location_id: await aLocation(tx),
  }))
  const { id } = await company.admin.ok(inboundCalls.add, {
    ...{ receipt_type: 0, receipt_date: 1_764_000_000, submit: true },
    lines: [{ material_id, quantity: '8', location_id }],
  } as never)
  const { lines } = await company.admin.ok(inboundCalls.detail, { id })
  const line = { line_id: lines[0]!.id, quantity: '2', open_quantity: '8' }
  await twice(company, inboundCalls.confirm, { id, lines: [line, line] }, { material_id, open: '4' })
})

test('goods without a bin are refused with the reason; a delivered line says what to do, at its cell', async () => {
  const company = await app.company()
  const { material_id, other, location_id, supplier_id } = await company.as(async tx => ({
    material_id: await aMaterial(tx),
    other: await aMaterial(tx),
    location_id: await aLocation(tx),
    supplier_id: await aSupplier(tx),
  }))
  const order = await aPurchaseOrder(company, {
    supplier_id,
    materials: [
      { material_id, quantity: '8' },
      { material_id: other, quantity: '1' },
    ],
  })
  const receive = (line: object) =>
    company.admin.send(
      receiveArrivals,
      { arrival_ids: order.line_ids, lines: [{ arrival_id: order.line_ids[0]!, quantity: '8', ...line }] },
      { language: 'en' },
    )
  const noBin = await receive({})
  expect(noBin).toMatchObject({ code: 5020, data: { row: 1, field: 'location_id' } })
  expect(noBin.message).toContain('has no default bin')
  expect((await receive({ location_id })).code).toBe(200)
  const again = await receive({ location_id })
  expect(again).toMatchObject({ code: 5909, data: { row: 1, field: 'quantity', open: '0' } })
  expect(again.message).toContain('received in full')
})
test('a return goes to the bin that the material was picked from, when the page asks', async () => {
  const company = await app.company()
  const { mo_id, first, location_id } = await withPicked(company)
  const { result } = await company.admin.ok(listPickings, { mo_ids: [mo_id], all: true })
  const [bin] = await company.as(tx =>
    rows(tx, sql<{ code: string }>`select code from location where id = ${location_id}`),
  )
  expect(result.find(row => row.material_id === first)).toMatchObject({
    ...{ return_location_id: location_id, return_location_code: bin!.code, return_lot_number: null },
  })
})

// Pieces

const serialsRequired = (company: TestCompany, material_id: string) =>
  company.as(tx => sql`update material set serial_policy = 2 where id = ${material_id}`.execute(tx))

test('pieces that are recorded one by one are named as they go to the line and come back', async () => {
  const company = await app.company()
  const { mo_id, first, location_id } = await picked(company)
  await serialsRequired(company, first)
  const serial_nos = ['S1', 'S2']
  await company.admin.ok(addProductSerials, { material_id: first, count: 2, serial_nos })
  const line = (quantity: string, more: object = {}) => ({ mo_id, lines: [{ material_id: first, quantity, ...more }] })
  const pick = (serial_numbers?: string[]) => company.admin.send(pickMaterial, line('2', { serial_numbers }))
  expect((await pick()).code).toBe(stockErrors.serialRequired.code)
  expect((await pick(['S1'])).code).toBe(stockErrors.serialRequired.code)
  expect((await pick(serial_nos)).code).toBe(200)
  expect((await pick(serial_nos)).code).toBe(stockErrors.serialElsewhere.code)
  const back = (serial_numbers?: string[]) =>
    company.admin.send(returnMaterial, line('1', { location_id, serial_numbers }))
  expect((await back()).code).toBe(stockErrors.serialRequired.code)
  expect((await back(['S1'])).code).toBe(200)
  expect((await back(['S1'])).code).toBe(stockErrors.serialElsewhere.code)
})

test('a piece comes back as of the lot that it was picked from, and of no other', async () => {
  const company = await app.company()
  const { mo_id, first, location_id } = await picked(company)
  await company.as(async tx => {
    for (const lot_number of ['A', 'B'])
      await putIn(tx, { org_id: company.org_id, material_id: first, location_id, quantity: '5', lot_number })
  })
  await serialsRequired(company, first)
  await company.admin.ok(addProductSerials, { material_id: first, count: 1, serial_nos: ['S1'] })
  const of = (lot_number: string) => ({
    ...{ mo_id, lines: [{ material_id: first, quantity: '1', location_id, lot_number, serial_numbers: ['S1'] }] },
  })
  await company.admin.ok(pickMaterial, of('A'))
  const refused = await company.admin.send(returnMaterial, of('B'))
  expect(refused).toMatchObject({ code: stockErrors.serialElsewhere.code })
  expect(refused.message).toContain('属于批号A，不是B')
  expect((await company.admin.send(returnMaterial, of('A'))).code).toBe(200)
})

test('what is put in is proposed as the floor has told it, and pieces are of the lot they were made in', async () => {
  const company = await app.company()
  const { id: mo_id, material_id, task_ids } = await onTheFloor(company, { quantity: '4', stock: '20' })
  await company.admin.ok(addProductSerials, { material_id, mo_id, count: 4, prefix: 'P' })
  await company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity: '4' })
  const make = (lot_number: string, serial_numbers: string[]) =>
    company.admin.ok(addReport, {
      ...{ task_id: task_ids[1]!, finished_quantity: String(serial_numbers.length) },
      made: { lot_number, serial_numbers },
    })
  await make('L1', ['P0001', 'P0002'])
  await make('L2', ['P0003'])
  const proposed = async () => {
    const { result } = await company.admin.ok(listFinishedMos, { material_id })
    return result.map(row => [row.made_lot_number, row.made_serial_numbers, Number(row.open_quantity)])
  }
  expect(await proposed()).toEqual([['L1', ['P0001', 'P0002'], 3]])
  const location_id = await company.as(aLocation)
  const putInto = (lot_number: string, serial_numbers: string[]) =>
    company.admin.send(finishInboundMo, {
      ...{ mo_id, location_id, quantity: String(serial_numbers.length), lot_number, serial_numbers },
    })
  expect(await putInto('X', ['P0001'])).toMatchObject({
    code: stockErrors.serialElsewhere.code,
    message: expect.stringMatching(/P0001.*L1/),
  })
  expect((await putInto('L1', ['P0001', 'P0003'])).code).toBe(stockErrors.serialElsewhere.code)
  expect((await putInto('L1', ['P0001', 'P0002'])).code).toBe(200)
  expect(await proposed()).toEqual([['L2', ['P0003'], 1]])
  expect((await putInto('L2', ['P0003'])).code).toBe(200)
  // A lot alone is proposed too.
  await company.admin.ok(addReport, {
    ...{ task_id: task_ids[1]!, finished_quantity: '1', made: { lot_number: 'L3' } },
  })
  expect(await proposed()).toEqual([['L3', [], 1]])
})
