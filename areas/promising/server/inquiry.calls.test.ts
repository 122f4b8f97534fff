import { setTimeout } from 'node:timers/promises'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { createMo, sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { heldCapacity } from '@qitao/manufacturing/server'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aCustomer, materials } from '@qitao/masterdata/testing/factories.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aScheme, receive } from '@qitao/quality/testing/quality.factory.ts'
import { queryLineStates } from '@qitao/sales/model/line-state.calls.ts'
import { saveSalesPrices } from '@qitao/sales/model/price/sales-price.calls.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import { addSalesOrder, listSalesOrders, salesLinesToMo, showSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { makeOrderLink, queryOrderLink } from '@qitao/sales/model/share.calls.ts'
import { recordDelivery } from '@qitao/sales/server'
import { anOrder, inDays } from '@qitao/sales/testing/factories.ts'
import { alterTask, autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import { lockHead } from '@qitao/scheduling/server'
import { pages } from '@qitao/site/model/pages.ts'
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
import { inquiryStatus } from '../model/inquiry.status.ts'
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
    // Promised for an earlier day than is wished: it is due when it is wished.
    expect(inquiry.promise_date).toBeLessThan(inquiry.requested_date!)
    expect(record).toMatchObject({ order_type: '1', status: 10, delivery_date: inquiry.requested_date })
    // What comes from stock is not made.
    expect(lines).toMatchObject([
      {
        quantity: '10.000000',
        offset_quantity: '4.000000',
        status: 10,
        delivery_date: inquiry.requested_date,
        promised_date: inquiry.promise_date,
      },
    ])
    // Everybody who looks at the order reads what was promised: its list, its lines, the customer.
    const { promise_date: promised_date } = inquiry
    expect((await company.admin.ok(listSalesOrders, {})).result).toMatchObject([{ no, promised_date }])
    expect((await company.admin.ok(queryLineStates, { order_id })).result).toMatchObject([{ promised_date }])
    const { share_key } = await company.admin.ok(makeOrderLink, { object_id: order_id })
    expect((await app.raw(queryOrderLink.path, { share_key })).data).toMatchObject({
      order: { promised_date },
      lines: [{ promised_date }],
    })
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
  const pending = async (statuses?: number[]) =>
    (await company.admin.ok(listInquiries, { pool: 'pending', ...(statuses ? { statuses } : {}) })).result
  expect((await pending()).map(({ id }) => id)).toEqual([second.inquiry.id])
  expect((await pending([inquiryStatus.codes.cancelled])).map(({ id }) => id)).toEqual([inquiry_id])
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

/** An hour's work for stock runs on the first machine; so many of its sixty pieces are reported. */
async function running(company: TestCompany, material_id: string, reported: number) {
  const mo = await company.admin.ok(createMo, { material_id, planned_quantity: '60', delivery_date: inDays(9) })
  await company.admin.ok(sendMosToPlan, { mo_ids: [mo.id] })
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 1 })
  expect((await company.jobEnd(job_id)).status).toBe(2)
  const { started } = taskStatus.codes
  await company.as(tx =>
    sql`update production_task set status = ${started}, actual_start_time = epoch_now() - 600, reported_quantity = ${reported}
      where mo_id = ${mo.id} and sequence = (select min(sequence) from production_task where mo_id = ${mo.id})`.execute(
      tx,
    ),
  )
}
test('a promise right behind what runs is confirmed, also when it runs on without a report', async () => {
  for (const [reported, waited] of [
    [50, 0],
    [20, 1_100],
  ] as const) {
    const company = await app.company()
    const { material_id } = await aPromisePlant(company, { components: '1000' })
    await running(company, material_id, reported)
    const { inquiry, lines } = await ask(company, material_id, '65')
    // Before the hour is over that was planned for it.
    expect(lines[0]!.answer.tasks[0]!.setup_start_time).toBeLessThan(Date.now() / 1000 + 55 * 60)
    await setTimeout(waited)
    await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  }
})
test('a promise whose hours somebody has planned into is not confirmed', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '1000' })
  await running(company, material_id, 50)
  const { inquiry } = await ask(company, material_id, '65')
  await company.as(tx =>
    sql`update production_task t set device_id = h.device_id, setup_start_time = h.setup_start_time, start_time = h.start_time, end_time = h.end_time
      from capacity_hold h where t.status = ${taskStatus.codes.not_started}`.execute(tx),
  )
  expect((await company.admin.send(confirmInquiry, { inquiry_id: inquiry.id })).code).toBe(
    promisingErrors.inquiryExpired.code,
  )
})

