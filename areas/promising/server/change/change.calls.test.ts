import { approveApproval, queryApprovalList, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode, approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { alterMo, dropMos, listMosOfOrders, showMo, showMoBom } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { replenishMos } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { tellSales } from '@qitao/manufacturing/server'
import { aMo, anOrderedMo, inStock } from '@qitao/manufacturing/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import {
  cancelWithFollowers,
  changeSalesOrder,
  previewOrderCancel,
  previewOrderChange,
} from '@qitao/sales/model/order-change.calls.ts'
import { salesErrors } from '@qitao/sales/model/sales.errors.ts'
import {
  addSalesOrder,
  salesLinesToMo,
  showSalesOrder,
  updateSalesOrder,
} from '@qitao/sales/model/sales-order.calls.ts'
import { recordDelivery } from '@qitao/sales/server'
import { anOrder, aProduct, inDays, today } from '@qitao/sales/testing/factories.ts'
import { aPlannedMo, aPlant, at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

const app = await testApp()

/** An order as it stands, as the page sends it back. */
async function given(company: TestCompany, id: string) {
  const { record, lines } = await company.admin.ok(showSalesOrder, { id })
  const { customer_id, customer_order_no, order_date, delivery_date, priority, currency, tax_rate, remark } = record
  return {
    ...{ id, row_version: record.row_version, order_type: '1' as const, customer_id, customer_order_no, order_date },
    ...{ delivery_date, priority, currency, tax_rate, remark },
    lines: lines.map(
      ({ id, material_id, quantity, price, delivery_date, offset_quantity, customer_drawing, remark }) => ({
        ...{
          id: id as string | undefined,
          material_id,
          quantity,
          price,
          delivery_date,
          offset_quantity,
          customer_drawing,
          remark,
        },
      }),
    ),
  }
}
type Given = Awaited<ReturnType<typeof given>>
const withLine = (order: Given, index: number, change: Partial<Given['lines'][number]>): Given => ({
  ...order,
  lines: order.lines.map((line, at) => (at === index ? { ...line, ...change } : line)),
})

/** Two lines of a product that takes two of a part and a material; all of it is asked for. 10 and 5 pieces. */
async function aPlannedOrder(company: TestCompany) {
  const part = await aMo(company)
  await company.admin.ok(dropMos, { mo_ids: [part.id] })
  const raw = await aProduct(company)
  const top = await aMo(company, {
    components: [{ material_id: part.material_id, quantity: '2' }, { material_id: raw }],
  })
  await company.admin.ok(dropMos, { mo_ids: [top.id] })
  const { material_id } = top
  const order = await company.admin.ok(addSalesOrder, {
    ...{ order_date: today, delivery_date: inDays(40), submit: true },
    lines: [
      { material_id, quantity: '10' },
      { material_id, quantity: '5' },
    ],
  })
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [order.id] })
  const { job_id } = await company.admin.ok(replenishMos, { mo_ids })
  expect(await company.jobEnd(job_id)).toMatchObject({ status: 2 })
  return { id: order.id, raw, part, material_id, mos: mo_ids as [string, string] }
}
const halved = (order: Given): Given => withLine({ ...order, priority: 50 }, 0, { quantity: '4' })
const set = async (company: TestCompany) => {
  const order = await aPlannedOrder(company)
  const input = await given(company, order.id)
  const wanted = withLine(halved(input), 1, { delivery_date: inDays(20) })
  const { effects, digest } = await company.admin.ok(previewOrderChange, wanted)
  const accepted = effects.filter(({ is_choice }) => is_choice).map(({ key }) => key)
  const was = (await company.admin.ok(showMo, { mo_id: order.mos[1] })).children[0]!.delivery_date
  return { ...order, input, wanted, effects, digest, accepted, was }
}
const shown = async (company: TestCompany, id: string) => (await company.admin.ok(showMo, { mo_id: id })).mo
const requestsOf = async (company: TestCompany, material_id: string) =>
  (await company.admin.ok(listPurchaseRequests, { material_id })).result.map(({ quantity }) => Number(quantity))

