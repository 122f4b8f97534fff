import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { listStock } from '@qitao/stock/model/stock.calls.ts'
import { aPackedBox } from '@qitao/stock/testing/container.factory.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inboundCalls, outboundCalls, type ReceiptCalls } from '../model/receipt.calls.ts'

const app = await testApp()

test('stock is told piece by piece as it stands and as it stood, with its value for who sees what is paid', async () => {
  const company = await app.company()
  const { admin } = company
  const of = await company.as(async tx => ({
    location_id: await aLocation(tx),
    material_id: await aMaterial(tx, { precision: 0, serial_policy: 2 }),
  }))
  await company.as(tx => sql`update material set purchase_price = 12.5 where id = ${of.material_id}`.execute(tx))
  const move = async (calls: ReceiptCalls, serial_numbers: string[]) => {
    const quantity = String(serial_numbers.length)
    const line = { material_id: of.material_id, location_id: of.location_id, lot_number: 'L1', quantity }
    const { id } = await admin.ok(calls.add, { receipt_type: 0, submit: true, lines: [line] })
    const { lines } = await admin.ok(calls.detail, { id })
    await admin.ok(calls.confirm, { id, lines: [{ line_id: lines[0]!.id, quantity, serial_numbers }] })
  }
  await move(inboundCalls, ['S1', 'S2', 'S3'])
  await move(outboundCalls, ['S2'])
  const pieces = async (more: object = {}) =>
    (await admin.ok(listStock, { level: 'serial', order_by: 'serial_no', ...more })).result
  expect((await pieces()).map(row => [row.serial_no, row.lot_number, Number(row.quantity), Number(row.value)])).toEqual(
    [
      ['S1', 'L1', 1, 12.5],
      ['S3', 'L1', 1, 12.5],
    ],
  )
  expect((await pieces({ keyword: 'S3' })).map(row => row.serial_no)).toEqual(['S3'])
  expect(await pieces({ as_of: 1 })).toEqual([])
  const [lot] = (await admin.ok(listStock, { level: 'lot', material_id: of.material_id })).result
  expect(Number(lot!.value)).toBe(25)
  const keeper = await company.member([pages.stock])
  expect((await keeper.ok(listStock, { level: 'lot' })).result.map(({ value }) => value)).toEqual([null])
})

test('stock is told by container, what lies loose beside it left out', async () => {
  const company = await app.company()
  const { location_id, box_id } = await aPackedBox(company)
  const { result } = await company.admin.ok(listStock, { level: 'container' })
  expect(result).toMatchObject([{ container_id: box_id, container_code: 'B1', location_id }])
  expect(Number(result[0]!.quantity)).toBe(6)
})
