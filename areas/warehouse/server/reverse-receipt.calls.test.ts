import { areas } from '@qitao/app-server/areas.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { receiveArrivals, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import {
  cancelSalesOrders,
  deleteSalesOrders,
  dropSalesOrders,
  listSalesOrders,
  showSalesOrder,
} from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { listStock } from '@qitao/stock/model/stock.calls.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pickMaterial, shipOrder } from '../model/fulfilment.calls.ts'
import { moveNow } from '../model/moving/moving.calls.ts'
import { inboundCalls, outboundCalls, type ReceiptCalls } from '../model/receipt.calls.ts'
import { aReleasedMo, discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()

/** Twelve of a material have been bought; all have come. `inspected`: they wait for their inspection. */
async function received(company: TestCompany, { inspected = false, material_id = '' } = {}) {
  const of = await company.as(async tx => {
    const id = material_id || (await aMaterial(tx))
    await sql`update material set qc_required = ${inspected} where org_id = ${company.org_id} and id = ${id}`.execute(
      tx,
    )
    return {
      material_id: id,
      location_id: await aLocation(tx),
      other_id: await aLocation(tx),
      supplier_id: await aSupplier(tx),
    }
  })
  const order = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: [{ material_id: of.material_id, quantity: '12' }],
  })
  const line = { arrival_id: order.line_ids[0]!, quantity: '12', location_id: of.location_id }
  const { receipt_id } = await company.admin.ok(receiveArrivals, { arrival_ids: order.line_ids, lines: [line] })
  return { ...of, order, receipt_id, line }
}
async function reverse(company: TestCompany, calls: ReceiptCalls, id: string) {
  const { record } = await company.admin.ok(calls.detail, { id })
  return company.admin.send(calls.reverse, { id, row_version: record.row_version, reason: 'wrong' })
}
const ask = <T extends object>(company: TestCompany, of: (org_id: string) => ReturnType<typeof sql<T>>) =>
  company.as(tx => rows(tx, of(company.org_id)))
const balances = async (company: TestCompany, material_id: string) =>
  (
    await ask<{ quantity: number; occupied: number }>(
      company,
      org_id => sql`select quantity::float8 as quantity, occupied_quantity::float8 as occupied from inventory
        where org_id = ${org_id} and material_id = ${material_id} and quantity > 0 order by 1`,
    )
  ).map(({ quantity, occupied }) => [quantity, occupied])

test('a purchase that is taken back is still to come, and may come again', async () => {
  const company = await app.company()
  const { order, receipt_id, material_id, line } = await received(company)
  expect((await reverse(company, inboundCalls, receipt_id)).code).toBe(200)
  const { record, lines } = await company.admin.ok(showPurchaseOrder, { id: order.id })
  expect([record.status, Number(lines[0]!.open_quantity)]).toEqual(['15', 12])
  expect(await balances(company, material_id)).toEqual([])
  expect((await reverse(company, inboundCalls, receipt_id)).code).toBe(5910)
  await company.admin.ok(receiveArrivals, { arrival_ids: order.line_ids, lines: [line] })
  expect(await balances(company, material_id)).toEqual([[12, 0]])
  expect(await discrepancies(company)).toEqual([])
})

test('goods that have moved on are named, and nothing is taken back', async () => {
  const company = await app.company()
  const { receipt_id, material_id, location_id, other_id, order } = await received(company)
  const move = { material_id, from_location_id: location_id, to_location_id: other_id }
  await company.admin.ok(moveNow, { ...move, quantity: '5' })
  const answer = await reverse(company, inboundCalls, receipt_id)
  expect([answer.code, answer.message]).toEqual([5901, expect.stringContaining('现有7，需要12')])
  expect((await company.admin.ok(showPurchaseOrder, { id: order.id })).record.status).toBe('30')
  await company.admin.ok(moveNow, {
    material_id,
    from_location_id: other_id,
    to_location_id: location_id,
    quantity: '5',
  })
  expect((await reverse(company, inboundCalls, receipt_id)).code).toBe(200)
})

