import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'

import { rows } from '@qitao/platform/server/database/database.ts'
import { qcType } from '@qitao/quality/model/qc-type.status.ts'
import { qualityErrors } from '@qitao/quality/model/quality.errors.ts'
import type { schemeCalls } from '@qitao/quality/model/scheme/scheme.calls.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { taskResult } from '@qitao/quality/model/task/task.status.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shipOrder } from '../model/fulfilment.calls.ts'
import { outboundCalls } from '../model/receipt.calls.ts'
import { discrepancies } from '../testing/warehouse.factory.ts'

const app = await testApp()

/** Ten ordered, twelve there in two lots; a plan says that they are inspected before they leave. */
async function toShip(company: TestCompany, scheme: Partial<In<typeof schemeCalls.add>> = {}) {
  const material_id = await aProduct(company)
  const plan = await aScheme(company, { qc_type: qcType.codes.outgoing, material_id, sample_size: 2, ...scheme })
  const { id: order_id } = await anOrder(company, { material_id, quantity: '10' })
  const { lines } = await company.admin.ok(showSalesOrder, { id: order_id })
  await company.as(async tx => {
    const location_id = await aLocation(tx)
    await putIn(tx, { material_id, location_id, quantity: '4', lot_number: 'A' })
    await putIn(tx, { material_id, location_id, quantity: '8', lot_number: 'B' })
  })
  return { order_id, material_id, line_id: lines[0]!.id, item_id: plan.item_ids[0] }
}
/** Good, defective, to inspect. */
async function stock(company: TestCompany, material_id: string) {
  const found = await company.as(tx =>
    rows(
      tx,
      sql<{
        quality_status: number
        quantity: string
      }>`select quality_status, sum(quantity) as quantity from inventory where material_id = ${material_id} group by 1`,
    ),
  )
  return [0, 1, 3].map(quality => Number(found.find(row => row.quality_status === quality)?.quantity ?? 0))
}
async function judge(company: TestCompany, no: string, item_id: string, passes: boolean) {
  const { result } = await company.admin.ok(taskCalls.list, { keyword: no })
  const { id, quantity, row_version } = result[0]!
  const results = [{ item_id, sample_no: 1, value: passes ? '10' : '12' }]
  await company.admin.ok(taskCalls.alter, { id, row_version, results })
  await company.admin.ok(taskCalls.submit, {
    ...{ id, row_version: row_version + 1, nonconforming: passes ? 0 : 1, concession_quantity: '0', reason: null },
    ...{ passed_quantity: passes ? quantity : '0', failed_quantity: passes ? '0' : quantity, remark: null },
  })
}
const shippedOf = async (company: TestCompany, order_id: string) =>
  Number((await company.admin.ok(showSalesOrder, { id: order_id })).lines[0]!.shipped_quantity)

