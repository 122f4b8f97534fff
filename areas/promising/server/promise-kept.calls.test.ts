import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { dayOf } from '@qitao/core/time.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { alterMo, createMo, dropMos, mergeOrSplitMos, sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import {
  checkKits,
  replenishMos,
  showAssignments,
  showMoSupply,
} from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { heldCapacity, heldSupply } from '@qitao/manufacturing/server'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { aCalendar, aDevice } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { cancelWithFollowers, previewOrderCancel } from '@qitao/sales/model/order-change.calls.ts'
import {
  cancelSalesOrders,
  salesLinesToMo,
  showSalesOrder,
  updateSalesOrder,
} from '@qitao/sales/model/sales-order.calls.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { autoSchedule, type ScheduleResult } from '@qitao/scheduling/model/schedule.calls.ts'
import { addDispatch, addReport, dropReport } from '@qitao/shopfloor/model/report.calls.ts'
import { publish } from '@qitao/shopfloor/testing/factories.ts'
import { aLocation } from '@qitao/stock/testing/stock.factory.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelInquiry, confirmInquiry } from '../model/inquiry.calls.ts'
import { aPromisePlant, ask, type PromisePlant } from '../testing/promise.factory.ts'

/** What is promised stays with its order on its way to work orders, kits and the plan. */
const app = await testApp()
const seconds = () => Math.floor(Date.now() / 1000)

async function promised(company: TestCompany, material_id: string, quantity: string) {
  const { inquiry, lines } = await ask(company, material_id, quantity)
  const { order_id } = await company.admin.ok(confirmInquiry, { inquiry_id: inquiry.id })
  const [line] = await company.as(tx =>
    rows(tx, sql<{ id: string }>`select id from sales_order_line where order_id = ${order_id}`),
  )
  return { order_id, line_id: line!.id, answer: lines[0]!.answer }
}
const ended = async (company: TestCompany, job_id: string | null) =>
  expect(await company.jobEnd(job_id!)).toMatchObject({ status: 2 })
const checked = async (company: TestCompany, mo_ids: readonly string[]) =>
  ended(company, (await company.admin.ok(checkKits, { mo_ids: [...mo_ids] })).job_id)
/** A rival's work order for stock, due before all others. */
const aRival = async (company: TestCompany, material_id: string, quantity: string) =>
  (
    await company.admin.ok(createMo, {
      ...{ material_id, planned_quantity: quantity, delivery_date: inDays(1), priority: 1 },
    })
  ).id
/** By component, what work orders have of stock. */
const given = (company: TestCompany, mo_ids: readonly string[]) =>
  company.as(tx =>
    rows(
      tx,
      sql<{
        quantity: number
        locked: boolean
      }>`select sum(quantity)::float8 as quantity, bool_and(locked) as locked from mo_assignment
        where mo_id = any(${mo_ids}::uuid[]) group by material_id order by material_id`,
    ),
  )
const held = (company: TestCompany) =>
  company.as(async tx => (await heldSupply(tx, company.org_id, seconds(), null)).map(one => Number(one.quantity)))
const lineToMo = (company: TestCompany, { order_id, line_id }: Kept, quantity: string) =>
  company.admin.ok(salesLinesToMo, {
    ...{ order_ids: [order_id], mos: [{ line_id, planned_quantity: quantity, delivery_date: inDays(30) }] },
  })
interface Kept {
  readonly order_id: string
  readonly line_id: string
}

test('goods of a promise are its work orders’ as they are made: who comes between gets none of them', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '10' })
  const a = await promised(company, material_id, '7')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  expect(await held(company)).toEqual([])
  expect(await given(company, mo_ids)).toEqual([
    { quantity: 7, locked: true },
    { quantity: 7, locked: true },
  ])
  const rival = await aRival(company, material_id, '9')
  await checked(company, [rival])
  expect((await given(company, [rival])).map(one => one.quantity)).toEqual([3, 3])
  const second = await ask(company, material_id, '2')
  // Nothing is left: it waits for what is bought.
  expect(second.lines[0]!.answer.full!.time).toBeGreaterThan(inDays(9))
  await checked(company, [...mo_ids, rival])
  expect((await given(company, mo_ids)).map(one => one.quantity)).toEqual([7, 7])
  const { assignments } = await company.admin.ok(showMoSupply, { mo_id: mo_ids[0]! })
  for (const one of assignments) {
    expect(one).toMatchObject({ why: 'promised', lock_reason: null })
    expect(one.locked_by_name).not.toBeNull()
  }
})