contract(app, previewOrderChange, {
  set,
  good: ({ wanted }) => wanted,
  check: async ({ effects }, { mos, id }, company) => {
    const [first, second] = [await shown(company, mos[0]), await shown(company, mos[1])]
    const told = effects.map(({ kind, object, from_quantity, to_quantity }) => [
      kind,
      object?.no ?? null,
      from_quantity === null ? null : Number(from_quantity),
      to_quantity === null ? null : Number(to_quantity),
    ])
    expect(told).toContainEqual(['quantity', first.no, 10, 4])
    expect(told).toContainEqual(['date', second.no, null, null])
    // The part is made for the first order alone, and bought for what it is made of.
    expect(told.filter(([kind, no]) => kind === 'quantity' && no !== first.no).map(one => one.slice(2))).toEqual([
      [20, 8],
    ])
    expect(told.filter(([kind]) => kind === 'request')).toHaveLength(3)
    expect(told.filter(([kind]) => kind === 'priority')).toHaveLength(4)
    expect((await company.admin.ok(showSalesOrder, { id })).record.priority).toBe(100)
  },
  refused: ({ wanted, raw }) => [
    ['an old version', { ...wanted, row_version: wanted.row_version + 9 }, generalErrors.versionConflict],
    ['no lines', { ...wanted, lines: [] }, salesErrors.noLines],
    ['another product', withLine(wanted, 0, { material_id: raw }), salesErrors.orderNotUpdatable],
    ['another order date', { ...wanted, order_date: inDays(-1) }, salesErrors.orderNotUpdatable],
    ['a line after the order', withLine(wanted, 0, { delivery_date: inDays(41) }), salesErrors.lineDeliveryAfterOrder],
    ['half a piece', withLine(wanted, 0, { quantity: '1.5' }), generalErrors.unitQuantityPrecision],
  ],
  foreign: salesErrors.orderMissing,
})

contract(app, changeSalesOrder, {
  set,
  good: ({ wanted, digest, accepted }) => ({ ...wanted, digest, accepted }),
  check: async ({ accepted_count, left_count }, { id, mos, raw, part, accepted, was }, company) => {
    expect([accepted_count, left_count]).toEqual([accepted.length, 0])
    const { record, lines } = await company.admin.ok(showSalesOrder, { id })
    expect(record).toMatchObject({ priority: 50, status: 20 })
    expect(lines.map(line => [Number(line.quantity), Number(line.planned_quantity)])).toEqual([
      [4, 4],
      [5, 5],
    ])
    expect(await shown(company, mos[0])).toMatchObject({ planned_quantity: '4.000000', priority: 50 })
    expect(await shown(company, mos[1])).toMatchObject({ delivery_date: inDays(20), priority: 50 })
    const { result } = await company.admin.ok(showMoBom, { mo_id: mos[0] })
    expect(result.map(one => Number(one.required_quantity)).sort()).toEqual([4, 8])
    const family = (await company.admin.ok(showMo, { mo_id: mos[0] })).children
    expect(family.map(child => [Number(child.planned_quantity), child.priority])).toEqual([[8, 50]])
    // What is made for the order that is due twenty days earlier is, too.
    const [pulled] = (await company.admin.ok(showMo, { mo_id: mos[1] })).children
    expect(pulled!.delivery_date).toBe(was - 20 * daySeconds)
    // 9 of the raw material, 18 of what the parts are made of.
    expect((await requestsOf(company, raw)).reduce((a, b) => a + b, 0)).toBe(9)
    for (const component of part.component_ids)
      expect((await requestsOf(company, component)).reduce((a, b) => a + b, 0)).toBe(18)
  },
  refused: ({ wanted, digest, accepted, input }) => [
    ['seen before another change', { ...wanted, digest: 'f'.repeat(64), accepted }, generalErrors.versionConflict],
    ['another change than was seen', { ...input, digest, accepted }, generalErrors.versionConflict],
    ['what was not offered', { ...wanted, digest, accepted: ['quantity:x'] }, generalErrors.badParameter],
    ['no lines', { ...wanted, lines: [], digest, accepted }, salesErrors.noLines],
  ],
  foreign: salesErrors.orderMissing,
})

test('what is left stays as it was; what follows from it is not done without it', async () => {
  const company = await app.company()
  const { wanted, digest, accepted, mos, raw, id } = await set(company)
  const some = accepted.filter(key => !key.startsWith(`quantity:${mos[0]}`))
  const answer = await company.admin.ok(changeSalesOrder, { ...wanted, digest, accepted: some })
  expect(answer.left_count).toBeGreaterThan(1)
  expect(await shown(company, mos[0])).toMatchObject({ planned_quantity: '10.000000', priority: 50 })
  expect((await requestsOf(company, raw)).reduce((a, b) => a + b, 0)).toBe(15)
  const { lines } = await company.admin.ok(showSalesOrder, { id })
  expect(lines.map(line => [Number(line.quantity), Number(line.planned_quantity)])).toEqual([
    [4, 10],
    [5, 5],
  ])
})