test('a lot that nothing has come of after all may come again with another number of its supplier', async () => {
  const company = await app.company()
  const { admin } = company
  const of = await company.as(async tx => ({
    ...{ material_id: await aMaterial(tx, { lot_managed: true, shelf_life: 30 }), supplier_id: await aSupplier(tx) },
    location_id: await aLocation(tx),
  }))
  const { line_ids } = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: [{ material_id: of.material_id, quantity: '12' }],
  })
  const line = { arrival_id: line_ids[0]!, quantity: '4', location_id: of.location_id, lot_number: 'L1' }
  const receive = (supplier_lot: string | null) =>
    admin.send(receiveArrivals, { arrival_ids: line_ids, lines: [{ ...line, supplier_lot }] })
  const lots = async () =>
    (await admin.ok(listStock, { stock_view: 1, level: 'lot', material_id: of.material_id })).result.map(
      ({ supplier_lot, quantity }) => [supplier_lot, Number(quantity)],
    )
  const { data: mistyped } = await receive('G7')
  expect((await receive('C7')).code).toBe(generalErrors.badParameter.code)
  expect((await reverse(company, inboundCalls, mistyped!.receipt_id)).code).toBe(200)
  const { data: right } = await receive('C7')
  expect(await lots()).toEqual([['C7', 4]])
  // As long as some of it stands, it is what it came as.
  const { data: more } = await receive(null)
  expect((await reverse(company, inboundCalls, more!.receipt_id)).code).toBe(200)
  expect(await lots()).toEqual([['C7', 4]])
  await receive(null)
  expect((await reverse(company, inboundCalls, right!.receipt_id)).code).toBe(200)
  expect((await receive('G7')).code).toBe(generalErrors.badParameter.code)
})

test('its inspection is closed with it; once that is judged it is named instead', async () => {
  const company = await app.company()
  const task = (id: string) =>
    ask<{ status: number; result: number | null }>(
      company,
      org_id => sql`select status, result from qc_task where org_id = ${org_id} and source_id = ${id}`,
    )
  const first = await received(company, { inspected: true })
  expect(await task(first.receipt_id)).toEqual([{ status: 0, result: null }])
  expect((await reverse(company, inboundCalls, first.receipt_id)).code).toBe(200)
  expect(await task(first.receipt_id)).toEqual([{ status: 2, result: 6 }])
  expect(await balances(company, first.material_id)).toEqual([])
  const second = await received(company, { inspected: true })
  await company.as(tx =>
    sql`update qc_task set status = 2, result = 1, passed_quantity = quantity where org_id = ${company.org_id} and source_id = ${second.receipt_id}`.execute(
      tx,
    ),
  )
  const answer = await reverse(company, inboundCalls, second.receipt_id)
  expect([answer.code, answer.message]).toEqual([5024, expect.stringContaining('ZJ')])
})