test('what is not on work orders stays held, and nobody takes it by hand; of all together it is never more than promised', async () => {
  const company = await app.company()
  const { material_id, component_ids } = await aPromisePlant(company, { components: '10' })
  const a = await promised(company, material_id, '8')
  const { mo_ids: first } = await lineToMo(company, a, '3')
  expect(await held(company)).toEqual([5, 5])
  expect((await given(company, first)).map(one => one.quantity)).toEqual([3, 3])
  const rival = await aRival(company, material_id, '9')
  const { alternatives } = await company.admin.ok(showAssignments, { mo_id: rival, material_id: component_ids[0]! })
  expect(alternatives.map(one => Number(one.available_quantity))).toEqual([2])
  await checked(company, [rival])
  expect((await given(company, [rival])).map(one => one.quantity)).toEqual([2, 2])
  const { mo_ids: rest } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  expect(await held(company)).toEqual([])
  expect((await given(company, rest)).map(one => one.quantity)).toEqual([5, 5])
})

test('work orders that are split, changed or dropped give what was promised back to the promise; an order that is cancelled frees it', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '8' })
  const a = await promised(company, material_id, '8')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  const { mo_ids: parts } = await company.admin.ok(mergeOrSplitMos, {
    ...{ operation: 'split' as const, mo_ids, split_quantities: ['5', '3'] },
  })
  expect((await given(company, [parts[0]!])).map(one => one.quantity)).toEqual([5, 5])
  expect((await given(company, [parts[1]!])).map(one => one.quantity)).toEqual([3, 3])
  const { mo_ids: merged } = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids: parts })
  expect((await given(company, merged)).map(one => one.quantity)).toEqual([8, 8])
  const rival = await aRival(company, material_id, '8')
  await company.admin.ok(dropMos, { mo_ids: merged })
  expect(await held(company)).toEqual([8, 8])
  await checked(company, [rival])
  expect(await given(company, [rival])).toEqual([])
  await company.admin.ok(cancelSalesOrders, { ids: [a.order_id] })
  expect(await held(company)).toEqual([])
  // Nor does anything wait to be handed on: a work order that serves the line would be given it.
  const left = sql<{ id: string }>`select id from supply_hold union all select id from capacity_hold`
  expect(await company.as(tx => rows(tx, left))).toEqual([])
  await checked(company, [rival])
  expect((await given(company, [rival])).map(one => one.quantity)).toEqual([8, 8])
})

test('what is promised of a purchase that comes goes over too', async () => {
  const company = await app.company()
  const { material_id, component_ids } = await aPromisePlant(company)
  const supplier_id = await company.as(tx => aSupplier(tx))
  await aPurchaseOrder(company, {
    supplier_id,
    materials: component_ids.map(id => ({ material_id: id, quantity: '6', eta: inDays(4) })),
  })
  const a = await promised(company, material_id, '6')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  const rival = await aRival(company, material_id, '6')
  await checked(company, [rival])
  expect(await given(company, [rival])).toEqual([])
  await checked(company, mo_ids)
  expect(await given(company, mo_ids)).toEqual([
    { quantity: 6, locked: true },
    { quantity: 6, locked: true },
  ])
})