test('a work order that somebody altered since the preview refuses all, and nothing is done', async () => {
  const company = await app.company()
  const { wanted, digest, accepted, mos, id } = await set(company)
  const mo = await shown(company, mos[1])
  await company.admin.ok(alterMo, { id: mo.id, row_version: mo.row_version, remark: '加急' })
  expect((await company.admin.send(changeSalesOrder, { ...wanted, digest, accepted })).code).toBe(
    generalErrors.versionConflict.code,
  )
  expect((await company.admin.ok(showSalesOrder, { id })).record.priority).toBe(100)
  expect(await shown(company, mos[0])).toMatchObject({ planned_quantity: '10.000000' })
})

test('a line that is dropped takes its work orders with it; one that is added is made', async () => {
  const company = await app.company()
  const order = await aPlannedOrder(company)
  const input = await given(company, order.id)
  const [first] = input.lines
  const wanted = { ...input, lines: [first!, { ...first!, id: undefined, quantity: '7' }] }
  const { effects, digest } = await company.admin.ok(previewOrderChange, wanted)
  expect(effects.filter(({ kind }) => kind === 'cancel' || kind === 'add').map(({ kind }) => kind)).toEqual([
    'cancel',
    'cancel',
    'add',
  ])
  const accepted = effects.filter(({ is_choice }) => is_choice).map(({ key }) => key)
  const { mo_nos } = await company.admin.ok(changeSalesOrder, { ...wanted, digest, accepted })
  expect(mo_nos).toHaveLength(1)
  const { result } = await company.admin.ok(listMosOfOrders, { order_ids: [order.id] })
  expect(result.map(mo => Number(mo.planned_quantity)).sort((a, b) => a - b)).toEqual([7, 10])
  expect((await requestsOf(company, order.raw)).reduce((a, b) => a + b, 0)).toBe(10)
})

test('what is begun is made for stock when its line goes, never less than is reported, and never below what is shipped', async () => {
  const company = await app.company()
  const one = await anOrderedMo(company, '10')
  await inStock(company, one.component_ids, '100')
  await company.as(async tx => {
    await sql`update mo set status = 35 where id = ${one.id}`.execute(tx)
    await sql`update mo_operation set reported_quantity = 6, status = 1 where mo_id = ${one.id} and sequence = (select min(sequence) from mo_operation where mo_id = ${one.id})`.execute(
      tx,
    )
  })
  const input = await given(company, one.order_id)
  const less = await company.admin.ok(previewOrderChange, withLine(input, 0, { quantity: '4' }))
  expect(less.effects.map(({ kind, to_quantity, why_left }) => [kind, Number(to_quantity), why_left])).toEqual([
    ['quantity', 6, null],
    ['surplus', 0, 'dispatched'],
    ['finish', 0, null],
  ])
  const other = { ...input, lines: [{ ...input.lines[0]!, id: undefined }] }
  const dropped = await company.admin.ok(previewOrderChange, other)
  expect(dropped.effects.map(({ kind }) => kind)).toContain('release')
  const accepted = dropped.effects.filter(({ is_choice }) => is_choice).map(({ key }) => key)
  await company.admin.ok(changeSalesOrder, { ...other, digest: dropped.digest, accepted })
  expect(await shown(company, one.id)).toMatchObject({ order_id: null, status: 35 })

  await company.as(tx =>
    sql`update sales_order_line set shipped_quantity = 3 where order_id = ${one.order_id}`.execute(tx),
  )
  const now = await given(company, one.order_id)
  expect((await company.admin.send(previewOrderChange, withLine(now, 0, { quantity: '2' }))).code).toBe(
    salesErrors.orderNotUpdatable.code,
  )
})