test('goods are held when they are to be shipped, and leave once they have passed', async () => {
  const company = await app.company()
  const { admin } = company
  const { order_id, material_id, line_id, item_id } = await toShip(company)
  const { receipt_id, no, inspections } = await admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '10' }] })
  expect(inspections).toHaveLength(2)
  expect(await stock(company, material_id)).toEqual([2, 0, 10])
  expect(await shippedOf(company, order_id)).toBe(0)
  const tasks = (await admin.ok(taskCalls.list, { order_by: 'no' })).result
  expect(tasks.map(task => [task.qc_type, task.source_no, task.lot_number, Number(task.quantity)])).toEqual([
    [4, no, 'A', 4],
    [4, no, 'B', 6],
  ])
  // Nothing leaves while a task waits, and none is made twice.
  const { lines } = await admin.ok(outboundCalls.detail, { id: receipt_id })
  const confirm = (quantity: string) => ({ id: receipt_id, lines: [{ line_id: lines[0]!.id, quantity }] })
  const early = await admin.send(outboundCalls.confirm, confirm('10'))
  expect(early).toMatchObject({ code: qualityErrors.outgoingNotPassed.code })
  expect(early.message).toContain(inspections[0])
  // The first lot passes and leaves alone; the second is refused and does not.
  await judge(company, inspections[0]!, item_id, true)
  const part = await admin.ok(outboundCalls.confirm, confirm('4'))
  expect(part.inspections).toEqual([])
  expect([await stock(company, material_id), await shippedOf(company, order_id)]).toEqual([[2, 0, 6], 4])
  await judge(company, inspections[1]!, item_id, false)
  expect(await stock(company, material_id)).toEqual([2, 6, 0])
  // What is asked for instead is inspected in its turn; of what is refused nothing leaves.
  expect((await admin.send(outboundCalls.confirm, confirm('6'))).code).not.toBe(200)
  const again = await admin.ok(outboundCalls.confirm, confirm('2'))
  expect(again.inspections).toHaveLength(1)
  await judge(company, again.inspections[0]!, item_id, true)
  expect((await admin.ok(outboundCalls.confirm, confirm('2'))).inspections).toEqual([])
  expect([await stock(company, material_id), await shippedOf(company, order_id)]).toEqual([[0, 6, 0], 6])
  expect(await discrepancies(company)).toEqual([])
})

test('a shipment that had passed is taken back whole: what it was held for is not part of it', async () => {
  const company = await app.company()
  const { admin } = company
  const { order_id, material_id, line_id, item_id } = await toShip(company)
  const { receipt_id, inspections } = await admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '4' }] })
  await judge(company, inspections[0]!, item_id, true)
  const { lines } = await admin.ok(outboundCalls.detail, { id: receipt_id })
  await admin.ok(outboundCalls.confirm, { id: receipt_id, lines: [{ line_id: lines[0]!.id, quantity: '4' }] })
  expect([await stock(company, material_id), await shippedOf(company, order_id)]).toEqual([[8, 0, 0], 4])
  const { record } = await admin.ok(outboundCalls.detail, { id: receipt_id })
  await admin.ok(outboundCalls.reverse, { id: receipt_id, row_version: record.row_version, reason: 'wrong customer' })
  expect([await stock(company, material_id), await shippedOf(company, order_id)]).toEqual([[12, 0, 0], 0])
  expect(await discrepancies(company)).toEqual([])
})

test('a part that its plan passes without inspection leaves at once and is written down', async () => {
  const company = await app.company()
  const { admin } = company
  const { order_id, material_id, line_id, item_id } = await toShip(company, { skip_after: 1, skip_one_in: 2 })
  const first = await admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '2' }] })
  await judge(company, first.inspections[0]!, item_id, true)
  const { lines } = await admin.ok(outboundCalls.detail, { id: first.receipt_id })
  await admin.ok(outboundCalls.confirm, { id: first.receipt_id, lines: [{ line_id: lines[0]!.id, quantity: '2' }] })
  const second = await admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '3' }] })
  expect(second.inspections).toEqual([])
  expect([await stock(company, material_id), await shippedOf(company, order_id)]).toEqual([[7, 0, 0], 5])
  const { result } = await admin.ok(taskCalls.list, { results: [taskResult.codes.skipped] })
  expect(result).toMatchObject([{ qc_type: 4, quantity: '3.000000' }])
  // The next one is inspected again.
  expect((await admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '1' }] })).inspections).toHaveLength(1)
})

test('what no plan asks for leaves as ever, whether or not its material is inspected as it comes', async () => {
  const company = await app.company()
  const { order_id, material_id, line_id } = await toShip(company, { qc_type: qcType.codes.incoming })
  await company.as(tx => sql`update material set qc_required = true where id = ${material_id}`.execute(tx))
  const { inspections } = await company.admin.ok(shipOrder, { order_id, lines: [{ line_id, quantity: '10' }] })
  expect([inspections, await shippedOf(company, order_id)]).toEqual([[], 10])
})