test('who is given what comes while it comes has it where it lies', async () => {
  const company = await app.company()
  const { material_id, component_ids } = await aPromisePlant(company)
  const of = await company.as(async tx => ({ supplier_id: await aSupplier(tx), location_id: await aLocation(tx) }))
  const bought = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: component_ids.map(id => ({ material_id: id, quantity: '6', eta: inDays(4) })),
  })
  const a = await promised(company, material_id, '6')
  const { mo_ids } = await lineToMo(company, a, '2')
  const more = { ...(await versionOf(company, mo_ids[0]!)), planned_quantity: '6' }
  const received = {
    arrival_ids: bought.line_ids,
    lines: bought.line_ids.map(arrival_id => ({ arrival_id, quantity: '6', location_id: of.location_id })),
  }
  await sideBySide<unknown>(app, company, sql`select from purchase_order where id = ${bought.id} for update`, [
    () => company.admin.ok(receiveArrivals, received),
    () => company.admin.ok(alterMo, more),
  ])
  const sources = await company.as(tx =>
    rows(
      tx,
      sql<{
        type: number
        locked: boolean
        quantity: number
      }>`select source_type as type, locked, sum(quantity)::float8 as quantity
        from mo_assignment where mo_id = ${more.id} group by 1, 2`,
    ),
  )
  expect(sources).toEqual([{ type: supplySource.codes.in_stock, locked: true, quantity: 12 }])
  expect(await held(company)).toEqual([])
})

test('who is given it again by a report that is taken back while it comes has it where it lies', async () => {
  const company = await app.company()
  const { material_id, component_ids, devices } = await aPromisePlant(company, { components: '7' })
  const of = await company.as(async tx => ({ supplier_id: await aSupplier(tx), location_id: await aLocation(tx) }))
  const bought = await aPurchaseOrder(company, {
    supplier_id: of.supplier_id,
    materials: component_ids.map(id => ({ material_id: id, quantity: '3', eta: inDays(4) })),
  })
  const a = await promised(company, material_id, '10')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  const [first, last] = (await publish(company, mo_ids[0]!, devices[0]!.id)) as [string, string]
  await company.admin.ok(addDispatch, { task_ids: [first, last], user_ids: [company.admin.user_id] })
  const reported = (task_id: string) => company.admin.ok(addReport, { task_id, finished_quantity: '7', finishes: true })
  await reported(first)
  const { id } = await reported(last)
  expect(await held(company)).toEqual([3, 3])
  const received = {
    arrival_ids: bought.line_ids,
    lines: bought.line_ids.map(arrival_id => ({ arrival_id, quantity: '3', location_id: of.location_id })),
  }
  await sideBySide<unknown>(app, company, sql`select from mo_component where mo_id = ${mo_ids[0]!} for update`, [
    () => company.admin.ok(dropReport, { id }),
    () => company.admin.ok(receiveArrivals, received),
  ])
  const sources = await company.as(tx =>
    rows(
      tx,
      sql<{ type: number; locked: boolean; quantity: number }>`select source_type as type, locked,
        sum(quantity)::float8 as quantity from mo_assignment where mo_id = ${mo_ids[0]!} group by 1, 2`,
    ),
  )
  expect(sources).toEqual([{ type: supplySource.codes.in_stock, locked: true, quantity: 6 }])
  expect(await held(company)).toEqual([])
})

/** A product of a part that is made too, of one material, of which ten are there. */
async function aPlantOfTwoLevels(company: TestCompany) {
  await aCalendar(company, {
    ...{ is_default: true },
    shifts: [{ name: 'All', week_days: [1, 2, 3, 4, 5, 6, 7], start_second: 0, end_second: 0, breaks: [] }],
  })
  const part = await aReleasedProduct(company, { components: 1, steps: 1 })
  const top = await aReleasedProduct(company, { components: [{ material_id: part.material_id }], steps: 1 })
  for (const process_id of [...part.process_ids, ...top.process_ids])
    await aDevice(company, { process_ids: [process_id] })
  await inStock(company, part.component_ids, '10')
  return { part, top }
}
async function replenished(company: TestCompany, mo_ids: readonly string[]) {
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids: [...mo_ids] })
  const made = await company.jobEnd(job_id!)
  expect(made).toMatchObject({ status: 2, result: { mo_count: 1, request_count: 0 } })
  return (made.result as { mo_ids: string[] }).mo_ids
}
/** The sales order is cancelled; of its work orders those that `goes` says. */
async function cancelled(company: TestCompany, id: string, goes: (effect: { object_id: string }) => boolean) {
  const { record } = await company.admin.ok(showSalesOrder, { id })
  const order = { id, row_version: record.row_version }
  const { effects, digest } = await company.admin.ok(previewOrderCancel, order)
  const accepted = effects.flatMap(({ is_choice, key, object }) =>
    is_choice && goes({ object_id: object!.id }) ? [key] : [],
  )
  await company.admin.ok(cancelWithFollowers, { ...order, digest, accepted })
}

