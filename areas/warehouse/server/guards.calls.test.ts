/** Documents that are changed while something is booked on them: what a rule asks is of the time when its lock is held. */
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { cancelPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { purchasingErrors } from '@qitao/purchasing/model/purchasing.errors.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { cancelSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inboundCalls } from '../model/receipt.calls.ts'
import { inboundType } from '../model/receipt.status.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'

const app = await testApp()

test('a purchase order on which goods come in is not cancelled', async () => {
  const company = await app.company()
  const { supplier_id, material_id } = await company.as(async tx => ({
    ...{ supplier_id: await aSupplier(tx), material_id: await aMaterial(tx) },
  }))
  const { id } = await aPurchaseOrder(company, { supplier_id, materials: [{ material_id, quantity: '5' }] })
  const [answer] = await sideBySide(
    app,
    company,
    async tx => {
      await sql`select from purchase_order where id = ${id} for update`.execute(tx)
      await sql`update purchase_order_line set received_quantity = 2 where order_id = ${id}`.execute(tx)
    },
    [() => company.admin.send(cancelPurchaseOrders, { ids: [id] })],
  )
  expect(answer!.code).toBe(purchasingErrors.hasReceipt.code)
})

test('a sales order that is shipped is not cancelled', async () => {
  const company = await app.company()
  const material_id = await company.as(tx => aMaterial(tx))
  const { id } = await anOrder(company, { material_id, quantity: '5' })
  const [answer] = await sideBySide(
    app,
    company,
    async tx => {
      await sql`select from sales_order where id = ${id} for update`.execute(tx)
      await sql`update sales_order_line set shipped_quantity = 2 where order_id = ${id}`.execute(tx)
    },
    [() => company.admin.send(cancelSalesOrders, { ids: [id] })],
  )
  expect(answer!.code).toBe(salesErrors.cancelHasShipping.code)
})

test('a receipt that is confirmed is not cancelled', async () => {
  const company = await app.company()
  const material_id = await company.as(tx => aMaterial(tx))
  const { id } = await company.admin.ok(inboundCalls.add, {
    ...{ receipt_type: inboundType.codes.other, submit: true },
    lines: [{ material_id, quantity: '5' }],
  })
  const [answer] = await sideBySide(
    app,
    company,
    async tx => {
      await sql`select from receipt where id = ${id} for update`.execute(tx)
      await sql`update receipt_line set done_quantity = 2 where receipt_id = ${id}`.execute(tx)
    },
    [() => company.admin.send(inboundCalls.cancel, { ids: [id] })],
  )
  expect(answer!.code).toBe(warehouseErrors.cancelNotAllowed.code)
})