test('what a finished order did not make is not there: its rest stays, more is raised by all that is missing', async () => {
  const company = await app.company()
  const made = await anOrderedMo(company, '10')
  await company.as(async tx => {
    await sql`update mo set status = 40, completed_quantity = 7 where id = ${made.id}`.execute(tx)
    await tellSales(tx, company.org_id, [(await given(company, made.order_id)).lines[0]!.id!])
  })
  const { mo_ids } = await company.admin.ok(salesLinesToMo, { order_ids: [made.order_id] })
  const rest = await shown(company, mo_ids[0]!)
  expect(Number(rest.planned_quantity)).toBe(3)
  const input = await given(company, made.order_id)
  const choices = async (quantity: string) => {
    const { effects } = await company.admin.ok(previewOrderChange, withLine(input, 0, { quantity }))
    return effects.flatMap(({ kind, object, to_quantity }) =>
      kind === 'lack' || kind === 'finish' ? [] : [[kind, object?.no, Number(to_quantity)]],
    )
  }
  expect(await choices('12')).toEqual([['raise', rest.no, 5]])
  expect(await choices('9')).toEqual([['quantity', rest.no, 2]])
  expect((await choices('7')).map(one => one.slice(0, 2))).toEqual([['cancel', rest.no]])
  expect((await choices('6')).map(one => one.slice(0, 2))).toEqual([
    ['cancel', rest.no],
    ['surplus', (await shown(company, made.id)).no],
  ])
})

test('a finished order that made nothing is let go with its line', async () => {
  const company = await app.company()
  const made = await anOrderedMo(company, '10')
  await company.as(tx => sql`update mo set status = 40 where id = ${made.id}`.execute(tx))
  const input = await given(company, made.order_id)
  await changeTo(company, { ...input, lines: [{ ...input.lines[0]!, id: undefined }] })
  expect(await shown(company, made.id)).toMatchObject({ order_id: null, status: 40 })
})

test('without work orders an order is edited; with them it is changed', async () => {
  const company = await app.company()
  const open = await anOrder(company, { material_id: await aProduct(company) })
  expect((await company.admin.send(previewOrderChange, await given(company, open.id))).code).toBe(
    salesErrors.orderNotUpdatable.code,
  )
  const made = await anOrderedMo(company)
  expect((await company.admin.send(updateSalesOrder, await given(company, made.order_id))).code).toBe(
    salesErrors.orderNotUpdatable.code,
  )
})

test('more of a line raises the order that nobody has planned, or makes another', async () => {
  const company = await app.company()
  const made = await anOrderedMo(company, '10')
  const wanted = withLine(await given(company, made.order_id), 0, { quantity: '25' })
  const { effects, digest } = await company.admin.ok(previewOrderChange, wanted)
  const [raise] = effects
  expect(raise).toMatchObject({ kind: 'raise', to_quantity: '25', is_choice: true })
  expect(effects.filter(({ kind }) => kind === 'lack').map(one => Number(one.to_quantity))).toEqual([15, 15])
  await company.admin.ok(changeSalesOrder, { ...wanted, digest, accepted: [raise!.key] })
  expect(await shown(company, made.id)).toMatchObject({ planned_quantity: '25.000000' })
})

test('what was promised of a line holds for less of it, and not for more', async () => {
  const company = await app.company()
  const made = await anOrderedMo(company, '10')
  const id = made.order_id
  await company.as(tx =>
    sql`update sales_order_line set promised_date = ${inDays(20)} where order_id = ${id}`.execute(tx),
  )
  const promised = async () => {
    const { record, lines } = await company.admin.ok(showSalesOrder, { id })
    return [record.promised_date, ...lines.map(line => line.promised_date)]
  }
  const change = async (quantity: string) => changeTo(company, withLine(await given(company, id), 0, { quantity }))
  await change('9')
  expect(await promised()).toEqual([inDays(20), inDays(20)])
  await change('12')
  expect(await promised()).toEqual([null, null])
})

test('what is issued beyond a smaller quantity is told by part', async () => {
  const company = await app.company()
  const made = await anOrderedMo(company, '10')
  await company.as(tx =>
    sql`update mo_component set picked_quantity = required_quantity where mo_id = ${made.id} and line_no = 1`.execute(
      tx,
    ),
  )
  const { effects } = await company.admin.ok(
    previewOrderChange,
    withLine(await given(company, made.order_id), 0, { quantity: '4' }),
  )
  const { over_issued, to_quantity } = effects.find(({ kind }) => kind === 'quantity')!
  expect([to_quantity, over_issued.map(({ quantity }) => quantity)]).toEqual(['4', ['6']])
})