test('what is promised for an order below waits for that order, is not bought again, and goes to nobody else meanwhile', async () => {
  const company = await app.company()
  const { part, top } = await aPlantOfTwoLevels(company)
  const a = await promised(company, top.material_id, '10')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  await checked(company, mo_ids)
  const other = await aReleasedProduct(company, { components: [{ material_id: part.component_ids[0]! }], steps: 1 })
  const rival = await aRival(company, other.material_id, '4')
  await checked(company, [rival])
  expect(await given(company, [rival])).toEqual([])
  const children = await replenished(company, mo_ids)
  expect(await given(company, children)).toEqual([{ quantity: 10, locked: true }])
  expect(await held(company)).toEqual([])
  await checked(company, [...mo_ids, rival])
  expect(await given(company, children)).toEqual([{ quantity: 10, locked: true }])
  expect(await given(company, [rival])).toEqual([])
})

test('an order merged from those below two sales orders has what was promised for each, and gives up one’s when that is cancelled', async () => {
  const company = await app.company()
  const { top } = await aPlantOfTwoLevels(company)
  const [a, b] = [await promised(company, top.material_id, '6'), await promised(company, top.material_id, '4')]
  const below: string[] = []
  for (const { order_id } of [a, b]) {
    const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [order_id] })
    await checked(company, mo_ids)
    below.push(...(await replenished(company, mo_ids)))
  }
  const { mo_ids: merged } = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids: below })
  const served = sql<{ lines: string[]; quantities: number[] }>`select served_line_ids::text[] as lines,
    served_quantities::float8[] as quantities from mo where id = ${merged[0]!}`
  const [found] = await company.as(tx => rows(tx, served))
  expect(new Map(found!.lines.map((line, i) => [line, found!.quantities[i]]))).toEqual(
    new Map([
      [a.line_id, 6],
      [b.line_id, 4],
    ]),
  )
  const kept = sql<{
    line: string | null
    quantity: number
  }>`select promised_line_id as line, sum(quantity)::float8 as quantity
    from mo_assignment where mo_id = ${merged[0]!} group by 1 order by 2 desc`
  expect(await company.as(tx => rows(tx, kept))).toEqual([
    { line: a.line_id, quantity: 6 },
    { line: b.line_id, quantity: 4 },
  ])
  expect(await held(company)).toEqual([])
  await cancelled(company, a.order_id, ({ object_id }) => !merged.includes(object_id))
  expect(await company.as(tx => rows(tx, kept))).toEqual([
    { line: null, quantity: 6 },
    { line: b.line_id, quantity: 4 },
  ])
})

test('an order below that stays when its sales order is cancelled has its material like any other', async () => {
  const company = await app.company()
  const { top } = await aPlantOfTwoLevels(company)
  const a = await promised(company, top.material_id, '10')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  await checked(company, mo_ids)
  const children = await replenished(company, mo_ids)
  expect(await given(company, children)).toEqual([{ quantity: 10, locked: true }])
  await cancelled(company, a.order_id, ({ object_id }) => mo_ids.includes(object_id))
  expect(await given(company, children)).toEqual([{ quantity: 10, locked: false }])
})

