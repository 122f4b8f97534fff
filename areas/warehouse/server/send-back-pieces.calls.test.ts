import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { receiveArrivals, showPurchaseOrder } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { disposal } from '@qitao/quality/model/task/task.status.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { pickMaterial, returnMaterial } from '../model/fulfilment.calls.ts'
import { outboundCalls } from '../model/receipt.calls.ts'
import { outboundType } from '../model/receipt.status.ts'
import { aReleasedMo, discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()
const serialNumbers = ['S1', 'S2', 'S3', 'S4']

/** Four pieces were bought, came in by number, and all failed. */
async function failed(company: TestCompany) {
  const { admin } = company
  const of = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { precision: 0, serial_policy: 2 }),
    supplier_id: await aSupplier(tx),
  }))
  const { item_ids } = await aScheme(company, { material_id: of.material_id, sample_size: 1 })
  const order = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: [{ material_id: of.material_id, quantity: '4' }],
  })
  const { no } = await admin.ok(receiveArrivals, {
    arrival_ids: order.line_ids,
    lines: [
      { arrival_id: order.line_ids[0]!, quantity: '4', location_id: of.location_id, serial_numbers: serialNumbers },
    ],
  })
  const { result } = await admin.ok(taskCalls.list, { keyword: no })
  const id = result[0]!.id
  const detail = () => admin.ok(taskCalls.detail, { id })
  const version = async () => (await detail()).record.row_version
  await admin.ok(taskCalls.alter, {
    ...{ id, row_version: await version(), results: [{ item_id: item_ids[0], sample_no: 1, value: '12' }] },
  })
  await admin.ok(taskCalls.submit, {
    ...{ id, row_version: await version(), nonconforming: 1, reason: null, remark: null },
    ...{ passed_quantity: '0', concession_quantity: '0', failed_quantity: '4' },
  })
  const dispose = async (way: number, quantity: string, serial_numbers?: string[]) =>
    admin.send(taskCalls.dispose, {
      ...{ id, row_version: await version(), disposal: way as 2, quantity, reason: '尺寸超差' },
      ...(serial_numbers ? { serial_numbers } : {}),
    })
  return { ...of, order_id: order.id, detail, dispose }
}
/** What was recorded of a piece, the first first. */
const recorded = (company: TestCompany, serial_no: string) =>
  company.as(async tx =>
    (
      await rows(
        tx,
        sql<{ source_type: string; quantity: number }>`select source_type, quantity::float8 as quantity from trace_entry
          where org_id = ${company.org_id} and serial_no = ${serial_no} order by id`,
      )
    ).map(({ source_type, quantity }) => [source_type, quantity]),
  )

test('what goes back to its supplier names its pieces; a return that is taken back opens the disposal again', async () => {
  const company = await app.company()
  const { admin } = company
  const { detail, dispose, order_id } = await failed(company)
  expect((await detail()).pieces_here).toEqual(serialNumbers)
  expect((await dispose(disposal.codes.return, '2')).code).toBe(stockErrors.serialRequired.code)
  expect((await dispose(disposal.codes.return, '2', ['S1', 'S1'])).code).toBe(generalErrors.badParameter.code)
  expect((await dispose(disposal.codes.return, '2', ['S1', 'S9'])).code).toBe(generalErrors.recordNotFound.code)
  expect((await dispose(disposal.codes.return, '2', ['S1', 'S2'])).code).toBe(200)
  expect(await recorded(company, 'S1')).toEqual([
    ['receipt', 1],
    ['receipt', -1],
  ])
  const sent = await detail()
  expect(sent.pieces_here).toEqual(['S3', 'S4'])
  expect(sent.disposals).toMatchObject([{ serial_numbers: ['S1', 'S2'], receipt_no: expect.stringMatching(/^CKQT/) }])
  // They are gone: neither goes twice.
  expect((await dispose(disposal.codes.scrap, '1', ['S1'])).code).toBe(stockErrors.serialElsewhere.code)
  expect((await dispose(disposal.codes.scrap, '1', ['S3'])).code).toBe(200)
  expect(await recorded(company, 'S3')).toEqual([
    ['receipt', 1],
    ['qc_task', -1],
  ])

  const { result } = await admin.ok(outboundCalls.list, { receipt_type: outboundType.codes.purchase_return })
  const { id, row_version } = result[0]!
  expect(id).toBe(sent.disposals[0]!.receipt_id)
  await admin.ok(outboundCalls.reverse, { id, row_version, reason: '退错' })
  const back = await detail()
  expect(back.record.disposed_quantity).toBe('1.000000')
  expect(back.disposals).toMatchObject([{ disposal: disposal.codes.scrap, receipt_id: null, serial_numbers: ['S3'] }])
  expect(back.pieces_here).toEqual(['S1', 'S2', 'S4'])
  const { lines } = await admin.ok(showPurchaseOrder, { id: order_id })
  expect(Number(lines[0]!.received_quantity)).toBe(4)
  // The pieces are here, and leave by another disposal.
  expect((await dispose(disposal.codes.return, '3', ['S1', 'S2', 'S4'])).code).toBe(200)
  expect((await detail()).record.disposed_quantity).toBe('4.000000')
  expect(await discrepancies(company)).toEqual([])
})

test('what was picked before its pieces were named comes back by number, and no more of it than was picked so', async () => {
  const company = await app.company()
  const { admin } = company
  const mo = await aReleasedMo(company)
  const material_id = mo.component_ids[1]!
  const { location_id } = mo
  const lines = (quantity: string, serial_numbers?: string[]) => ({
    ...{ mo_id: mo.id },
    lines: [{ material_id, quantity, location_id, ...(serial_numbers ? { serial_numbers } : {}) }],
  })
  await admin.ok(addProductSerials, { material_id, count: 3, serial_nos: ['K1', 'K2', 'K3'] })
  // Nobody asked for numbers then.
  await admin.ok(pickMaterial, lines('3'))
  await company.as(tx => sql`update material set serial_policy = 2 where id = ${material_id}`.execute(tx))
  expect((await admin.send(returnMaterial, lines('1'))).code).toBe(stockErrors.serialRequired.code)
  // One that is known of the material, one that is free.
  await admin.ok(returnMaterial, lines('2', ['K1', 'N1']))
  expect(await recorded(company, 'N1')).toEqual([['receipt', 1]])
  // They are here: neither comes back again in place of the third.
  await admin.ok(pickMaterial, lines('1', ['K1']))
  await admin.ok(returnMaterial, lines('1', ['K1']))
  const other = await company.as(tx => aMaterial(tx, { precision: 0 }))
  await admin.ok(addProductSerials, { material_id: other, count: 1, serial_nos: ['X1'] })
  expect((await admin.send(returnMaterial, lines('1', ['X1']))).code).toBe(generalErrors.recordNotFound.code)
  await admin.ok(returnMaterial, lines('1', ['K1']))
  await admin.ok(pickMaterial, lines('2', ['K1', 'K2']))
  expect((await admin.send(returnMaterial, lines('1', ['N1']))).code).toBe(stockErrors.serialElsewhere.code)
  await admin.ok(returnMaterial, lines('1', ['K2']))
  expect(await discrepancies(company)).toEqual([])
})