/** 120 pieces that the floor knows of: cut from 08:00 and welded from 10:00, two hours each. */
async function aPublishedOrder(company: TestCompany) {
  const plant = await aPlant(company)
  const order = await anOrder(company, { material_id: plant.product.id, quantity: '120', delivery_date: inDays(20) })
  const input = await given(company, order.id)
  const mo = await aPlannedMo(company, plant, 2, {
    ...{ order_id: order.id, order_line_id: input.lines[0]!.id, status: 30, delivery_date: inDays(20) },
  })
  await company.as(async tx => {
    await sql`update production_task set publish_status = 1, published_start_time = start_time, published_end_time = end_time,
      published_device_id = device_id where mo_id = ${mo.id}`.execute(tx)
    await sql`update sales_order_line set planned_quantity = 120, status = 30, planned_finish_time = ${at(2, 12)} where order_id = ${order.id}`.execute(
      tx,
    )
    await sql`update sales_order set status = 30 where id = ${order.id}`.execute(tx)
  })
  return { id: order.id, mo }
}
const changeTo = async (company: TestCompany, wanted: Given, member = company.admin) => {
  const { effects, digest } = await member.ok(previewOrderChange, wanted)
  const accepted = effects.filter(({ is_choice }) => is_choice).map(({ key }) => key)
  await member.ok(changeSalesOrder, { ...wanted, digest, accepted })
  return effects
}

test('the floor has the new quantity at once, and its tasks end when it is made', async () => {
  const company = await app.company()
  const foreman = await company.member([pages.dispatch, pages.productionPlan])
  const { id, mo } = await aPublishedOrder(company)
  const wanted = withLine({ ...(await given(company, id)), delivery_date: inDays(1) }, 0, { quantity: '60' })
  const effects = await changeTo(company, wanted)
  // What the preview says of the smaller order is what becomes of it.
  expect(effects.find(({ kind }) => kind === 'finish')).toMatchObject({
    is_late: true,
    finishes: [{ effect_key: `quantity:${mo.id}`, from_time: at(2, 12), to_time: at(2, 11) }],
  })
  const tasks = await company.as(tx =>
    rows(
      tx,
      sql<{
        quantity: string
        start: number
        end: number
        told: number
      }>`select trim_scale(quantity)::text as quantity, start_time as start, end_time as "end", published_end_time as told
        from production_task where mo_id = ${mo.id} order by sequence`,
    ),
  )
  expect(tasks).toEqual([
    { quantity: '60', start: at(2, 8), end: at(2, 9), told: at(2, 9) },
    { quantity: '60', start: at(2, 10), end: at(2, 11), told: at(2, 11) },
  ])
  expect(await shown(company, mo.id)).toMatchObject({ planned_finish_time: at(2, 11), delivery_date: inDays(1) })
  const { result } = await foreman.ok(listNotices, {})
  expect(result.map(notice => notice.text).join()).toContain(mo.no)
})

test('an order that is taken away leaves the plan; one that somebody works on stays', async () => {
  const company = await app.company()
  const { id, mo } = await aPublishedOrder(company)
  const input = await given(company, id)
  const other = { ...input, lines: [{ ...input.lines[0]!, id: undefined }] }
  await company.as(tx => sql`update production_task set dispatch_status = 1 where mo_id = ${mo.id}`.execute(tx))
  const kept = await company.admin.ok(previewOrderChange, other)
  expect(kept.effects.map(({ kind, why_left }) => [kind, why_left])).toContainEqual(['release', 'dispatched'])
  await company.as(tx => sql`update production_task set dispatch_status = 0 where mo_id = ${mo.id}`.execute(tx))
  const effects = await changeTo(company, other)
  expect(effects.map(({ kind }) => kind)).toContain('cancel')
  const left = await company.as(tx => rows(tx, sql`select 1 from production_task where mo_id = ${mo.id}`))
  expect(left).toEqual([])
})

test('a change that needs an approval waits where it stands: nothing is shipped or changed until then', async () => {
  const company = await app.company()
  const approver = await company.member([pages.taskCentre, pages.salesOrders])
  const { id } = await aPublishedOrder(company)
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'SO', mode: approvalMode.codes.single, approver_ids: [approver.user_id], enabled: 1 },
  })
  await changeTo(company, withLine(await given(company, id), 0, { quantity: '100' }))
  const { record } = await company.admin.ok(showSalesOrder, { id })
  expect(record).toMatchObject({ status: 30, approval_status: approvalStatus.codes.pending })
  const again = withLine(await given(company, id), 0, { quantity: '90' })
  expect((await company.admin.send(previewOrderChange, again)).code).toBe(salesErrors.approvalPending.code)
  expect((await company.admin.send(salesLinesToMo, { order_ids: [id] })).code).toBe(salesErrors.approvalPending.code)
  const { result } = await approver.ok(queryApprovalList, { scope: 'todo' })
  await approver.ok(approveApproval, { id: result[0]!.id })
  expect((await company.admin.ok(showSalesOrder, { id })).record).toMatchObject({
    ...{ status: 30, approval_status: approvalStatus.codes.approved },
  })
})

