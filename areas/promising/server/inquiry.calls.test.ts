import { contract } from '@qitao/app-server/testing/contract.ts'
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { createMo, sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { materials } from '@qitao/masterdata/testing/factories.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aScheme, receive } from '@qitao/quality/testing/quality.factory.ts'
import { queryLineStates } from '@qitao/sales/model/line-state.calls.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { listSalesOrders, salesLinesToMo, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { recordDelivery } from '@qitao/sales/server'
import { anOrder, inDays } from '@qitao/sales/testing/factories.ts'
import { alterTask, autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import { lockHead } from '@qitao/scheduling/server'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  askInquiry,
  cancelInquiry,
  confirmInquiry,
  extendInquiry,
  listInquiries,
  showInquiry,
} from '../model/inquiry.calls.ts'
import { promisingErrors } from '../model/promising.errors.ts'
import { aPromisePlant, ask } from '../testing/promise.factory.ts'

const app = await testApp()
const unknown = newId()

const held = (company: TestCompany) =>
  company.as(async tx => ({
    supply: await rows(
      tx,
      sql<{
        quantity: string
        kept_until: number | null
      }>`select trim_scale(quantity)::text as quantity, kept_until from supply_hold order by quantity`,
    ),
    hours: await rows(
      tx,
      sql<{
        device_id: string
        setup_start_time: number
        end_time: number
      }>`select device_id, setup_start_time, end_time from capacity_hold order by start_time`,
    ),
  }))
/** As if the time of the answer were over. */
const letExpire = (company: TestCompany, inquiry_id: string) =>
  company.as(async tx => {
    await sql`update inquiry set result_kept_until = epoch_now() - 60 where id = ${inquiry_id}`.execute(tx)
    await sql`update supply_hold set kept_until = epoch_now() - 60 where inquiry_id = ${inquiry_id}`.execute(tx)
    await sql`update capacity_hold set kept_until = epoch_now() - 60 where inquiry_id = ${inquiry_id}`.execute(tx)
  })

contract(app, askInquiry, {
  set: async company => ({ ...(await aPromisePlant(company, { product: '4', components: '100' })), company }),
  good: ({ material_id }) => ({ order: { lines: [{ material_id, quantity: '10', delivery_date: inDays(5) }] } }),
  check: ({ inquiry, lines }) => {
    expect(inquiry).toMatchObject({
      status: 1,
      order_type: '2',
      delivery_status: 1,
      capacity_status: 1,
      hold_minutes: 15,
    })
    const [line] = lines
    expect(line!.answer.wanted).toEqual({ met: true, quantity: '10' })
    expect(line!.answer.full).toMatchObject({ quantity: '10', from_supply: '4' })
    // Six pieces: an hour at least for each of two steps.
    expect(line!.answer.tasks).toHaveLength(2)
    expect(line!.answer.parts.map(({ quantity }) => quantity)).toEqual(['4', '6'])
  },
  refused: ({ material_id }) => {
    const order = { lines: [{ material_id, quantity: '10', delivery_date: inDays(5) }] }
    return [
      ['14 minutes are too short (R-089)', { order, hold_minutes: 14 }, promisingErrors.holdTooShort],
      ['no such order', { order_id: unknown }, salesErrors.orderMissing],
      ['neither an order nor a wish', {}, generalErrors.badParameter],
      [
        'half a piece',
        { order: { lines: [{ ...order.lines[0]!, quantity: '0.5' }] } },
        generalErrors.unitQuantityPrecision,
      ],
    ]
  },
  foreign: generalErrors.recordNotFound,
})

contract(app, confirmInquiry, {
  set: async company => {
    const plant = await aPromisePlant(company, { product: '4', components: '100' })
    return { ...plant, company, ...(await ask(company, plant.material_id, '10')) }
  },
  good: ({ inquiry }) => ({ inquiry_id: inquiry.id }),
  check: async ({ order_id, no }, { inquiry }, company) => {
    expect(order_id).toBe(inquiry.order_id)
    const { record, lines } = await company.admin.ok(showSalesOrder, { no })
    expect(record).toMatchObject({ order_type: '1', status: 10, delivery_date: inquiry.promise_date })
    // What comes from stock is not made.
    expect(lines).toMatchObject([{ quantity: '10.000000', offset_quantity: '4.000000', status: 10 }])
    const promises = await company.admin.ok(listInquiries, { pool: 'promised' })
    expect(promises.result).toMatchObject([{ id: inquiry.id, status: 2, order_type: '2.1' }])
    expect((await held(company)).hours).toHaveLength(2)
  },
  refused: ({ inquiry }) => [
    ['no such inquiry', { inquiry_id: unknown }, generalErrors.recordNotFound],
    [
      'earlier than can be promised',
      { inquiry_id: inquiry.id, promise_date: inquiry.promise_date! - daySeconds },
      generalErrors.badParameter,
    ],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, cancelInquiry, {
  set: async company => {
    const plant = await aPromisePlant(company, { product: '20' })
    return { ...plant, company, ...(await ask(company, plant.material_id, '10')) }
  },
  good: ({ inquiry }) => ({ inquiry_id: inquiry.id, reason: 'Too late' }),
  check: async (_, { inquiry }, company) => {
    const { record } = await company.admin.ok(showInquiry, { inquiry_id: inquiry.id })
    expect(record).toMatchObject({ status: 3, reason: 'Too late' })
    expect((await held(company)).supply).toEqual([])
  },
  refused: () => [['no such inquiry', { inquiry_id: unknown }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, extendInquiry, {
  set: async company => {
    const plant = await aPromisePlant(company, { product: '20', components: '90' })
    const over = await ask(company, plant.material_id, '1')
    await letExpire(company, over.inquiry.id)
    const answer = await ask(company, plant.material_id, '10')
    // Part of it is made, from the end of its hold on.
    const made = await ask(company, plant.material_id, '30')
    return { ...plant, company, over, made, ...answer }
  },
  good: ({ inquiry }) => ({ inquiry_id: inquiry.id, minutes: 30 }),
  check: async ({ result_kept_until }, { inquiry }, company) => {
    expect(result_kept_until).toBe(inquiry.result_kept_until + 30 * 60)
    const { record } = await company.admin.ok(showInquiry, { inquiry_id: inquiry.id })
    expect(record).toMatchObject({ status: 1, result_kept_until })
    const { supply } = await held(company)
    expect(supply).toContainEqual({ quantity: '10', kept_until: result_kept_until })
  },
  refused: ({ inquiry, over, made }) => [
    ['no such inquiry', { inquiry_id: unknown, minutes: 30 }, generalErrors.recordNotFound],
    ['one that is over', { inquiry_id: over.inquiry.id, minutes: 30 }, promisingErrors.inquiryExpired],
    ['longer than a week', { inquiry_id: inquiry.id, minutes: 7 * 24 * 60 }, generalErrors.badParameter],
    ['beyond the first hour that it holds', { inquiry_id: made.inquiry.id, minutes: 60 }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

contract(app, listInquiries, {
  set: async company => {
    const plant = await aPromisePlant(company, { product: '20' })
    return { ...plant, company, ...(await ask(company, plant.material_id, '10')) }
  },
  good: () => ({ pool: 'pending' as const }),
  check: ({ result, total }, { inquiry }) => {
    expect(total).toBe(1)
    expect(result).toMatchObject([{ id: inquiry.id, no: inquiry.no, status: 1, quantity: '10.000000' }])
  },
  refused: () => [['more than a year', { timestamp_range: [0, 400 * daySeconds] }, generalErrors.dateSpanOverYear]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})

contract(app, showInquiry, {
  set: async company => {
    const plant = await aPromisePlant(company, { product: '20' })
    return { ...plant, company, ...(await ask(company, plant.material_id, '10')) }
  },
  good: ({ inquiry }) => ({ inquiry_id: inquiry.id }),
  check: ({ record, lines }, { inquiry }) => {
    expect(record).toEqual(inquiry)
    expect(lines[0]!.answer.full!.because.kind).toBe('stock')
  },
  refused: () => [['no such inquiry', { inquiry_id: unknown }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})

test('eight inquiries at once for the last stock: one gets it, the others have it made', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10', components: '1000' })
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(company, material_id, '10')))
  const fromStock = answers.map(({ lines }) => Number(lines[0]!.answer.full!.from_supply))
  expect(fromStock.toSorted((a, b) => b - a)).toEqual([10, ...Array(7).fill(0)])
  const { supply, hours } = await held(company)
  expect(supply.filter(({ quantity }) => quantity === '10')).toHaveLength(1 + 7 * 2)
  // No hour of a machine is held twice.
  for (const device_id of new Set(hours.map(hour => hour.device_id))) {
    const own = hours.filter(hour => hour.device_id === device_id)
    expect(own).toHaveLength(7)
    for (const [i, hour] of own.entries())
      if (i > 0) expect(hour.setup_start_time).toBeGreaterThanOrEqual(own[i - 1]!.end_time)
  }
})

test('what is issued while a promise is computed is not promised', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10', components: '1000' })
  const issued = async (tx: Tx) => {
    await lockHead(tx, company.org_id)
    await sql`update inventory set quantity = 4 where material_id = ${material_id}`.execute(tx)
  }
  const [answer] = await sideBySide(app, company, issued, [() => ask(company, material_id, '10')])
  expect(answer!.lines[0]!.answer.full!.from_supply).toBe('4')
})

test('a promise is confirmed only while the result is kept (R-090); what it held is free for others then', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10' })
  const { inquiry } = await ask(company, material_id, '10')
  await letExpire(company, inquiry.id)
  expect((await company.admin.send(confirmInquiry, { inquiry_id: inquiry.id })).code).toBe(
    promisingErrors.inquiryExpired.code,
  )
  expect((await company.admin.send(cancelInquiry, { inquiry_id: inquiry.id })).code).toBe(
    promisingErrors.inquiryNotPending.code,
  )
  expect((await company.admin.ok(showInquiry, { inquiry_id: inquiry.id })).record.status).toBe(4)
  const again = await ask(company, material_id, '10')
  expect(again.lines[0]!.answer.full!.from_supply).toBe('10')
})

test('only a pending inquiry is confirmed or cancelled (R-044); asking again takes the place of the former answer', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10' })
  const first = await ask(company, material_id, '10')
  const second = await company.admin.ok(askInquiry, { order_id: first.inquiry.order_id })
  expect(second.lines[0]!.answer.full!.from_supply).toBe('10')
  const inquiry_id = first.inquiry.id
  expect((await company.admin.send(confirmInquiry, { inquiry_id })).code).toBe(promisingErrors.inquiryNotPending.code)
  await company.admin.ok(confirmInquiry, { inquiry_id: second.inquiry.id })
  expect((await company.admin.send(cancelInquiry, { inquiry_id: second.inquiry.id })).code).toBe(
    promisingErrors.inquiryNotPending.code,
  )
})

test('a wish that is only asked for is no sales order yet', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10' })
  const { inquiry } = await ask(company, material_id, '10')
  expect((await company.admin.ok(listSalesOrders, {})).total).toBe(0)
  await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  expect((await company.admin.ok(listSalesOrders, {})).result).toMatchObject([
    { id: inquiry.order_id, order_type: '1' },
  ])
})

test('in parts: each delivery gets a line of the order, and what is made for it its hours', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '4', components: '100' })
  const { inquiry, lines } = await ask(company, material_id, '10', { mode: 'parts' })
  const { parts } = lines[0]!.answer
  expect(parts.map(({ quantity, from_supply }) => [quantity, from_supply])).toEqual([
    ['4', '4'],
    ['6', '0'],
  ])
  const { no } = await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  const order = await company.admin.ok(showSalesOrder, { no })
  expect(order.lines.map(({ quantity, offset_quantity }) => [Number(quantity), Number(offset_quantity)])).toEqual([
    [4, 4],
    [6, 0],
  ])
  const kept = await company.as(tx =>
    rows(tx, sql<{ line: string }>`select distinct order_line_id as line from capacity_hold`),
  )
  expect(kept).toEqual([{ line: order.lines[1]!.id }])
})

test('what is missing of the components decides: the lead time, named with the material', async () => {
  const company = await app.company()
  const { material_id, component_ids } = await aPromisePlant(company)
  const { lines, inquiry } = await ask(company, material_id, '10', { in_days: 3 })
  const { full, wanted } = lines[0]!.answer
  expect(wanted).toEqual({ met: false, quantity: '0' })
  expect(full!.because).toMatchObject({ kind: 'lead_time', quantity: '10' })
  expect(full!.because.until - full!.because.from).toBe(10 * daySeconds)
  expect(lines[0]!.short_components).toHaveLength(component_ids.length)
  expect(inquiry).toMatchObject({ material_status: 6, delivery_status: 0, capacity_status: 3 })
})

test('what waits for its inspection is promised from its release on, and not twice', async () => {
  const company = await app.company()
  const plant = await aPromisePlant(company)
  const [first, second] = plant.component_ids as [string, string]
  await inStock(company, [second], '100')
  const place = await company.as(async tx => ({ location_id: await aLocation(tx), supplier_id: await aSupplier(tx) }))
  await aScheme(company, { material_id: first, release_hours: 48 })
  await receive(company, { ...place, material_id: first, quantity: '20' })
  const answer = async () => (await ask(company, plant.material_id, '20')).lines[0]!
  const { promise_date } = await answer()
  // Two days of inspection, not ten of buying.
  expect(promise_date! - Date.now() / 1000).toBeGreaterThan(daySeconds)
  expect(promise_date! - Date.now() / 1000).toBeLessThan(4 * daySeconds)
  const later = await answer()
  expect(later.promise_date! - Date.now() / 1000).toBeGreaterThan(9 * daySeconds)
})

test('what is not maintained is refused with its place', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '100' })
  const [bare] = await materials(company, [{ kind: 2 }])
  const order = (id: string) => ({ order: { lines: [{ material_id: id, quantity: '1', delivery_date: inDays(5) }] } })
  const without = await company.admin.send(askInquiry, order(bare!.id))
  expect(without).toMatchObject({ code: engineeringErrors.bomMissing.code, data: { row: 1, object: bare!.code } })
  await company.as(tx => sql`delete from cycle_time`.execute(tx))
  expect((await company.admin.send(askInquiry, order(material_id))).code).toBe(schedulingErrors.cycleTimeMissing.code)
  // Nothing of a refused inquiry is left behind.
  expect((await company.admin.ok(listInquiries, {})).total).toBe(0)
})