const waysToCancel = [
  ['with what follows', (company: TestCompany, id: string) => cancelled(company, id, () => true)],
  ['by itself', (company: TestCompany, id: string) => company.admin.ok(cancelSalesOrders, { ids: [id] })],
] as const
test.each(waysToCancel)(
  'of an order merged from the lines of two sales orders the one that is cancelled %s locks and holds nothing any more',
  async (_, cancel) => {
    const company = await app.company()
    const { material_id } = await aPromisePlant(company, { components: '20' })
    const [a, b] = [await promised(company, material_id, '7'), await promised(company, material_id, '5')]
    const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id, b.order_id] })
    const { mo_ids: merged } = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids })
    expect((await given(company, merged)).map(one => [one.quantity, one.locked])).toEqual([
      [12, true],
      [12, true],
    ])
    await cancel(company, a.order_id)
    const kept = await company.as(tx =>
      rows(
        tx,
        sql<{
          line: string | null
          locked: boolean
          quantity: number
        }>`select promised_line_id as line, locked, sum(quantity)::float8 as quantity
        from mo_assignment where mo_id = any(${merged}::uuid[]) group by 1, 2 order by 2`,
      ),
    )
    expect(kept).toEqual([
      { line: null, locked: false, quantity: 14 },
      { line: b.line_id, locked: true, quantity: 10 },
    ])
    const holds = sql<{
      of: string
    }>`select distinct order_line_id as of from supply_hold where order_line_id in (${a.line_id}, ${b.line_id})
    union select order_line_id from capacity_hold where order_line_id = ${a.line_id}`
    expect(await company.as(tx => rows(tx, holds))).toEqual([])
  },
)

test('a line that goes from an order whose lines are all on merged work orders locks and holds nothing any more', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '20' })
  const [a, b] = [await promised(company, material_id, '7'), await promised(company, material_id, '5')]
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id, b.order_id] })
  const { mo_ids: merged } = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids })
  const { record, lines } = await company.admin.ok(showSalesOrder, { id: a.order_id })
  const { row_version, order_date, delivery_date } = record
  await company.admin.ok(updateSalesOrder, {
    ...{ id: a.order_id, row_version, order_date, delivery_date },
    lines: lines.map(line => ({ material_id: line.material_id, quantity: '1' })),
  })
  const kept = sql<{ line: string | null; locked: boolean; quantity: number }>`select promised_line_id as line, locked,
    sum(quantity)::float8 as quantity from mo_assignment where mo_id = any(${merged}::uuid[]) group by 1, 2 order by 2`
  expect(await company.as(tx => rows(tx, kept))).toEqual([
    { line: null, locked: false, quantity: 14 },
    { line: b.line_id, locked: true, quantity: 10 },
  ])
})

test('what a work order that ends short has not used of a promise waits for the rest, and is back with it when it goes on', async () => {
  const company = await app.company()
  const { material_id, devices } = await aPromisePlant(company, { components: '12' })
  const a = await promised(company, material_id, '10')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  const task_ids = await publish(company, mo_ids[0]!, devices[0]!.id)
  await company.admin.ok(addDispatch, { task_ids, user_ids: [company.admin.user_id] })
  const reported = (task_id: string) => company.admin.ok(addReport, { task_id, finished_quantity: '7', finishes: true })
  const [first, last] = task_ids as [string, string]
  await reported(first)
  const { id } = await reported(last)
  expect(await given(company, mo_ids)).toEqual([])
  expect(await held(company)).toEqual([3, 3])
  await company.admin.ok(dropReport, { id })
  expect(await held(company)).toEqual([])
  expect(await given(company, mo_ids)).toEqual([
    { quantity: 3, locked: true },
    { quantity: 3, locked: true },
  ])
  await reported(last)
  const rival = await aRival(company, material_id, '9')
  await checked(company, [rival])
  expect((await given(company, [rival])).map(one => one.quantity)).toEqual([2, 2])
  const { mo_ids: rest } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  expect(await held(company)).toEqual([])
  expect(await given(company, rest)).toEqual([
    { quantity: 3, locked: true },
    { quantity: 3, locked: true },
  ])
})