const setCancel = async (company: TestCompany) => {
  const order = await aPlannedOrder(company)
  const { row_version } = (await company.admin.ok(showSalesOrder, { id: order.id })).record
  const asked = { id: order.id, row_version }
  const { effects, digest } = await company.admin.ok(previewOrderCancel, asked)
  return { ...order, asked, effects, digest, accepted: effects.filter(one => one.is_choice).map(({ key }) => key) }
}
const statusOf = async (company: TestCompany, id: string) =>
  (await company.admin.ok(showSalesOrder, { id })).record.status

contract(app, previewOrderCancel, {
  set: setCancel,
  good: ({ asked }) => asked,
  check: async ({ effects }, { mos, id }, company) => {
    const nos = await Promise.all(mos.map(async one => (await shown(company, one)).no))
    const cancelled = effects.filter(({ kind }) => kind === 'cancel').map(({ object }) => object!.no)
    expect(cancelled).toEqual(expect.arrayContaining(nos))
    expect(effects.some(({ kind }) => kind === 'request')).toBe(true)
    expect(await statusOf(company, id)).toBe(20)
  },
  refused: ({ asked }) => [
    ['an old version', { ...asked, row_version: asked.row_version + 9 }, generalErrors.versionConflict],
    ['no such order', { ...asked, id: '01900000-0000-7000-8000-000000000000' }, salesErrors.orderMissing],
  ],
  foreign: salesErrors.orderMissing,
})

contract(app, cancelWithFollowers, {
  set: setCancel,
  good: ({ asked, digest, accepted }) => ({ ...asked, digest, accepted }),
  check: async ({ accepted_count, left_count }, { id, raw, accepted }, company) => {
    expect([accepted_count, left_count]).toEqual([accepted.length, 0])
    const { record, lines } = await company.admin.ok(showSalesOrder, { id })
    expect([record.status, ...lines.map(({ status }) => status)]).toEqual([90, 90, 90])
    const { result } = await company.admin.ok(listMosOfOrders, { order_ids: [id] })
    expect(result).toEqual([])
    expect((await requestsOf(company, raw)).reduce((a, b) => a + b, 0)).toBe(0)
  },
  refused: ({ asked, digest, accepted }) => [
    ['seen before another change', { ...asked, digest: 'f'.repeat(64), accepted }, generalErrors.versionConflict],
    ['what was not offered', { ...asked, digest, accepted: ['cancel:x'] }, generalErrors.badParameter],
  ],
  foreign: salesErrors.orderMissing,
})

test('of a cancelled order a work order that is left is made for stock; what has left is not cancelled', async () => {
  const company = await app.company()
  const { asked, digest, accepted, mos, id } = await setCancel(company)
  await company.as(tx =>
    sql`update sales_order_line set promised_date = ${inDays(20)} where order_id = ${id}`.execute(tx),
  )
  const some = accepted.filter(key => key !== `cancel:${mos[0]}`)
  const answer = await company.admin.ok(cancelWithFollowers, { ...asked, digest, accepted: some })
  expect(answer.left_count).toBeGreaterThan(0)
  expect(await statusOf(company, id)).toBe(90)
  const gone = await company.admin.ok(showSalesOrder, { id })
  expect([gone.record, ...gone.lines].map(one => one.promised_date)).toEqual([null, null, null])
  expect(await shown(company, mos[0])).toMatchObject({ order_id: null, planned_quantity: '10.000000' })
  const other = await aPlannedOrder(company)
  const { lines } = await company.admin.ok(showSalesOrder, { id: other.id })
  await company.as(tx => recordDelivery(tx, company.org_id, [{ line_id: lines[0]!.id, quantity: '1' }]))
  const { record } = await company.admin.ok(showSalesOrder, { id: other.id })
  const refused = await company.admin.send(previewOrderCancel, { id: other.id, row_version: record.row_version })
  expect(refused.code).toBe(salesErrors.cancelHasShipping.code)
})