test('stock that open orders need, and components that work orders need, are not promised', async () => {
  const company = await app.company()
  const { material_id, component_ids } = await aPromisePlant(company, { product: '10', components: '10' })
  await anOrder(company, { material_id, quantity: '7' })
  const first = await ask(company, material_id, '5')
  expect(first.lines[0]!.answer.full!.from_supply).toBe('3')
  await company.admin.ok(cancelInquiry, { inquiry_id: first.inquiry.id })
  // A work order takes nine of each of ten components.
  const mo = await company.admin.ok(createMo, { material_id, planned_quantity: '9', delivery_date: inDays(9) })
  await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo.id] })
  await company.jobEnd(job_id!)
  const second = await ask(company, material_id, '4')
  expect(second.lines[0]!.answer.full!.from_supply).toBe('3')
  expect(second.lines[0]!.short_components).toEqual([])
  await company.admin.ok(cancelInquiry, { inquiry_id: second.inquiry.id })
  const third = await ask(company, material_id, '5')
  expect(third.lines[0]!.short_components).toHaveLength(component_ids.length)
})

test('the material plan of work orders leaves alone what a promise holds', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '10' })
  await ask(company, material_id, '6')
  const mo = await company.admin.ok(createMo, { material_id, planned_quantity: '9', delivery_date: inDays(9) })
  await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo.id] })
  await company.jobEnd(job_id!)
  const short = await company.as(tx =>
    rows(tx, sql<{ q: number }>`select short_quantity::float8 as q from mo_component`),
  )
  expect(short.map(({ q }) => q)).toEqual([5, 5])
})

