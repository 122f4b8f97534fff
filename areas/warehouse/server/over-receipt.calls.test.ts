import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { dayOf, daySeconds, startOfDay } from '@qitao/core/time.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { listArrivals, receiveArrivals, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier, inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { listStock } from '@qitao/stock/model/stock.calls.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inboundCalls } from '../model/receipt.calls.ts'
import { inboundType } from '../model/receipt.status.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()

/** A hundred are ordered. */
async function ordered(company: TestCompany, material: Parameters<typeof aMaterial>[1] = {}) {
  const of = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { precision: 0, ...material }),
    supplier_id: await aSupplier(tx),
  }))
  const order = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: [{ material_id: of.material_id, quantity: '100' }],
  })
  const arrival_id = order.line_ids[0]!
  const receive = (quantity: string, more: object = {}) =>
    company.admin.send(receiveArrivals, {
      arrival_ids: [arrival_id],
      lines: [{ arrival_id, quantity, location_id: of.location_id, ...more }],
    })
  return { ...of, order_id: order.id, arrival_id, receive }
}

test('more than was ordered comes in as far as the material, its supplier or the company allow it', async () => {
  const company = await app.company()
  const { admin } = company
  const { receive, material_id, supplier_id, order_id, location_id, arrival_id } = await ordered(company)
  const may = async () => (await admin.ok(listArrivals, { material_id })).result[0]!.over_quantity
  const over = purchasingErrors.inboundOverPending.code
  const allow = (table: 'material' | 'supplier', id: string, percent: number) =>
    company.as(tx => sql`update ${sql.table(table)} set over_receipt_percent = ${percent} where id = ${id}`.execute(tx))
  expect(Number(await may())).toBe(0)
  expect((await receive('101')).code).toBe(over)
  await admin.ok(setOrganizationConfig, { configs: [{ config_key: 'over_receipt_percent', config_value: '10' }] })
  expect(Number(await may())).toBe(10)
  await allow('supplier', supplier_id, 5)
  expect((await receive('106')).code).toBe(over)
  await allow('material', material_id, 2)
  const refused = await receive('103')
  expect(refused).toMatchObject({ code: over, message: expect.stringContaining('102') })
  // A receipt that is written first takes as much, too.
  const written = (quantity: string) =>
    admin.send(inboundCalls.add, {
      ...{ receipt_type: inboundType.codes.purchase, submit: true },
      lines: [{ material_id, quantity, source_line_id: arrival_id, location_id }],
    })
  expect((await written('103')).code).toBe(generalErrors.badParameter.code)
  const { data } = await written('101')
  const { lines } = await admin.ok(inboundCalls.detail, { id: data!.id })
  await admin.ok(inboundCalls.confirm, { id: data!.id, lines: [{ line_id: lines[0]!.id, quantity: '101' }] })
  const shown = await admin.ok(showPurchaseOrder, { id: order_id })
  expect(shown.record.status).toBe(purchaseStatus.codes.completed)
  expect(shown.lines.map(line => [Number(line.received_quantity), Number(line.open_quantity)])).toEqual([[101, 0]])
  expect(await discrepancies(company)).toEqual([])
})

test('what comes in brings the lot of its supplier and its dates, found in stock and by the trace', async () => {
  const company = await app.company()
  const { admin } = company
  const { receive, material_id } = await ordered(company, { lot_managed: true, shelf_life: 30 })
  const today = startOfDay(dayOf(inDays(0), 'Asia/Shanghai'), 'Asia/Shanghai')
  const made = today - 10 * daySeconds
  expect((await receive('1', { lot_number: 'L0', production_time: today + 2 * daySeconds })).code).toBe(
    generalErrors.badParameter.code,
  )
  const early = { lot_number: 'L0', production_time: made, expire_time: made - daySeconds }
  expect((await receive('1', early)).code).toBe(generalErrors.badParameter.code)
  // Without a number of ours it goes by that of its supplier.
  expect((await receive('10', { supplier_lot: 'SUP-7', production_time: made })).code).toBe(200)
  expect((await receive('5', { lot_number: 'L2', supplier_lot: 'SUP-8', expire_time: today })).code).toBe(200)
  expect((await receive('5', { lot_number: 'L2', supplier_lot: 'SUP-9' })).code).toBe(generalErrors.badParameter.code)
  const { result } = await admin.ok(listStock, { stock_view: 1, level: 'lot', material_id, order_by: 'expire_time' })
  expect(result).toMatchObject([
    { lot_number: 'L2', supplier_lot: 'SUP-8', production_time: null, expire_time: today + daySeconds - 1 },
    { lot_number: 'SUP-7', supplier_lot: 'SUP-7', production_time: made, expire_time: made + 30 * daySeconds },
  ])
  const found = await admin.ok(listStock, { stock_view: 1, level: 'lot', keyword: 'SUP-8' })
  expect(found.result.map(({ lot_number }) => lot_number)).toEqual(['L2'])
})
