import { generalErrors } from '@qitao/core/general.errors.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import {
  alterMo,
  createMo,
  dropMos,
  mergeOrSplitMos,
  revertMos,
  sendMosToPlan,
  showMo,
} from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { execStatusOf, type MoStatusCode } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { assignByHand } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { aMo, anOrderedMo } from '@qitao/manufacturing/testing/factories.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import {
  addSalesOrder,
  cancelSalesOrders,
  countSalesOrders,
  listSalesOrders,
  salesLinesToMo,
  showSalesOrder,
  submitSalesOrders,
  updateSalesOrder,
} from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderCounts, salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { anOrder, aProduct, inDays, today } from '@qitao/sales/testing/factories.ts'
import { aLocation, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { pickMaterial, shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { aReleasedMo } from '@qitao/warehouse/testing/warehouse.factory.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { testApp } from '../test-app.ts'
import { refused, rule } from './rule.ts'

const app = await testApp()

rule(app, 'R-040 the status bar counts seven states in their order', async company => {
  await anOrder(company, { material_id: await aProduct(company), submit: false })
  const counts = await company.admin.ok(countSalesOrders, {})
  expect(Object.keys(counts)).toEqual([
    'init_count',
    'approved_count',
    'planning_count',
    'to_produce_count',
    'producing_count',
    'finished_count',
    'delivered_count',
  ])
  expect(counts).toMatchObject({ init_count: 1, approved_count: 0 })
  expect(salesOrderStatus.list.every(({ colour }) => colour)).toBe(true)
  expect(Object.keys(counts)).toEqual(Object.keys(salesOrderCounts))
})

rule(app, 'R-046 an order that has shipping cannot be cancelled', async company => {
  const material_id = await aProduct(company)
  await company.as(async tx => putIn(tx, { material_id, location_id: await aLocation(tx), quantity: '5' }))
  const shipped = await anOrder(company, { material_id, quantity: '5' })
  const { lines } = await company.admin.ok(showSalesOrder, { id: shipped.id })
  await company.admin.ok(shipOrder, { order_id: shipped.id, lines: [{ line_id: lines[0]!.id, quantity: '3' }] })
  await refused(company.admin, cancelSalesOrders, { ids: [shipped.id] }, salesErrors.cancelHasShipping)
  const whole = await anOrder(company, { material_id })
  await company.admin.ok(cancelSalesOrders, { ids: [whole.id] })
})

rule(app, 'R-048 a bulk action does what it can and names what it refuses with 5056', async company => {
  const [one, two] = [await aMo(company), await aMo(company)]
  await company.admin.ok(sendMosToPlan, { mo_ids: [two.id] })
  const answer = await company.admin.send(sendMosToPlan, { mo_ids: [one.id, two.id] })
  expect(answer).toMatchObject({
    code: generalErrors.partlyDone.code,
    data: { done_ids: [one.id], failed: [{ id: two.id }] },
  })
  expect(generalErrors.partlyDone.level).toBe('warning')
})

rule(app, 'R-049 a planned work order returns to to-do; one in to-do has nowhere to return', async company => {
  const mo = await aMo(company)
  await refused(company.admin, revertMos, { mo_ids: [mo.id] }, manufacturingErrors.noneReturnable)
  await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
  await company.admin.ok(revertMos, { mo_ids: [mo.id] })
  expect((await company.admin.ok(showMo, { mo_id: mo.id })).mo.status).toBe(10)
})

rule(app, 'R-050 a work order with outbound records cannot return', async company => {
  const mo = await aReleasedMo(company)
  const line = { material_id: mo.component_ids[0]!, quantity: '2' }
  await company.admin.ok(pickMaterial, { mo_id: mo.id, lines: [line] })
  await refused(company.admin, revertMos, { mo_ids: [mo.id] }, manufacturingErrors.returnHasOutbound)
  await company.admin.ok(revertMos, { mo_ids: [(await aReleasedMo(company)).id] })
})

rule(app, 'R-051 a work order whose product another one occupies cannot return', async company => {
  const part = await aMo(company, { quantity: '10' })
  const user = await aMo(company, { components: [{ material_id: part.material_id }], quantity: '10' })
  await company.admin.ok(sendMosToPlan, { mo_ids: [part.id] })
  await company.admin.ok(assignByHand, {
    mo_id: user.id,
    material_id: part.material_id,
    assigns: [{ source_type: 4, source_id: part.id, quantity: '4' }],
  })
  await refused(company.admin, revertMos, { mo_ids: [part.id] }, manufacturingErrors.returnOccupied)
})

rule(app, 'R-052 R-053 a merged work order is not merged again and not split', async company => {
  const made = await aMo(company)
  const second = await company.admin.ok(createMo, {
    material_id: made.material_id,
    planned_quantity: '5',
    delivery_date: inDays(20),
  })
  const third = await company.admin.ok(createMo, {
    material_id: made.material_id,
    planned_quantity: '5',
    delivery_date: inDays(20),
  })
  const { mo_ids } = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids: [made.id, second.id] })
  await refused(
    company.admin,
    mergeOrSplitMos,
    { operation: 'merge', mo_ids: [mo_ids[0]!, third.id] },
    manufacturingErrors.mergedAgain,
  )
  await refused(
    company.admin,
    mergeOrSplitMos,
    { operation: 'split', mo_ids: [mo_ids[0]!], split_quantities: ['5', '10'] },
    manufacturingErrors.mergedSplit,
  )
  await company.admin.ok(mergeOrSplitMos, { operation: 'split', mo_ids: [third.id], split_quantities: ['2', '3'] })
})