test('a confirmed promise keeps its hours until its work orders are on the plan', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '1000' })
  const first = await ask(company, material_id, '600')
  const { order_id } = await company.admin.ok(confirmInquiry, { inquiry_id: first.inquiry.id })
  const later = await ask(company, material_id, '60')
  const end = first.lines[0]!.answer.tasks[0]!.end_time
  expect(later.lines[0]!.answer.tasks[0]!.setup_start_time).toBeGreaterThanOrEqual(end)
  await company.admin.ok(cancelInquiry, { inquiry_id: later.inquiry.id })
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [order_id] })
  const then = await ask(company, material_id, '60')
  expect(then.lines[0]!.answer.tasks[0]!.setup_start_time).toBeGreaterThanOrEqual(end)
  await company.admin.ok(cancelInquiry, { inquiry_id: then.inquiry.id })
  await company.admin.ok(sendMosToPlan, { mo_ids })
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids, seconds: 1 })
  expect((await company.jobEnd(job_id)).status).toBe(2)
  expect(await company.as(tx => heldCapacity(tx, company.org_id, Math.floor(Date.now() / 1000)))).toEqual([])
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

test('what can be had before the day for which it was ordered is due on that day all the same', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '20', components: '100' })
  const far = await anOrder(company, { material_id, quantity: '10', delivery_date: inDays(30) })
  const near = await anOrder(company, { material_id, quantity: '100', delivery_date: inDays(-2) })
  for (const { id } of [far, near]) {
    const { inquiry } = await company.admin.ok(askInquiry, { order_id: id })
    await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  }
  const linesOf = async (id: string) => (await company.admin.ok(showSalesOrder, { id })).lines
  const [wished] = await linesOf(far.id)
  expect(wished!.delivery_date).toBe(inDays(30))
  expect(wished!.promised_date).toBeLessThan(inDays(30))
  // What cannot be had on its day is due when it was promised.
  for (const line of await linesOf(near.id)) expect(line.delivery_date).toBe(line.promised_date)
})

test('an order that is asked for is in the currency of its customer, at what is agreed with him', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '100' })
  await company.as(tx => sql`update material set sales_price = 25 where id = ${material_id}`.execute(tx))
  const customer_id = (await aCustomer(company, { currency: 'USD', tax_rate: '13' })).id
  const price = { material_id, currency: 'USD', valid_from: inDays(-10) }
  await company.admin.ok(saveSalesPrices, {
    prices: [
      { ...price, price: '4' },
      { ...price, price: '3.5', customer_id, from_quantity: '10' },
    ],
  })
  const ordered = async (of: object, line: object = {}) => {
    const lines = [{ material_id, quantity: '10', delivery_date: inDays(5), ...line }]
    const { inquiry } = await company.admin.ok(askInquiry, { order: { ...of, lines } })
    const { no } = await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
    const { record, lines: made } = await company.admin.ok(showSalesOrder, { no })
    return { ...record, price: made[0]!.price }
  }
  expect(await ordered({ customer_id })).toMatchObject({ currency: 'USD', price: '3.500000', tax_rate: '13.000000' })
  expect(await ordered({ customer_id }, { quantity: '2' })).toMatchObject({ currency: 'USD', price: '4.000000' })
  expect(await ordered({ customer_id }, { price: '5' })).toMatchObject({ currency: 'USD', price: '5.000000' })
  // Nothing is agreed in the currency of the company: the price of the product.
  expect(await ordered({})).toMatchObject({ currency: 'CNY', price: '25.000000' })
})