test('the automatic schedule places nothing in hours that a promise holds', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '1000' })
  await ask(company, material_id, '90')
  const mo = await company.admin.ok(createMo, { material_id, planned_quantity: '60', delivery_date: inDays(9) })
  await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 1 })
  expect((await company.jobEnd(job_id)).status).toBe(2)
  const tasks = await company.as(tx =>
    rows(
      tx,
      sql<{ held: number }>`select (select count(*)::int from capacity_hold h
    where h.device_id = t.device_id and h.setup_start_time < t.end_time and h.end_time > t.setup_start_time) as held from production_task t`,
    ),
  )
  expect(tasks).toEqual([{ held: 0 }, { held: 0 }])
})

test('no task is dragged into hours that a promise holds', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '1000' })
  const mo = await company.admin.ok(createMo, { material_id, planned_quantity: '60', delivery_date: inDays(9) })
  await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 1 })
  expect((await company.jobEnd(job_id)).status).toBe(2)
  const { lines } = await ask(company, material_id, '90')
  const [held] = lines[0]!.answer.tasks
  const [task] = await company.as(tx =>
    rows(
      tx,
      sql<{ id: string; row_version: number }>`select id, row_version from production_task order by sequence limit 1`,
    ),
  )
  const start_time = held!.start_time + 60
  const refused = await company.admin.send(
    alterTask,
    { task_id: task!.id, start_time, end_time: start_time + hourSeconds, row_version: task!.row_version },
    { language: 'en' },
  )
  expect(refused.code).toBe(schedulingErrors.taskOverlap.code)
  expect(refused.message).toContain('order promise')
})