test('hours of a promise are its work orders’: who is scheduled between goes around them', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '1000' })
  const a = await promised(company, material_id, '120')
  const hours = () => company.as(tx => heldCapacity(tx, company.org_id, seconds()))
  const before = await hours()
  expect(before).toHaveLength(2)
  const { mo_ids } = await lineToMo(company, a, '60')
  const scheduled = async (ids: string[]) => {
    await company.admin.ok(sendMosToPlan, { mo_ids: ids })
    await ended(company, (await company.admin.ok(autoSchedule, { mo_ids: ids, seconds: 1 })).job_id)
    return company.as(tx =>
      rows(
        tx,
        sql<{
          device_id: string
          start: number
          end: number
        }>`select device_id, setup_start_time as start, end_time as "end"
          from production_task where mo_id = any(${ids}::uuid[])`,
      ),
    )
  }
  const over = (tasks: Awaited<ReturnType<typeof scheduled>>, kept: Awaited<ReturnType<typeof hours>>) =>
    tasks.filter(task =>
      kept.some(
        one => one.device_id === task.device_id && one.setup_start_time < task.end && one.end_time > task.start,
      ),
    ).length
  expect(await hours()).toMatchObject(before.map(({ setup_start_time, end_time }) => ({ setup_start_time, end_time })))
  const rival = await aRival(company, material_id, '60')
  expect(over(await scheduled([rival]), before)).toBe(0)
  // Its own order has them, and what is not on work orders keeps the rest.
  expect(over(await scheduled(mo_ids), before)).toBeGreaterThan(0)
  const rest = await hours()
  expect(rest.map(one => Number(one.quantity))).toEqual([60, 60])
  for (const [i, { start_time, end_time }] of rest.entries()) {
    expect(end_time).toBe(before[i]!.end_time)
    expect(end_time - start_time).toBeLessThan(before[i]!.end_time - before[i]!.start_time)
  }
  const { mo_ids: others } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  await scheduled(others)
  expect(await hours()).toEqual([])
})

const tasksOf = (company: TestCompany, ids: readonly string[]) =>
  company.as(tx =>
    rows(
      tx,
      sql<{
        device_id: string
        start: number
        end: number
      }>`select device_id, setup_start_time as start, end_time as "end"
        from production_task where mo_id = any(${ids}::uuid[]) order by start_time`,
    ),
  )
const planTogether = async (company: TestCompany, mo_ids: readonly string[]) => {
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [...mo_ids], seconds: 1 })
  const job = await company.jobEnd(job_id!)
  expect(job).toMatchObject({ status: 2 })
  return job.result as ScheduleResult
}

test('rivals that are due earlier and more urgent do not push a promised order beyond its day, nor when all is planned anew', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '100000' })
  const a = await promised(company, material_id, '1200')
  const hours = await company.as(tx => heldCapacity(tx, company.org_id, seconds()))
  const last = Math.max(...hours.map(({ end_time }) => end_time))
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  const rivals = []
  for (let i = 0; i < 6; i++) rivals.push(await aRival(company, material_id, '1500'))
  await company.admin.ok(sendMosToPlan, { mo_ids: [...mo_ids, ...rivals] })
  const result = await planTogether(company, [...mo_ids, ...rivals])
  expect(result).toMatchObject({ scheduled: 7, failed: [], broken_promises: [] })
  const own = await tasksOf(company, mo_ids)
  expect(own.map(({ device_id }) => device_id)).toEqual(hours.map(({ device_id }) => device_id))
  expect(Math.max(...own.map(({ end }) => end))).toBeLessThanOrEqual(last)
  const more = []
  for (let i = 0; i < 2; i++) more.push(await aRival(company, material_id, '1500'))
  await company.admin.ok(sendMosToPlan, { mo_ids: more })
  const again = await planTogether(company, [...mo_ids, ...rivals, ...more])
  expect(again).toMatchObject({ scheduled: 9, failed: [], broken_promises: [] })
})