/** An order of a customer of class C has all the components on a work order; a customer of class A asks for the same product. */
async function contested(company: TestCompany) {
  const plant = await aPromisePlant(company, { components: '100' })
  const c = (await aCustomer(company, { level: 'C', name: 'Low' })).id
  const a = (await aCustomer(company, { level: 'A' })).id
  const lines = (quantity: string) => [{ material_id: plant.material_id, quantity }]
  const low = await company.admin.ok(addSalesOrder, {
    ...{ customer_id: c, order_date: inDays(0), delivery_date: inDays(20), submit: true, lines: lines('100') },
  })
  await company.admin.ok(salesLinesToMo, { order_ids: [low.id] })
  const [mo] = await company.as(tx => rows(tx, sql<{ id: string; no: string }>`select id, no from mo`))
  const { job_id } = await company.admin.ok(checkKits, { mo_ids: [mo!.id] })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  const wish = (customer_id: string, more: object = {}) =>
    company.admin.ok(askInquiry, {
      order: { customer_id, lines: [{ ...lines('20')[0]!, delivery_date: inDays(3) }] },
      ...more,
    })
  return { ...plant, a, c, low, mo: mo!, wish }
}
const peggedTo = (company: TestCompany, mo_id: string) =>
  company.as(async tx => {
    const found = await rows(
      tx,
      sql<{
        quantity: string
      }>`select trim_scale(sum(quantity))::text as quantity from mo_assignment where mo_id = ${mo_id} group by material_id order by 1`,
    )
    return found.map(({ quantity }) => quantity)
  })