rule(app, 'R-056 only to-do work orders are deleted', async company => {
  const mo = await aMo(company)
  await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
  await refused(company.admin, dropMos, { mo_ids: [mo.id] }, manufacturingErrors.moNotDeletable)
  await company.admin.ok(dropMos, { mo_ids: [(await aMo(company)).id] })
})

rule(app, 'R-043 the second view of a work order follows from status, dispatch and picking', async () => {
  const view = (status: MoStatusCode, dispatch_status: 0 | 1 = 0, picking_status: 0 | 1 | 2 = 0) =>
    execStatusOf({ status, dispatch_status, picking_status })
  expect([view(10), view(20), view(30), view(30, 0, 1), view(30, 1, 2), view(35), view(40), view(50)]).toEqual([
    10, 20, 30, 31, 40, 41, 50, 50,
  ])
})

rule(app, 'R-075 an action that the status does not allow is refused', async company => {
  const order = await anOrder(company, { material_id: await aProduct(company) })
  await refused(company.admin, submitSalesOrders, { ids: [order.id] }, generalErrors.statusNotAllowed)
  const draft = await anOrder(company, { material_id: await aProduct(company), submit: false })
  await company.admin.ok(submitSalesOrders, { ids: [draft.id] })
})

rule(app, 'R-109 a fully offset order needs no production', async company => {
  const mo = await aMo(company)
  const order = (offset_quantity: string) =>
    company.admin.ok(addSalesOrder, {
      order_date: today,
      delivery_date: inDays(9),
      submit: true,
      lines: [{ material_id: mo.material_id, quantity: '4', offset_quantity }],
    })
  await refused(company.admin, salesLinesToMo, { order_ids: [(await order('4')).id] }, salesErrors.fullyOffset)
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [(await order('1')).id] })
  expect((await company.admin.ok(showMo, { mo_id: mo_ids[0]! })).mo.planned_quantity).toBe('3.000000')
})

rule(app, 'R-158 an order that has work orders is not updatable', async company => {
  const made = await anOrderedMo(company)
  const change = async (id: string) => {
    const { record, lines } = await company.admin.ok(showSalesOrder, { id })
    return {
      id,
      row_version: record.row_version,
      order_date: today,
      delivery_date: inDays(30),
      lines: lines.map(line => ({ id: line.id, material_id: line.material_id, quantity: '7' })),
    }
  }
  const answer = await company.admin.send(updateSalesOrder, await change(made.order_id))
  expect([salesErrors.orderNotUpdatable.code, salesErrors.orderHasMo.code]).toContain(answer.code)
  const free = await anOrder(company, { material_id: made.material_id })
  await company.admin.ok(updateSalesOrder, await change(free.id))
})

rule(app, 'R-159 a work order is not editable once in production', async company => {
  const mo = await aMo(company)
  const { row_version } = (await company.admin.ok(showMo, { mo_id: mo.id })).mo
  await company.admin.ok(alterMo, { id: mo.id, row_version, planned_quantity: '11' })
  await company.as(tx => sql`update mo set status = 35 where id = ${mo.id}`.execute(tx))
  const now = (await company.admin.ok(showMo, { mo_id: mo.id })).mo.row_version
  await refused(
    company.admin,
    alterMo,
    { id: mo.id, row_version: now, planned_quantity: '12' },
    manufacturingErrors.moNotEditable,
  )
})

rule(app, 'R-190 times are seconds: a value in milliseconds is no time', async company => {
  const range = (from: number, to: number) => ({ timestamp_range: [from, to] as [number, number] })
  await company.admin.ok(listSalesOrders, range(today, today + 86_400))
  const answer = await company.admin.send(listSalesOrders, range(today * 1000, today * 1000 + 1))
  expect(answer.code).not.toBe(200)
})