test('hours of promises for several lines are those of the order that is merged for them', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '1000' })
  const [a, b] = [await promised(company, material_id, '120'), await promised(company, material_id, '60')]
  const hours = () => company.as(tx => heldCapacity(tx, company.org_id, seconds()))
  const before = await hours()
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id, b.order_id] })
  const { mo_ids: merged } = await company.admin.ok(mergeOrSplitMos, { operation: 'merge', mo_ids })
  const id = merged[0]!
  expect((await hours()).map(one => one.mo_ids)).toEqual(before.map(() => [id]))
  // A little less is made of it: what it has of the promises is its own again.
  await company.admin.ok(alterMo, { ...(await versionOf(company, id)), planned_quantity: '170' })
  expect(await given(company, merged)).toEqual([
    { quantity: 170, locked: true },
    { quantity: 170, locked: true },
  ])
  await company.admin.ok(alterMo, { ...(await versionOf(company, id)), planned_quantity: '180' })
  await company.admin.ok(sendMosToPlan, { mo_ids: merged })
  const run = await planTogether(company, merged)
  expect(run).toMatchObject({ scheduled: 1, failed: [] })
  const tasks = await tasksOf(company, merged)
  // Merged, the first goes when both are done: after a midnight between them its day is gone, and that is said.
  const day = (time: number) => dayOf(time, 'Asia/Shanghai')
  const finish = day(Math.max(...tasks.map(({ end }) => end)))
  expect(run.broken_promises.map(one => day(one.promised_date))).toEqual(
    [a, b].map(({ answer }) => day(answer.full!.time)).filter(promised_day => promised_day < finish),
  )
  expect(tasks.map(({ device_id }) => device_id)).toEqual([...new Set(before.map(({ device_id }) => device_id))])
  // Not later than in its own hours; where its day is gone, as soon as there is room.
  expect(Math.min(...tasks.map(({ start }) => start))).toBeLessThanOrEqual(
    Math.min(...before.map(({ setup_start_time }) => setup_start_time)),
  )
  expect(await hours()).toEqual([])
})

test('what is not on work orders yet keeps its hours when the rest is planned together with rivals', async () => {
  const company = await app.company()
  const { material_id } = await aPromisePlant(company, { components: '100000' })
  const a = await promised(company, material_id, '1200')
  const { mo_ids } = await lineToMo(company, a, '600')
  const rivals: string[] = []
  for (let i = 0; i < 4; i++) rivals.push(await aRival(company, material_id, '1500'))
  await company.admin.ok(sendMosToPlan, { mo_ids: [...mo_ids, ...rivals] })
  const run = await planTogether(company, [...mo_ids, ...rivals])
  expect(run).toMatchObject({ scheduled: 5, failed: [], broken_promises: [] })
  const rest = await company.as(tx => heldCapacity(tx, company.org_id, seconds()))
  expect(rest.map(one => Number(one.quantity))).toEqual([600, 600])
  const tasks = await tasksOf(company, rivals)
  expect(
    tasks.filter(task =>
      rest.some(one => one.device_id === task.device_id && one.start_time < task.end && one.end_time > task.start),
    ),
  ).toEqual([])
  const { mo_ids: others } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  await company.admin.ok(sendMosToPlan, { mo_ids: others })
  expect(await planTogether(company, [...mo_ids, ...others, ...rivals])).toMatchObject({ broken_promises: [] })
})

test('a promise that a plan cannot keep is told with its order, its day and when it is finished', async () => {
  const company = await app.company()
  const { material_id, devices } = await aPromisePlant(company, { components: '100000' })
  const a = await promised(company, material_id, '1200')
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [a.order_id] })
  await company.admin.ok(sendMosToPlan, { mo_ids })
  // The machine is closed for all the time that was promised.
  await company.as(tx =>
    sql`insert into device_freeze (id, device_id, start_time, end_time, kind)
      values (${newId()}, ${devices[0]!.id}, ${seconds() - 60}, ${inDays(60)}, 3)`.execute(tx),
  )
  const { broken_promises } = await planTogether(company, mo_ids)
  const [order] = await company.as(tx =>
    rows(
      tx,
      sql<{
        no: string
        promised_date: number
        mo_no: string
        planned_finish_time: number
      }>`select o.no, l.promised_date, m.no as mo_no, m.planned_finish_time
        from sales_order_line l join sales_order o on o.id = l.order_id join mo m on m.order_line_id = l.id where l.id = ${a.line_id}`,
    ),
  )
  const { no, mo_no, promised_date, planned_finish_time } = order!
  expect(planned_finish_time).toBeGreaterThan(inDays(60))
  expect(broken_promises).toEqual([{ mo_id: mo_ids[0], no: mo_no, order_no: no, promised_date, planned_finish_time }])
})

