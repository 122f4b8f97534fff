// Goods are shipped while their order becomes another customer's: the note goes to whose the order is.
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { aCustomer } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { addSalesOrder, showSalesOrder, updateSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { aProduct, inDays, today } from '@qitao/sales/testing/factories.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { shipOrder } from '../model/fulfilment.calls.ts'

const app = await testApp()

test('a shipment is of the customer that its order has when it leaves', async () => {
  const company = await app.company()
  const { admin, org_id } = company
  const material_id = await aProduct(company)
  await company.as(async tx => putIn(tx, { material_id, location_id: await aLocation(tx), quantity: '10' }))
  const [before, after] = [(await aCustomer(company)).id, (await aCustomer(company)).id]
  const head = { order_date: today, delivery_date: inDays(9) }
  const { id } = await admin.ok(addSalesOrder, {
    ...{ ...head, customer_id: before, submit: true },
    lines: [{ material_id, quantity: '5' }],
  })
  const { record, lines } = await admin.ok(showSalesOrder, { id })
  const line_id = lines[0]!.id
  const change = {
    ...{ ...head, id, row_version: record.row_version, order_type: '1' as const, customer_id: after },
    lines: [{ id: line_id, material_id, quantity: '5' }],
  }
  const locked = sql`select from sales_order where org_id = ${org_id} and id = ${id} for update`
  const answers = await sideBySide<{ code: number }>(app, company, locked, [
    () => admin.send(updateSalesOrder, change),
    () => admin.send(shipOrder, { order_id: id, lines: [{ line_id, quantity: '2' }] }),
  ])
  expect(answers.map(({ code }) => code)).toEqual([200, 200])
  const receipts = await company.as(tx =>
    rows(tx, sql<{ customer_id: string }>`select customer_id from receipt where org_id = ${org_id}`),
  )
  expect(receipts).toEqual([{ customer_id: after }])
})
