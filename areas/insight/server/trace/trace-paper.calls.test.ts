import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { printTrace } from '../../model/trace/trace.calls.ts'
import { traceBy, traceDirection } from '../../model/trace/trace-node.ts'
import { isLargeTrace } from './trace-walk.ts'

const app = await testApp()

async function aReceivedLot(company: TestCompany) {
  const of = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { precision: 0, lot_managed: true }),
    supplier_id: await aSupplier(tx),
  }))
  const { line_ids } = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: [{ material_id: of.material_id, quantity: '5' }],
  })
  const line = { arrival_id: line_ids[0]!, quantity: '5', location_id: of.location_id, lot_number: 'L-1' }
  await company.admin.ok(receiveArrivals, { arrival_ids: line_ids, lines: [line] })
  return of
}

contract(app, printTrace, {
  set: aReceivedLot,
  good: () => ({ trace_by: traceBy.codes.lot_number, value: 'L-1' }),
  check: data => expect(data.name).toBe('产品追溯报告.pdf'),
  refused: () => [['no number', { trace_by: traceBy.codes.lot_number, value: ' ' }, generalErrors.badParameter]],
  foreign: generalErrors.recordNotFound,
})

test('a large trace is printed beside the event loop', async () => {
  const company = await app.company()
  await aReceivedLot(company)
  // The lot came with two thousand other receipts.
  await company.as(tx =>
    sql`insert into stock_movement (inventory_id, movement_type, material_id, quantity, balance, location_id, lot_number, source_type, source_id)
      select x.inventory_id, x.movement_type, x.material_id, x.quantity, x.balance, x.location_id, x.lot_number, x.source_type, gen_random_uuid()
      from stock_movement x, generate_series(1, 2100)`.execute(tx),
  )
  const question = { trace_by: traceBy.codes.lot_number, value: 'L-1' }
  const asked = { ...question, direction: traceDirection.codes.backward }
  expect(await company.as(tx => isLargeTrace({ tx, org_id: company.org_id }, ['backward'], question))).toBe(true)
  const file = await company.admin.ok(printTrace, asked)
  expect(file).toMatchObject({ name: '产品追溯报告.pdf', mime_type: 'application/pdf' })
  const words = Buffer.from(file.bytes).toString('latin1')
  expect(words.startsWith('%PDF-')).toBe(true)
  // Thirty rows go on a page.
  expect(words.match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(60)
})
