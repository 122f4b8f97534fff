import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { printLabel } from '@qitao/masterdata/model/material/label.calls.ts'
import { listStock } from '@qitao/stock/model/stock.calls.ts'
import { recordLots } from '@qitao/stock/server'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { expect, test } from 'vitest'
import { countCalls } from '../model/count/count.calls.ts'
import { scanForTransfer } from '../model/moving/moving.calls.ts'
import { outboundCalls } from '../model/receipt.calls.ts'
import { pickWaveCalls } from '../model/wave/pick-wave.calls.ts'

const app = await testApp()

/** Two lots in a bin, of suppliers' lots of their own, and one without; and a third lot in another bin that came with the first. */
async function set(company: TestCompany) {
  return company.as(async tx => {
    const warehouse_id = await aWarehouse(tx)
    const material_id = await aMaterial(tx, { precision: 0, lot_managed: true })
    const [bin, other] = [await aLocation(tx, { warehouse_id }), await aLocation(tx, { warehouse_id })]
    const lots = [
      { lot_number: 'L1', location_id: bin, supplier_lot: 'S-1' },
      { lot_number: 'L2', location_id: bin, supplier_lot: 'S-2' },
      { lot_number: 'L3', location_id: bin, supplier_lot: null },
      { lot_number: 'L4', location_id: other, supplier_lot: 'S-1' },
    ]
    for (const { supplier_lot: _, ...lot } of lots) await putIn(tx, { material_id, quantity: '5', ...lot })
    await recordLots(
      tx,
      company.org_id,
      lots.map(({ lot_number, supplier_lot }) => ({
        ...{ material_id, lot_number, supplier_lot },
        ...{ production_time: 20_000 * daySeconds, expire_time: 30_000 * daySeconds },
      })),
    )
    return { warehouse_id, material_id, bin, other }
  })
}

test("moving: the supplier's lot names the lot of the bin", async () => {
  const company = await app.company()
  const { bin, other } = await set(company)
  const lotsOf = async (code: string, from_location_id: string) =>
    (await company.admin.ok(scanForTransfer, { code, from_location_id })).goods.map(({ lot_number }) => lot_number)
  expect(await lotsOf('S-1', bin)).toEqual(['L1'])
  expect(await lotsOf('S-1', other)).toEqual(['L4'])
  expect(await lotsOf('S-3', bin)).toEqual([])
})

test("picking: a stop tells the supplier's lot, unless two lots of its bin came with it", async () => {
  const company = await app.company()
  const { material_id, bin } = await set(company)
  const { id } = await company.admin.ok(outboundCalls.add, {
    ...{ submit: true, lines: [{ material_id, quantity: '5', location_id: bin, lot_number: 'L1' }] },
  })
  const wave = await company.admin.ok(pickWaveCalls.add, { receipt_ids: [id] })
  const stop = async () => (await company.admin.ok(pickWaveCalls.walk, { wave_id: wave.id })).stops[0]!
  expect(await stop()).toMatchObject({ lot_number: 'L1', supplier_lot: 'S-1' })
  await company.as(async tx => {
    await putIn(tx, { material_id, location_id: bin, quantity: '1', lot_number: 'L5' })
    await recordLots(tx, company.org_id, [
      { material_id, lot_number: 'L5', supplier_lot: 'S-1', production_time: null, expire_time: null },
    ])
  })
  expect(await stop()).toMatchObject({ lot_number: 'L1', supplier_lot: null })
})

test("counting: lines are found by the supplier's lot", async () => {
  const company = await app.company()
  const { warehouse_id } = await set(company)
  const { id } = await company.admin.ok(countCalls.add, { warehouse_id })
  await company.admin.ok(countCalls.start, { id })
  const { result } = await company.admin.ok(countCalls.lines, { count_id: id, keyword: 'S-2' })
  expect(result.map(line => [line.lot_number, line.supplier_lot])).toEqual([['L2', 'S-2']])
})

test("a label of a lot has the supplier's number and the dates; stock without a lot has none", async () => {
  const company = await app.company()
  const { material_id } = await set(company)
  const { result } = await company.admin.ok(listStock, { stock_view: 1, level: 'lot', material_id })
  const label = { label_type: 1 as const, object_key: 46 as const }
  const printed = await company.admin.ok(printLabel, { ...label, object_ids: result.map(row => row.id) })
  expect(Buffer.from(printed.bytes).subarray(0, 5).toString()).toBe('%PDF-')
  const plain = await company.as(async tx => {
    const other = await aMaterial(tx)
    await putIn(tx, { material_id: other, location_id: await aLocation(tx), quantity: '1' })
    return other
  })
  const stock = await company.admin.ok(listStock, { stock_view: 1, level: 'lot', material_id: plain })
  const refused = await company.admin.send(printLabel, { ...label, object_ids: stock.result.map(row => row.id) })
  expect(refused.code).toBe(5010)
})