const commands = [
  'part',
  'rest',
  'check',
  'check_rival',
  'ask',
  'split',
  'merge',
  'drop',
  'less',
  'more_rivals',
] as const
type Command = (typeof commands)[number]
async function carryOut(company: TestCompany, { material_id }: PromisePlant, a: Kept, command: Command): Promise<void> {
  const orders = await company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
        line_id: string | null
        quantity: number
        merged: boolean
      }>`select id, order_line_id as line_id, planned_quantity::float8 as quantity, merged
        from mo order by id`,
    ),
  )
  const own = orders.filter(({ line_id }) => line_id !== null)
  const rivals = orders.filter(({ line_id }) => line_id === null)
  const ids = (of: readonly { id: string }[]) => of.map(({ id }) => id)
  const plain = own.find(({ merged, quantity }) => !merged && quantity >= 2)
  if (command === 'part')
    await company.admin.send(salesLinesToMo, {
      order_ids: [a.order_id],
      mos: [{ line_id: a.line_id, planned_quantity: '2', delivery_date: inDays(30) }],
    })
  if (command === 'rest') await company.admin.send(salesLinesToMo, { order_ids: [a.order_id] })
  if (command === 'check' && own.length > 0) await checked(company, ids(own))
  if (command === 'check_rival' && rivals.length > 0) await checked(company, ids(rivals))
  if (command === 'more_rivals') await aRival(company, material_id, '4')
  if (command === 'ask') {
    const { inquiry } = await ask(company, material_id, '3')
    await company.admin.ok(cancelInquiry, { inquiry_id: inquiry.id })
  }
  if (command === 'split' && plain) {
    const split_quantities = ['1', String(plain.quantity - 1)]
    await company.admin.ok(mergeOrSplitMos, { operation: 'split', mo_ids: [plain.id], split_quantities })
  }
  if (command === 'merge')
    await company.admin.send(mergeOrSplitMos, { operation: 'merge', mo_ids: ids(own.slice(0, 2)) })
  if (command === 'drop' && own[0]) await company.admin.ok(dropMos, { mo_ids: [own[0].id] })
  if (command === 'less' && plain) {
    const planned_quantity = String(plain.quantity - 1)
    await company.admin.ok(alterMo, { ...(await versionOf(company, plain.id)), planned_quantity })
  }
}
const versionOf = async (company: TestCompany, id: string) => {
  const [found] = await company.as(tx =>
    rows(tx, sql<{ row_version: number }>`select row_version from mo where id = ${id}`),
  )
  return { id, row_version: found!.row_version }
}

test('whatever happens to its work orders, a promise has what was promised and nothing is claimed twice', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...commands), { minLength: 6, maxLength: 10 }), async sequence => {
      const company = await app.company()
      const plant = await aPromisePlant(company, { components: '9' })
      const a = await promised(company, plant.material_id, '6')
      for (const command of sequence) {
        await carryOut(company, plant, a, command)
        const [kept] = await company.as(tx =>
          rows(
            tx,
            sql<{ held: number; given: number; over: number }>`select
              (select coalesce(sum(quantity), 0)::float8 from supply_hold where order_line_id = ${a.line_id}) as held,
              (select coalesce(sum(quantity), 0)::float8 from mo_assignment where promised_line_id = ${a.line_id} and locked) as given,
              (select count(*)::int from inventory i where i.quantity < i.occupied_quantity
                + coalesce((select sum(h.quantity) from supply_hold h where h.source_id = i.id), 0)
                or i.occupied_quantity <> coalesce((select sum(x.quantity) from mo_assignment x where x.source_id = i.id), 0)) as over`,
          ),
        )
        expect({ sequence, command, over: kept!.over, all: kept!.held + kept!.given }).toEqual({
          ...{ sequence, command, over: 0, all: 12 },
        })
      }
    }),
    { numRuns: 8 },
  )
}, 180_000)
