import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { aMaterial, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPurchaseOrder } from '../testing/purchasing.factory.ts'

const app = await testApp()

test('the history of an order tells what a line costs to those alone who see what is paid', async () => {
  const company = await app.company()
  const { id: supplier_id } = await aSupplier(company)
  const { id: material_id } = await aMaterial(company)
  const order = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '10' }] })
  await company.as(tx =>
    sql`update purchase_order_line set price = 7, quantity = quantity + 1 where order_id = ${order.id}`.execute(tx),
  )
  const asked = { table_name: 'purchase_order', row_id: order.id }
  const fieldsIn = ({ result }: { result: { line: unknown; changes: { field: string }[] }[] }) =>
    result.flatMap(({ line, changes }) => (line ? changes.map(({ field }) => field) : [])).toSorted()
  expect(fieldsIn(await company.admin.ok(queryChangeLog, asked))).toEqual(['price', 'quantity'])
  const receiver = await company.member([pages.arrivalPlan])
  expect(fieldsIn(await receiver.ok(queryChangeLog, asked))).toEqual(['quantity'])
})
