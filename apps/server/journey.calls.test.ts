import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { sendMosToPlan, showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { materialStatus, moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits, replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aCalendar, aDevice, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { listArrivals, receiveArrivals, submitPurchaseOrders } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { listPurchaseRequests, requestsToPurchaseOrders } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { salesLinesToMo, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { anOrder } from '@qitao/sales/testing/factories.ts'
import { publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { autoSchedule, queryGantt } from '@qitao/scheduling/model/schedule.calls.ts'
import { addDispatch, addReport, listReportTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { checkLedger } from '@qitao/stock/server'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { finishInboundMo, shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from './testing/test-app.ts'

const app = await testApp()

test('one order travels from entry to delivery through all areas, and the books agree at its end', async () => {
  const company = await app.company()
  const { admin } = company
  await aCalendar(company, { is_default: true })
  const product = await aReleasedProduct(company, { components: 2, steps: 2 })
  await aDevice(company, { process_ids: product.process_ids })
  const supplier = await aSupplier(company)
  const bin = await company.as(tx => aLocation(tx))

  const order = await anOrder(company, { material_id: product.material_id, quantity: '10' })
  const { mo_ids } = await admin.ok(salesLinesToMo, { order_ids: [order.id] })
  const mo_id = mo_ids[0]!
  const mo = async () => (await admin.ok(showMo, { mo_id })).mo
  const orderStatus = async () => (await admin.ok(showSalesOrder, { id: order.id })).record.status

  // Nothing is there: replenishment asks purchasing, goods come in, the kit is complete.
  const wanted = await admin.ok(replenishMos, { mo_ids })
  expect(await company.jobEnd(wanted.job_id)).toMatchObject({ status: 2, result: { request_count: 2 } })
  const requests = (await admin.ok(listPurchaseRequests, {})).result
  const bought = await admin.ok(requestsToPurchaseOrders, {
    lines: requests.map(request => ({ request_id: request.id, supplier_id: supplier.id, quantity: request.quantity })),
  })
  await admin.ok(submitPurchaseOrders, { ids: bought.purchase_order_ids })
  const arrivals = (await admin.ok(listArrivals, {})).result
  await admin.ok(receiveArrivals, {
    arrival_ids: arrivals.map(({ id }) => id),
    lines: arrivals.map(({ id }) => ({ arrival_id: id, quantity: '10', location_id: bin })),
  })
  // What came in is matched by itself; a check finds the kit complete.
  await expect
    .poll(async () => (await mo()).material_status, { timeout: 10_000 })
    .toBe(materialStatus.codes.kitting_complete)
  const kit = await admin.ok(checkKits, { mo_ids })
  expect(await company.jobEnd(kit.job_id)).toMatchObject({ status: 2, result: { complete_count: 1 } })

  await admin.ok(sendMosToPlan, { mo_ids })
  const plan = await admin.ok(autoSchedule, { mo_ids, seconds: 1 })
  expect(await company.jobEnd(plan.job_id)).toMatchObject({ status: 2 })
  expect(await mo()).toMatchObject({ status: moStatus.codes.planned, unplanned: null, delivery_status: 1 })
  await admin.ok(publishPlan, { mo_ids })
  expect(await mo()).toMatchObject({ status: moStatus.codes.to_be_produced })
  expect(await orderStatus()).toBe(salesOrderStatus.codes.to_produce)
  const { planned_start_time, planned_finish_time } = await mo()
  const gantt = await admin.ok(queryGantt, {
    timestamp_range: [planned_start_time! - 86_400, planned_finish_time! + 86_400],
  })
  expect(gantt.tasks).toHaveLength(2)

  await admin.ok(addDispatch, { task_ids: gantt.tasks.map(task => task.id), user_ids: [admin.user_id] })
  const tasks = (await admin.ok(listReportTasks, { order_by: 'start_time' })).result
  for (const task of tasks.toSorted((a, b) => a.sequence - b.sequence)) {
    await admin.ok(addReport, { task_id: task.id, finished_quantity: '10' })
  }
  expect(await mo()).toMatchObject({ status: moStatus.codes.completed, completed_quantity: '10.000000' })
  expect(await orderStatus()).toBe(salesOrderStatus.codes.finished)

  await admin.ok(finishInboundMo, { mo_id, quantity: '10', location_id: bin })
  expect(await mo()).toMatchObject({ status: moStatus.codes.in_warehouse })
  const line = (await admin.ok(showSalesOrder, { id: order.id })).lines[0]!
  await admin.ok(shipOrder, { order_id: order.id, lines: [{ line_id: line.id, quantity: '10', location_id: bin }] })
  expect(await orderStatus()).toBe(salesOrderStatus.codes.delivered)

  const occupied = sql`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment where org_id = ${company.org_id} and source_type = 1 group by source_id`
  expect(await company.as(tx => checkLedger(tx, company.org_id, occupied))).toEqual([])
  const left = await company.as(tx =>
    sql<{
      quantity: string
    }>`select coalesce(sum(quantity), 0) as quantity from inventory where org_id = ${company.org_id}`.execute(tx),
  )
  expect(Number(left.rows[0]!.quantity)).toBe(0)
})
