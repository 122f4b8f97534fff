import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { queryCustomFieldList, setCustomFieldList } from '@qitao/access/model/record/custom-field.calls.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addSalesOrder,
  deleteSalesOrders,
  dropSalesOrders,
  listSalesOrders,
  restoreSalesOrders,
  showSalesOrder,
  submitSalesOrders,
} from '../model/sales-order.calls.ts'
import { daysLeft, recycleDays } from '../model/sales-order.rules.ts'
import { anOrder, aProduct, inDays, today } from '../testing/factories.ts'
import { salesHousekeeping } from './sales.housekeeping.ts'

const app = await testApp()
const file = () => new FileGiven('合同.txt', new TextEncoder().encode('contract'), '')

test('a deleted order says who threw it away, is found by that, and comes back whole', async () => {
  const company = await app.company()
  const { admin } = company
  const material_id = await aProduct(company)
  const order = await anOrder(company, { material_id, submit: false })
  await admin.ok(commonUpload, { file: file(), module: 'sales_order', object_id: order.id })
  await admin.ok(deleteSalesOrders, { ids: [order.id] })
  const bin = (deleted_by: string) => admin.ok(listSalesOrders, { deleted: true, deleted_by })
  expect((await bin(admin.user_id)).result).toMatchObject([{ id: order.id, deleted_by_name: 'Admin' }])
  expect((await bin(newId())).total).toBe(0)
  const submitted = await admin.send(submitSalesOrders, { ids: [order.id] })
  expect([submitted.code, submitted.message]).toEqual([5024, expect.stringContaining('在回收站中')])
  await admin.ok(restoreSalesOrders, { ids: [order.id] })
  expect((await admin.ok(showSalesOrder, { id: order.id })).lines).toHaveLength(1)
  expect((await bin(admin.user_id)).total).toBe(0)
})

test('what has lain there too long goes by itself, files and all', async () => {
  const company = await app.company()
  const { admin } = company
  const material_id = await aProduct(company)
  const [old, fresh, last] = [
    await anOrder(company, { material_id, submit: false }),
    await anOrder(company, { material_id, submit: false }),
    await anOrder(company, { material_id, submit: false }),
  ]
  await admin.ok(commonUpload, { file: file(), module: 'sales_order', object_id: old!.id })
  await admin.ok(deleteSalesOrders, { ids: [old!.id, fresh!.id] })
  const age = (recycleDays + 1) * daySeconds
  await company.as(tx =>
    sql`update sales_order set deleted_time = deleted_time - ${age} where id = ${old!.id}`.execute(tx),
  )
  await admin.ok(deleteSalesOrders, { ids: [last!.id] })
  expect(await keepHouse(app.database, salesHousekeeping)).toMatchObject({ recycled: 1 })
  const left = (await admin.ok(listSalesOrders, { deleted: true })).result.map(({ id }) => id)
  expect(left.sort()).toEqual([fresh!.id, last!.id].sort())
  const [files] = await company.as(
    async tx => (await sql<{ n: number }>`select count(*) as n from attachment`.execute(tx)).rows,
  )
  expect(files?.n).toBe(0)
  await admin.ok(dropSalesOrders, { ids: [last!.id] })
  expect((await admin.send(showSalesOrder, { id: last!.id })).code).toBe(5408)
})

test('days left count down to none', () => {
  expect(daysLeft(0, 0)).toBe(recycleDays)
  expect(daysLeft(0, 10 * daySeconds + 1)).toBe(recycleDays - 10)
  expect(daysLeft(0, (recycleDays + 5) * daySeconds)).toBe(0)
})

test('a new order takes the files that were uploaded before it, and its own fields', async () => {
  const company = await app.company()
  const { admin } = company
  const custom_fields = [{ field_name: '合同号', field_type: 'text' as const, required: true }]
  await admin.ok(setCustomFieldList, { module_code: 'sales_order', custom_fields })
  const key = (await admin.ok(queryCustomFieldList, { module_code: 'sales_order' })).result[0]!.field_key
  const { attachment } = await admin.ok(commonUpload, { file: file(), module: 'sales_order' })
  const order = {
    ...{ order_date: today, delivery_date: inDays(3), attachment_ids: [attachment.id] },
    lines: [{ material_id: await aProduct(company), quantity: '1' }],
  }
  expect((await admin.send(addSalesOrder, order)).code).toBe(5020)
  const made = await admin.ok(addSalesOrder, { ...order, custom: { [key]: 'HT-1' } })
  expect((await admin.ok(showSalesOrder, { id: made.id })).record.custom).toEqual({ [key]: 'HT-1' })
  expect((await admin.send(addSalesOrder, { ...order, custom: { [key]: 'HT-2' } })).code).toBe(5010)
  expect((await admin.ok(listSalesOrders, { custom: { [key]: 'ht-1' } })).result.map(({ id }) => id)).toEqual([made.id])
})