test('a promise whose stock was shipped meanwhile is not confirmed', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10' })
  const { inquiry } = await ask(company, material_id, '10')
  await company.as(tx => sql`update inventory set quantity = 2 where material_id = ${material_id}`.execute(tx))
  expect((await company.admin.send(confirmInquiry, { inquiry_id: inquiry.id })).code).toBe(
    promisingErrors.inquiryExpired.code,
  )
})

test('a confirmed promise keeps its hours until its order is on work orders', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '1000' })
  const first = await ask(company, material_id, '600')
  const { order_id } = await company.admin.ok(confirmInquiry, { inquiry_id: first.inquiry.id })
  const later = await ask(company, material_id, '60')
  const end = first.lines[0]!.answer.tasks[0]!.end_time
  expect(later.lines[0]!.answer.tasks[0]!.setup_start_time).toBeGreaterThanOrEqual(end)
  await company.admin.ok(cancelInquiry, { inquiry_id: later.inquiry.id })
  await company.admin.ok(salesLinesToMo, { order_ids: [order_id] })
  const then = await ask(company, material_id, '60')
  expect(then.lines[0]!.answer.tasks[0]!.setup_start_time).toBeLessThan(end)
  expect(then.lines[0]!.answer.full!.time).toBeLessThan(Date.now() / 1000 + 6 * hourSeconds)
})

test('of an order that was shipped in part what left is neither promised again nor made again', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '4', components: '100' })
  const order = await anOrder(company, { material_id, quantity: '10' })
  const { lines } = await company.admin.ok(showSalesOrder, { id: order.id })
  await company.as(tx => recordDelivery(tx, company.org_id, [{ line_id: lines[0]!.id, quantity: '3' }]))
  const { inquiry } = await company.admin.ok(askInquiry, { order_id: order.id })
  await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  const { result } = await company.admin.ok(queryLineStates, { order_id: order.id })
  const of = (name: 'quantity' | 'to_make_quantity') => result.reduce((all, line) => all + Number(line[name]), 0)
  // Ten were ordered, three have left, four lie in stock: three are made.
  expect([of('quantity'), of('to_make_quantity')]).toEqual([10, 3])
})
