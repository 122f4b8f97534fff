import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { addProductSerials } from '@qitao/manufacturing/model/mo/product-serial.calls.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { qualityErrors } from '@qitao/quality/model/quality.errors.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { aScheme } from '@qitao/quality/testing/quality.factory.ts'
import { aPart } from '@qitao/shopfloor/testing/factories.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  listOutsourceReceipts,
  receiveOutsourceOrder,
  reverseOutsourceReceipt,
  sendOutsourceOrder,
} from '../model/outsource-order.calls.ts'
import { anOutsourceOrder, orderNow } from '../testing/outsourcing.factory.ts'

const app = await testApp()

const numbers = (count: number, from = 1) =>
  Array.from({ length: count }, (_, index) => `P-${String(from + index).padStart(4, '0')}`)
/** Ten pieces at a supplier who makes their last step; each of them has a number of the order: P-0001 to P-0010. */
async function out(company: TestCompany) {
  const { of, id, key, line_id } = await anOutsourceOrder(company)
  const { material_id, id: mo_id } = of.mo
  await company.as(tx =>
    sql`update material set serial_policy = ${serialPolicy.codes.required} where id = ${material_id}`.execute(tx),
  )
  await company.admin.ok(addProductSerials, { material_id, mo_id, count: 10, prefix: 'P-' })
  await company.admin.ok(sendOutsourceOrder, { ...key, lines: [{ line_id, quantity: '10' }] })
  return { of, id, line_id, mo_id, material_id }
}
type Out = Awaited<ReturnType<typeof out>>
const receive = async (company: TestCompany, { id, line_id }: Out, quantity: string, serial_numbers?: string[]) => {
  const { key } = await orderNow(company, id)
  return company.admin.send(receiveOutsourceOrder, {
    ...key,
    lines: [{ line_id, quantity, ...(serial_numbers ? { serial_numbers } : {}) }],
  })
}
const receipts = async (company: TestCompany, { id }: Out) =>
  (await company.admin.ok(listOutsourceReceipts, { order_id: id })).result
/** What the trace has of the pieces that were made: the numbers of each report, the reports in the order of their tasks. */
const traced = (company: TestCompany) =>
  company.as(async tx => {
    const found = await rows(
      tx,
      sql<{ serials: string[] }>`select array_agg(t.serial_no order by t.serial_no) as serials
        from trace_entry t join report_record r on r.org_id = t.org_id and r.id = t.source_id
        where t.org_id = ${company.org_id} and t.source_type = 'report' and t.quantity = 1 and t.serial_no <> '' group by r.report_no order by r.report_no`,
    )
    return found.map(({ serials }) => serials)
  })

test('pieces that a supplier brings back are named, each once, and are found in the trace', async () => {
  const company = await app.company()
  const one = await out(company)
  expect((await receive(company, one, '3')).code).toBe(stockErrors.serialRequired.code)
  expect((await receive(company, one, '3', numbers(2))).code).toBe(stockErrors.serialRequired.code)
  expect((await receive(company, one, '1', numbers(2))).code).toBe(generalErrors.badParameter.code)
  expect((await receive(company, one, '2', ['P-0001', 'P-0001'])).code).toBe(generalErrors.badParameter.code)
  expect((await receive(company, one, '1', ['X'])).code).toBe(generalErrors.recordNotFound.code)
  expect((await receive(company, one, '3', numbers(3))).code).toBe(200)
  expect(await traced(company)).toEqual([numbers(3)])
  expect((await receive(company, one, '2', ['P-0003', 'P-0004'])).code).toBe(stockErrors.serialElsewhere.code)
  expect((await receive(company, one, '2', numbers(2, 4))).code).toBe(200)
  const [last] = await receipts(company, one)
  expect(last).toMatchObject({ serial_numbers: numbers(2, 4), failed_serials: [] })
  await company.admin.ok(reverseOutsourceReceipt, { ...(await orderNow(company, one.id)).key, receipt_id: last!.id })
  expect(await traced(company)).toEqual([numbers(3)])
  expect((await receive(company, one, '2', numbers(2, 5))).code).toBe(200)
  expect(await traced(company)).toEqual([numbers(3), numbers(2, 5)])
})

test('numbers wait with their receipt for the inspector, who says which of them failed', async () => {
  const company = await app.company()
  const one = await out(company)
  await aScheme(company, { material_id: one.material_id })
  expect((await receive(company, one, '4', numbers(4))).code).toBe(200)
  expect(await traced(company)).toEqual([])
  expect((await receive(company, one, '1', ['P-0002'])).code).toBe(stockErrors.serialElsewhere.code)
  const [receipt] = await receipts(company, one)
  const task_id = receipt!.qc_task_id!
  const { record, items, serial_numbers } = await company.admin.ok(taskCalls.detail, { id: task_id })
  expect(serial_numbers).toEqual(numbers(4))
  await company.admin.ok(taskCalls.alter, {
    ...{ id: task_id, row_version: record.row_version },
    results: [{ item_id: items[0]!.id, sample_no: 1, value: '10' }],
  })
  const judge = async (failed_serials?: string[]) => {
    const now = await company.admin.ok(taskCalls.detail, { id: task_id })
    return company.admin.send(taskCalls.submit, {
      ...{ id: task_id, row_version: now.record.row_version, nonconforming: 0, reason: null, remark: null },
      ...{ passed_quantity: '3', concession_quantity: '0', failed_quantity: '1' },
      ...(failed_serials ? { failed_serials } : {}),
    })
  }
  expect((await judge()).code).toBe(qualityErrors.quantityMismatch.code)
  expect((await judge(['P-0009'])).code).toBe(generalErrors.badParameter.code)
  expect((await judge(['P-0002'])).code).toBe(200)
  expect(await traced(company)).toEqual([['P-0001', 'P-0003', 'P-0004']])
  const [judged] = await receipts(company, one)
  expect(judged).toMatchObject({ serial_numbers: numbers(4), failed_serials: ['P-0002'] })
  expect((await company.admin.ok(taskCalls.detail, { id: task_id })).failed_serials).toEqual(['P-0002'])
  // A piece that failed may come back good another time; one that is here may not.
  expect((await receive(company, one, '1', ['P-0003'])).code).toBe(stockErrors.serialElsewhere.code)
  expect((await receive(company, one, '1', ['P-0002'])).code).toBe(200)
})

test('pieces of a step that was split are spread over its tasks, and no number is lost or doubled', async () => {
  const company = await app.company()
  const one = await out(company)
  await aPart(company, one.of.mo.task_ids[1]!, '4')
  expect((await receive(company, one, '10', numbers(10))).code).toBe(200)
  const made = await traced(company)
  expect(made.map(({ length }) => length).sort()).toEqual([4, 6])
  expect(made.flat().sort()).toEqual(numbers(10))
})

test('of two that bring one piece back, one is refused', async () => {
  const company = await app.company()
  const one = await out(company)
  const answers = await Promise.all([receive(company, one, '1', ['P-0001']), receive(company, one, '1', ['P-0001'])])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await traced(company)).toEqual([['P-0001']])
})

test('numbers are asked for where they are noted, and need not be complete', async () => {
  const company = await app.company()
  const one = await out(company)
  await company.as(tx =>
    sql`update material set serial_policy = ${serialPolicy.codes.noted} where id = ${one.material_id}`.execute(tx),
  )
  expect((await receive(company, one, '3', ['P-0007'])).code).toBe(200)
  expect((await receive(company, one, '2')).code).toBe(200)
  expect(await traced(company)).toEqual([['P-0007']])
})