test('a promise that holds only by taking from a lower class says from whom, and takes it when that is agreed to', async () => {
  const company = await app.company()
  const { a, c, low, mo, wish } = await contested(company)
  const before = await peggedTo(company, mo.id)
  // Nobody loses unasked, and nobody of the own class.
  for (const { inquiry } of [await wish(a), await wish(c, { may_displace: true })])
    expect(inquiry).toMatchObject({ delivery_status: 0, displaced: [] })
  const { inquiry } = await wish(a, { may_displace: true })
  expect(inquiry).toMatchObject({ delivery_status: 1, may_displace: true })
  expect(inquiry.displaced.length).toBeGreaterThan(0)
  for (const row of inquiry.displaced)
    expect(row).toMatchObject({ kind: 'mo', no: mo.no, order_no: low.no, customer_name: 'Low', level: 'C' })
  // The parts are bought within ten days.
  expect(inquiry.displaced.every(({ again }) => again !== null && again > inDays(9))).toBe(true)
  // Asking has taken nothing; confirming without having seen it takes nothing either.
  expect(await peggedTo(company, mo.id)).toEqual(before)
  const refused = await company.admin.send(confirmInquiry, { inquiry_id: inquiry.id })
  expect(refused).toMatchObject({ code: promisingErrors.displacesOthers.code, message: expect.stringContaining(mo.no) })
  expect(await peggedTo(company, mo.id)).toEqual(before)
  await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id, displaces: true })
  const after = await peggedTo(company, mo.id)
  expect(after.map(Number).reduce((x, y) => x + y, 0)).toBeLessThan(before.map(Number).reduce((x, y) => x + y, 0))
  // All that the promise counts on is held for it now.
  const supply = (await held(company)).supply.filter(({ kept_until }) => kept_until === null)
  expect(supply.length).toBeGreaterThan(0)
  const { result } = await company.admin.ok(listNotices, {})
  expect(result.some(({ text }) => text.includes(low.no))).toBe(true)
})
test('what is not there any more when it is to be taken ends the promise', async () => {
  const company = await app.company()
  const { a, mo, wish } = await contested(company)
  const { inquiry } = await wish(a, { may_displace: true })
  await company.as(tx => sql`update mo_assignment set locked = true where mo_id = ${mo.id}`.execute(tx))
  expect((await company.admin.send(confirmInquiry, { inquiry_id: inquiry.id, displaces: true })).code).toBe(
    promisingErrors.inquiryExpired.code,
  )
})
test('stock that another order counts on is lost to a higher class: it has to be made for that order', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10' })
  const c = (await aCustomer(company, { level: 'C' })).id
  const a = (await aCustomer(company, { level: 'A' })).id
  const low = await company.admin.ok(addSalesOrder, {
    ...{ customer_id: c, order_date: inDays(0), delivery_date: inDays(20), submit: true },
    lines: [{ material_id, quantity: '8' }],
  })
  await company.as(tx => sql`update sales_order_line set offset_quantity = 8 where order_id = ${low.id}`.execute(tx))
  const { inquiry, lines } = await company.admin.ok(askInquiry, {
    order: { customer_id: a, lines: [{ material_id, quantity: '5', delivery_date: inDays(3) }] },
    may_displace: true,
  })
  expect(inquiry.displaced).toMatchObject([{ kind: 'order', no: low.no, quantity: '3' }])
  // Free without anybody's loss: of the rest nothing is held before somebody has agreed to it.
  expect(lines[0]!.answer.free).toMatchObject([{ quantity: '2' }])
  const heldNow = async () =>
    (await held(company)).supply.map(({ quantity }) => Number(quantity)).reduce((a, b) => a + b, 0)
  expect(await heldNow()).toBe(2)
  await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id, displaces: true })
  const { lines: left } = await company.admin.ok(showSalesOrder, { id: low.id })
  expect(left[0]).toMatchObject({ offset_quantity: '5.000000' })
  const [all] = await company.as(tx =>
    rows(tx, sql<{ offset: number }>`select sum(offset_quantity)::float8 as offset from sales_order_line`),
  )
  expect(all).toEqual({ offset: 10 })
})
test('a line that was covered and is not any more is not finished any more; what was made for a line stays with it', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { product: '10' })
  const c = (await aCustomer(company, { level: 'C' })).id
  const a = (await aCustomer(company, { level: 'A' })).id
  const ordered = async (quantity: string) =>
    (
      await company.admin.ok(addSalesOrder, {
        ...{ customer_id: c, order_date: inDays(0), delivery_date: inDays(20), submit: true },
        lines: [{ material_id, quantity }],
      })
    ).id
  const [covered, made] = [await ordered('5'), await ordered('5')]
  const { finished } = salesOrderStatus.codes
  await company.as(async tx => {
    await sql`update sales_order_line set offset_quantity = 5, status = ${finished} where order_id = ${covered}`.execute(
      tx,
    )
    await sql`update sales_order set offset_flag = 1, main_product_num = 0, status = ${finished} where id = ${covered}`.execute(
      tx,
    )
    await sql`update sales_order_line set planned_quantity = 5, inbound_quantity = 5, produced_quantity = 5, status = ${finished} where order_id = ${made}`.execute(
      tx,
    )
    await sql`update sales_order set status = ${finished} where id = ${made}`.execute(tx)
  })
  const rush = (quantity: string) =>
    company.admin.ok(askInquiry, {
      order: { customer_id: a, lines: [{ material_id, quantity, delivery_date: inDays(3) }] },
      may_displace: true,
    })
  // All ten: five of them were made for their own order.
  expect((await rush('10')).inquiry).toMatchObject({ displaced: [] })
  const { inquiry } = await rush('5')
  const { record } = await company.admin.ok(showSalesOrder, { id: covered })
  expect(inquiry.displaced).toMatchObject([{ kind: 'order', no: record.no, quantity: '5' }])
  await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id, displaces: true })
  const after = await company.admin.ok(showSalesOrder, { id: covered })
  expect(Number(after.lines[0]!.offset_quantity)).toBe(0)
  expect(after.record.status).not.toBe(finished)
  expect((await company.admin.ok(showSalesOrder, { id: made })).record.status).toBe(finished)
})
test('who sees own documents only does not read whose the others are', async () => {
  const company = await app.company()
  const { a, material_id } = await contested(company)
  const seller = await company.member([pages.orderPromise, pages.salesOrders])
  await company.as(tx => sql`update app_permission set data_scope = 10`.execute(tx))
  const { inquiry } = await seller.ok(askInquiry, {
    order: { customer_id: a, lines: [{ material_id, quantity: '20', delivery_date: inDays(3) }] },
    may_displace: true,
  })
  expect(inquiry.displaced[0]).toMatchObject({ order_no: '***', customer_name: '***', level: 'C' })
})