test('a work order that had the goods loses what is gone and nothing else', async () => {
  const company = await app.company()
  const mo = await aReleasedMo(company)
  const { receipt_id, material_id } = await received(company, { material_id: mo.component_ids[1]! })
  await company.as(async tx => {
    const [lot] = await rows(
      tx,
      sql<{ id: string; component_id: string }>`select i.id, c.id as component_id from inventory i, mo_component c
        where i.org_id = ${company.org_id} and i.material_id = ${material_id} and i.quantity = 12 and c.mo_id = ${mo.id} and c.material_id = ${material_id}`,
    )
    await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity)
      values (${newId()}, ${mo.id}, ${lot!.component_id}, ${material_id}, 1, ${lot!.id}, 8)`.execute(tx)
    await sql`update inventory set occupied_quantity = 8 where org_id = ${company.org_id} and id = ${lot!.id}`.execute(
      tx,
    )
  })
  expect((await reverse(company, inboundCalls, receipt_id)).code).toBe(200)
  expect(await balances(company, material_id)).toEqual([[30, 0]])
  expect(await discrepancies(company)).toEqual([])
})

test('what was shipped comes back to its bin, as old as it was, and is to be shipped again', async () => {
  const company = await app.company()
  const of = await company.as(async tx => {
    const material_id = await aMaterial(tx, { kind: 2, precision: 0 })
    const location_id = await aLocation(tx)
    await putIn(tx, { material_id, location_id, quantity: '9' })
    await sql`update inventory set first_in_time = 1000 where org_id = ${company.org_id}`.execute(tx)
    return { material_id }
  })
  const { id } = await anOrder(company, { material_id: of.material_id, quantity: '9' })
  const before = await company.admin.ok(showSalesOrder, { id })
  const { lines } = before
  const shipped = await company.admin.ok(shipOrder, { order_id: id, lines: [{ line_id: lines[0]!.id, quantity: '9' }] })
  expect(await balances(company, of.material_id)).toEqual([])
  expect((await reverse(company, outboundCalls, shipped.receipt_id)).code).toBe(200)
  expect(await balances(company, of.material_id)).toEqual([[9, 0]])
  expect(
    await ask<{ first_in_time: number }>(
      company,
      org_id => sql`select first_in_time from inventory where org_id = ${org_id}`,
    ),
  ).toEqual([{ first_in_time: 1000 }])
  const after = await company.admin.ok(showSalesOrder, { id })
  expect(Number(after.lines[0]!.shipped_quantity)).toBe(0)
  // What shipping set off by itself is to be made again; the order is where it was.
  expect([Number(after.lines[0]!.offset_quantity), after.record.offset_flag]).toEqual([0, 0])
  expect(after.record.status).toBe(before.record.status)
  await company.admin.ok(shipOrder, { order_id: id, lines: [{ line_id: lines[0]!.id, quantity: '9' }] })
  expect(await discrepancies(company)).toEqual([])
})

test('an order whose shipment was taken back stays in the recycle bin, which says why; others go', async () => {
  const company = await app.company()
  const { admin } = company
  const material_id = await company.as(async tx => {
    const id = await aMaterial(tx, { kind: 2, precision: 0 })
    await putIn(tx, { material_id: id, location_id: await aLocation(tx), quantity: '9' })
    return id
  })
  const [kept, free, forgotten] = [
    await anOrder(company, { material_id, quantity: '9' }),
    await anOrder(company, { material_id }),
    await anOrder(company, { material_id }),
  ] as const
  const { lines } = await admin.ok(showSalesOrder, { id: kept.id })
  const shipped = await admin.ok(shipOrder, { order_id: kept.id, lines: [{ line_id: lines[0]!.id, quantity: '9' }] })
  expect((await reverse(company, outboundCalls, shipped.receipt_id)).code).toBe(200)
  const { record } = await admin.ok(outboundCalls.detail, { id: shipped.receipt_id })
  const ids = [kept.id, free.id, forgotten.id]
  await admin.ok(cancelSalesOrders, { ids })
  await admin.ok(deleteSalesOrders, { ids })
  const bin = async () =>
    (await admin.ok(listSalesOrders, { deleted: true })).result.map(({ id, kept_by }) => [id, kept_by]).sort()
  expect(await bin()).toEqual(
    [
      [kept.id, [record.no]],
      [free.id, []],
      [forgotten.id, []],
    ].sort(),
  )
  const alone = await admin.send(dropSalesOrders, { ids: [kept.id] })
  expect([alone.code, alone.message]).toEqual([
    generalErrors.dataInUse.code,
    expect.stringContaining(`仍被${record.no}引用`),
  ])
  const both = await admin.send(dropSalesOrders, { ids: [kept.id, forgotten.id] })
  expect(both.data).toMatchObject({ done_ids: [forgotten.id], failed: [{ id: kept.id }] })
  await company.as(tx => sql`update sales_order set deleted_time = 0 where org_id = ${company.org_id}`.execute(tx))
  const [housekeeping] = areas.flatMap(({ jobs = [] }) => jobs.filter(({ type }) => type === 'sales_housekeeping'))
  expect(await keepHouse(app.database, housekeeping!)).toMatchObject({ recycled: 1 })
  expect(await bin()).toEqual([[kept.id, [record.no]]])
})

test('pieces go back with their receipt, and not once one of them has left', async () => {
  const company = await app.company()
  const of = await company.as(async tx => ({
    material_id: await aMaterial(tx, { kind: 2, precision: 0, serial_policy: 2 }),
    location_id: await aLocation(tx),
  }))
  const receive = async (serials: string[]) => {
    const { id } = await company.admin.ok(inboundCalls.add, { submit: true, lines: [{ ...of, quantity: '2' }] })
    const { lines } = await company.admin.ok(inboundCalls.detail, { id })
    await company.admin.ok(inboundCalls.confirm, {
      id,
      lines: [{ line_id: lines[0]!.id, quantity: '2', serial_numbers: serials }],
    })
    return id
  }
  const first = await receive(['A1', 'A2'])
  expect((await reverse(company, inboundCalls, first)).code).toBe(200)
  const again = await receive(['A1', 'A2'])
  const out = await company.admin.ok(outboundCalls.add, {
    submit: true,
    lines: [{ material_id: of.material_id, quantity: '1' }],
  })
  const { lines } = await company.admin.ok(outboundCalls.detail, { id: out.id })
  await company.admin.ok(outboundCalls.confirm, {
    id: out.id,
    lines: [{ line_id: lines[0]!.id, quantity: '1', serial_numbers: ['A1'] }],
  })
  expect((await reverse(company, inboundCalls, again)).message).toContain('A1')
  expect((await reverse(company, outboundCalls, out.id)).code).toBe(200)
  expect((await reverse(company, inboundCalls, again)).code).toBe(200)
})

test('what an MO picked goes back by returning it', async () => {
  const company = await app.company()
  const mo = await aReleasedMo(company)
  const picked = await company.admin.ok(pickMaterial, {
    mo_id: mo.id,
    lines: [{ material_id: mo.component_ids[0]!, quantity: '1' }],
  })
  const answer = await reverse(company, outboundCalls, picked.receipt_id)
  expect([answer.code, answer.message]).toEqual([5910, expect.stringContaining('退料')])
})

test('what is left of a shipment and of a receipt is as old as it is, not as what was taken back', async () => {
  const company = await app.company()
  const { admin } = company
  const { receipt_id, material_id } = await received(company)
  const early = (id: string) =>
    company.as(async tx => {
      await sql`update sales_order_line set delivered_time = 1000 where org_id = ${company.org_id}`.execute(tx)
      await sql`update purchase_order_line set arrival_time = 1000 where org_id = ${company.org_id}`.execute(tx)
      await app.database.pool.query(
        `alter table stock_movement disable trigger user; update stock_movement set movement_time = 1000 where source_id = '${id}'; alter table stock_movement enable trigger user`,
      )
    })
  await early(receipt_id)
  const arrival = async () =>
    (
      await ask<{ arrival_time: number | null }>(
        company,
        org_id => sql`select arrival_time from purchase_order_line where org_id = ${org_id}`,
      )
    )[0]!.arrival_time
  const sale = await anOrder(company, { material_id, quantity: '9' })
  const { lines } = await admin.ok(showSalesOrder, { id: sale.id })
  const ship = (quantity: string) =>
    admin.ok(shipOrder, { order_id: sale.id, lines: [{ line_id: lines[0]!.id, quantity }] })
  const first = await ship('2')
  await early(first.receipt_id)
  const second = await ship('1')
  const delivered = async () =>
    (
      await ask<{ delivered_time: number | null }>(
        company,
        org_id => sql`select delivered_time from sales_order_line where org_id = ${org_id}`,
      )
    )[0]!.delivered_time
  expect(await delivered()).toBeGreaterThan(1000)
  await reverse(company, outboundCalls, second.receipt_id)
  expect(await delivered()).toBe(1000)
  await reverse(company, outboundCalls, first.receipt_id)
  expect(await delivered()).toBeNull()
  expect(await arrival()).toBe(1000)
  await reverse(company, inboundCalls, receipt_id)
  expect(await arrival()).toBeNull()
})
