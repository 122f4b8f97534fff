import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { dayOf, daySeconds, endOfDay } from '@qitao/core/time.ts'
import { explainLateLines, queryLineRemedies, queryLineStates } from '@qitao/sales/model/line-state.calls.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { cancelSalesOrders, deleteSalesOrders, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, aProduct, inDays } from '@qitao/sales/testing/factories.ts'
import { aComponent, aMo, aPlant, aTask, at } from '@qitao/scheduling/testing/plant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { confirmInquiry } from '../../model/inquiry.calls.ts'
import { aPromisePlant, ask } from '../../testing/promise.factory.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

/** A line of 120 pieces whose work order waits for its material, and is late by it. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const order = await anOrder(company, { material_id: plant.product.id, quantity: '120', delivery_date: inDays(1) })
  const { lines } = await company.admin.ok(showSalesOrder, { id: order.id })
  const line_id = lines[0]!.id
  const mo = await aMo(company, plant, {
    ...{ steps: 1, delivery_date: inDays(1), order_id: order.id, order_line_id: line_id },
  })
  await aTask(company, mo, 0, plant.saw, at(2, 10))
  await aComponent(company, plant, mo, at(2, 10))
  await company.as(async tx => {
    await sql`update mo_operation set reported_quantity = 30 where mo_id = ${mo.id}`.execute(tx)
    await sql`update sales_order_line set planned_quantity = 120, planned_finish_time = ${at(2, 12)} where id = ${line_id}`.execute(
      tx,
    )
  })
  return { plant, order, line_id, mo }
}

contract(app, queryLineStates, {
  set,
  good: ({ order }) => ({ order_id: order.id }),
  check: ({ result }, { line_id, mo }) => {
    expect(result).toHaveLength(1)
    const [line] = result
    expect(line).toMatchObject({ line_id, line_no: 1, progress_percent: 25, is_late: true, promised_date: null })
    expect(line!.to_make_quantity).toBe('0')
    // Until its day ends where the company is, as the plan counts it.
    const end = endOfDay(dayOf(inDays(1), 'Asia/Shanghai'), 'Asia/Shanghai')
    expect(line!.slack_days).toBe(Math.floor(((end - at(2, 12)) / daySeconds) * 10) / 10)
    expect(line!.mos).toMatchObject([{ no: mo.no, operations: 1, operations_done: 0, material_state: null }])
  },
  refused: () => [['an order that is not there', { order_id: nowhere }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})

contract(app, explainLateLines, {
  set,
  good: ({ order }) => ({ order_id: order.id }),
  check: ({ result }, { line_id, mo, plant }) => {
    expect(result).toMatchObject([{ line_id, mo_id: mo.id, mo_no: mo.no, has_remedies: true }])
    for (const words of Object.values(result[0]!.reason)) expect(words).toContain(plant.component.code)
  },
  refused: () => [['an order that is not there', { order_id: nowhere }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})

contract(app, queryLineRemedies, {
  set,
  good: ({ line_id }) => ({ line_id }),
  check: ({ result }, { plant }) => {
    expect(result.length).toBeGreaterThan(0)
    for (const { gained_seconds } of result) expect(gained_seconds).toBeGreaterThan(0)
    expect(result.map(({ what }) => what.en).join()).toContain(plant.component.code)
  },
  refused: () => [['a line that is not there', { line_id: nowhere }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})

test('a line that nobody makes says so; one that is only wanted later is not late', async () => {
  const company = await app.company()
  const material_id = await aProduct(company)
  const late = await anOrder(company, { material_id, quantity: '7', delivery_date: inDays(-3) })
  const { result } = await company.admin.ok(explainLateLines, { order_id: late.id })
  expect(result).toMatchObject([{ mo_id: null, has_remedies: false }])
  expect(result[0]!.reason.en).toMatch(/^7 pcs-\w+ of it are on no work order yet$/)
  const later = await anOrder(company, { material_id, delivery_date: inDays(30) })
  expect((await company.admin.ok(queryLineStates, { order_id: later.id })).result[0]!.is_late).toBe(false)
  expect((await company.admin.ok(explainLateLines, { order_id: later.id })).result).toEqual([])
})

test('what was cancelled or thrown away is not late, and asks for no reason', async () => {
  const company = await app.company()
  const late = await anOrder(company, { material_id: await aProduct(company), delivery_date: inDays(-3) })
  const isLate = async () => (await company.admin.ok(queryLineStates, { order_id: late.id })).result[0]!.is_late
  expect(await isLate()).toBe(true)
  await company.admin.ok(cancelSalesOrders, { ids: [late.id] })
  expect(await isLate()).toBe(false)
  expect((await company.admin.ok(explainLateLines, { order_id: late.id })).result).toEqual([])
  const dropped = await anOrder(company, {
    ...{ material_id: await aProduct(company), delivery_date: inDays(-3), submit: false },
  })
  await company.admin.ok(deleteSalesOrders, { ids: [dropped.id] })
  expect((await company.admin.ok(queryLineStates, { order_id: dropped.id })).result[0]!.is_late).toBe(false)
})

test('the day of a line is the one of its order, its work orders and the plan, though another was promised before', async () => {
  const company = await app.company()
  const { order, line_id } = await set(company)
  await company.as(tx =>
    sql`update sales_order_line set promised_date = ${inDays(30)} where id = ${line_id}`.execute(tx),
  )
  const { result } = await company.admin.ok(queryLineStates, { order_id: order.id })
  expect(result[0]).toMatchObject({ due_date: inDays(1), promised_date: inDays(30), is_late: true })
})

test('a promise that is confirmed stands on the line', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '20' })
  const { inquiry } = await ask(company, material_id, '5')
  const { order_id } = await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  const { result } = await company.admin.ok(queryLineStates, { order_id })
  expect(result[0]!.promised_date).toBe(inquiry.promise_date)
})
