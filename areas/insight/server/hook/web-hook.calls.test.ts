import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { approveApproval, queryApprovalList, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { approvalMode } from '@qitao/access/model/approval/approval.status.ts'
import { dataScope } from '@qitao/access/model/member/data-scope.status.ts'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { listSecurityEvents } from '@qitao/access/model/session/security-event.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { taskCalls } from '@qitao/quality/model/task/task.calls.ts'
import { taskResult } from '@qitao/quality/model/task/task.status.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { addSalesOrder, cancelSalesOrders, submitSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { boundCalls } from '@qitao/warehouse/model/bounds/stock-bound.calls.ts'
import { inboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { warehouseArea } from '@qitao/warehouse/server'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  addWebHook,
  alterWebHook,
  dropWebHooks,
  listWebHookDeliveries,
  listWebHooks,
  renewWebHookSecret,
  sendDeliveriesAgain,
  setWebHookStatus,
  testWebHook,
} from '../../model/hook/web-hook.calls.ts'
import { webHookErrors } from '../../model/hook/web-hook.errors.ts'
import { mostWebHooks } from '../../model/hook/web-hook.rules.ts'
import { deliveryStatus, webHookStatus } from '../../model/hook/web-hook.status.ts'
import { hookKinds } from '../../model/hook/web-hook-events.ts'
import { reconciliationErrors } from '../../model/reconciliation.errors.ts'
import { hookReceiver } from '../../testing/hook-receiver.ts'
import { webHookClock, webHookJob } from './web-hook.jobs.ts'

process.env.WEB_HOOK_LOOPBACK = '1'
const app = await testApp()
const receiver = await hookReceiver()
afterAll(() => {
  receiver.close()
  delete process.env.WEB_HOOK_LOOPBACK
})
beforeEach(() => {
  receiver.answers = 200
})
const warehouseHousekeeping = warehouseArea.jobs!.find(({ type }) => type === 'warehouse_housekeeping')!
const absent = '00000000-0000-7000-8000-000000000000'
const { waiting, delivered, set_aside } = deliveryStatus.codes
const all = [...hookKinds]

const asked = (more: object = {}) => ({ name: 'ERP', address: receiver.address, kinds: all, ...more })
const hooked = async (company: TestCompany) => ({ company, ...(await company.admin.ok(addWebHook, asked())) })
const deliveriesOf = async (company: TestCompany) =>
  (await company.admin.ok(listWebHookDeliveries, { page_size: 100, order_by: 'created_time' })).result
/** All that has happened is on its way or has arrived: the jobs of the company have ended. */
async function settled(company: TestCompany) {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(20)) {
    const { rowCount } = await app.database.pool.query(
      "select from job where org_id = $1 and job_type = 'web_hook' and status < 2 limit 1",
      [company.org_id],
    )
    if (rowCount === 0) return deliveriesOf(company)
  }
  throw new Error('the web hooks of the company do not come to rest')
}
const run = async (company: TestCompany) => {
  await app.database.system(tx => startJobOfCompanies(tx, webHookJob, [company.org_id]))
  return settled(company)
}
/** What arrived of the company, as it was sent. */
const arrivedOf = async (company: TestCompany) => {
  const { rows } = await app.database.pool.query('select company_code from org where id = $1', [company.org_id])
  return receiver.received
    .map(({ headers, body }) => ({ headers, body, message: JSON.parse(body) }))
    .filter(({ message }) => message.company_code === rows[0].company_code)
}
const set = (statement: string, ...values: unknown[]) => app.database.pool.query(statement, values)
/** So long ago all of it has happened. */
const longAgo = async (company: TestCompany, seconds: number) => {
  await set(
    `update web_hook_delivery set created_time = created_time - $2, due_time = due_time - $2 where org_id = $1`,
    company.org_id,
    seconds,
  )
  await set('update web_hook_channel set failing_since = failing_since - $2 where org_id = $1', company.org_id, seconds)
}

contract(app, listWebHooks, {
  set: hooked,
  good: () => ({}),
  check: ({ result }, { id, secret }) => {
    expect(result).toMatchObject([
      { id, name: 'ERP', address: receiver.address, status: webHookStatus.codes.on, owner_name: 'Admin' },
    ])
    expect(JSON.stringify(result)).not.toContain(secret)
  },
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, addWebHook, {
  set: async company => company,
  good: () => asked(),
  check: async ({ secret }, company) => {
    expect(secret.length).toBeGreaterThan(40)
    // Neither the history nor what is kept of the call has it.
    const { rows } = await app.database.pool.query(
      `select 1 from change_log where org_id = $1 and new_row::text like $2
        union all select 1 from audit_log where org_id = $1 and input::text like $2
        union all select 1 from idempotency_key where org_id = $1 and answer::text like $2`,
      [company.org_id, `%${secret}%`],
    )
    expect(rows).toEqual([])
  },
  refused: () => [
    ['no name', asked({ name: ' ' }), generalErrors.fieldRequired],
    ['no event', asked({ kinds: [] }), generalErrors.badParameter],
    ['an event that there is not', asked({ kinds: ['rain'] }), generalErrors.badParameter],
    ...[
      'nowhere',
      'ftp://example.com',
      'http://example.com',
      'https://localhost',
      'https://erp',
      'https://erp.local',
      'https://user:secret@example.com',
      'https://10.0.0.8/hook',
      'https://192.168.1.20',
      'https://169.254.169.254/latest/meta-data',
      'https://[fd00::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://0x0a000001/',
      'https://2130706434/',
    ].map(address => [`the address ${address}`, asked({ address }), webHookErrors.addressUnfit] as const),
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})
contract(app, alterWebHook, {
  set: hooked,
  good: ({ id }) => ({ ...asked({ name: 'WMS', kinds: ['mo_released'] }), id, row_version: 0 }),
  check: async (_, { id }, company) => {
    const { result } = await company.admin.ok(listWebHooks, {})
    expect(result).toMatchObject([{ id, name: 'WMS', kinds: ['mo_released'] }])
  },
  refused: ({ id }) => [
    ['another version', { ...asked(), id, row_version: 7 }, generalErrors.versionConflict],
    ['an inner address', { ...asked({ address: 'https://10.1.1.1' }), id, row_version: 0 }, webHookErrors.addressUnfit],
    ['one that there is not', { ...asked(), id: absent, row_version: 0 }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, setWebHookStatus, {
  set: hooked,
  good: ({ id }) => ({ id, is_on: false }),
  check: async (_, { id }, company) => {
    expect((await company.admin.ok(listWebHooks, {})).result).toMatchObject([{ id, status: webHookStatus.codes.off }])
    await anOrder(company, { material_id: await aProduct(company) })
    expect(await settled(company)).toEqual([])
    await company.admin.ok(setWebHookStatus, { id, is_on: true })
    await anOrder(company, { material_id: await aProduct(company) })
    expect(await settled(company)).toHaveLength(2)
  },
  refused: ({ id }) => [
    ['it is on', { id, is_on: true }, generalErrors.statusNotAllowed],
    ['one that there is not', { id: absent, is_on: true }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, renewWebHookSecret, {
  set: hooked,
  good: ({ id }) => ({ id }),
  check: ({ secret }, before) => expect(secret).not.toBe(before.secret),
  refused: () => [['one that there is not', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropWebHooks, {
  set: hooked,
  good: ({ id }) => ({ ids: [id] }),
  check: async ({ done_ids }, { id }, company) => {
    expect(done_ids).toEqual([id])
    expect((await company.admin.ok(listWebHooks, {})).total).toBe(0)
  },
  refused: () => [['one that there is not', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, testWebHook, {
  set: hooked,
  good: ({ id }) => ({ id }),
  check: async (data, { secret }, company) => {
    expect(data).toMatchObject({ delivered: true, answer_code: 200, fault: null })
    const [arrived] = await arrivedOf(company)
    const { headers, body, message } = arrived!
    expect(message).toMatchObject({ kind: 'test' })
    expect(headers['qitao-event']).toBe('test')
    const time = headers['qitao-timestamp']!
    expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(30)
    expect(headers['qitao-signature']).toBe(
      `v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
    )
    expect(await deliveriesOf(company)).toMatchObject([{ kind: 'test', status: delivered, answer_code: 200 }])
  },
  refused: () => [['one that there is not', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
test('the secret lies sealed; when the key is lost nothing is sent, and it is said why', async () => {
  const { SECRETS_KEY: before } = process.env
  process.env.SECRETS_KEY = 'one'
  try {
    const company = await app.company()
    const { id } = await hooked(company)
    const { rows } = await set('select secret from web_hook_channel where org_id = $1', company.org_id)
    expect(rows[0].secret).toMatch(/^sealed:/)
    expect(await company.admin.ok(testWebHook, { id })).toMatchObject({ delivered: true })
    process.env.SECRETS_KEY = 'another'
    expect(await company.admin.ok(testWebHook, { id })).toMatchObject({ delivered: false, fault: 'secret' })
    await company.admin.ok(renewWebHookSecret, { id })
    expect(await company.admin.ok(testWebHook, { id })).toMatchObject({ delivered: true })
  } finally {
    if (before === undefined) delete process.env.SECRETS_KEY
    else process.env.SECRETS_KEY = before
  }
})
contract(app, listWebHookDeliveries, {
  set: async company => {
    const of = await hooked(company)
    await anOrder(company, { material_id: await aProduct(company) })
    await settled(company)
    return of
  },
  good: ({ id }) => ({ hook_id: id, statuses: [delivered] }),
  check: ({ result }) =>
    expect(result.map(({ kind }) => kind).toSorted()).toEqual(['sales_order_approved', 'sales_order_submitted']),
  refused: () => [['a state that there is not', { statuses: [9] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, sendDeliveriesAgain, {
  set: async company => {
    const of = await hooked(company)
    await company.admin.ok(testWebHook, { id: of.id })
    const [first] = await deliveriesOf(company)
    return { ...of, first: first! }
  },
  good: ({ first }) => ({ ids: [first.id] }),
  check: async ({ done_ids }, { first }, company) => {
    expect(done_ids).toEqual([first.id])
    expect(await settled(company)).toMatchObject([{ id: first.id, status: delivered, attempts: 1 }])
    const arrived = await arrivedOf(company)
    expect(arrived).toHaveLength(2)
    expect(new Set(arrived.map(({ headers }) => headers['qitao-delivery']))).toEqual(new Set([first.id]))
    expect(arrived[0]!.body).toBe(arrived[1]!.body)
  },
  refused: () => [['one that there is not', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('the page alone makes no hook, and a member of the own documents alone sees none', async () => {
  const company = await app.company()
  const { id } = await hooked(company)
  const member = await company.member([pages.webHooks])
  expect((await member.ok(listWebHooks, {})).total).toBe(1)
  const commands = [
    await member.send(addWebHook, asked()),
    await member.send(alterWebHook, { ...asked(), id, row_version: 0 }),
    await member.send(setWebHookStatus, { id, is_on: false }),
    await member.send(renewWebHookSecret, { id }),
    await member.send(dropWebHooks, { ids: [id] }),
    await member.send(testWebHook, { id }),
    await member.send(sendDeliveriesAgain, { ids: [absent] }),
  ]
  expect(new Set(commands.map(({ code }) => code))).toEqual(new Set([reconciliationErrors.administratorsOnly.code]))
  await set('update app_permission set data_scope = $2 where org_id = $1', company.org_id, dataScope.codes.own)
  const seen = [await member.send(listWebHooks, {}), await member.send(listWebHookDeliveries, {})]
  expect(seen.map(({ code }) => code)).toEqual(seen.map(() => generalErrors.noPermission.code))
})

test('a company has so many and no more', async () => {
  const company = await app.company()
  for (let count = 0; count < mostWebHooks; count++) await company.admin.ok(addWebHook, asked())
  expect((await company.admin.send(addWebHook, asked())).code).toBe(webHookErrors.tooMany.code)
})

test('what happens in the factory arrives, signed, in its order, each event once', async () => {
  const company = await app.company()
  await hooked(company)
  const material_id = await aProduct(company)
  const { id } = await anOrder(company, { material_id, submit: false })
  expect(await settled(company)).toEqual([])
  await company.admin.ok(submitSalesOrders, { ids: [id] })
  await company.admin.ok(cancelSalesOrders, { ids: [id] })
  await settled(company)
  const location_id = await company.as(tx => aLocation(tx))
  const receipt = await company.admin.ok(inboundCalls.add, {
    lines: [{ material_id, quantity: '6', location_id }],
    submit: true,
  })
  const { lines } = await company.admin.ok(inboundCalls.detail, { id: receipt.id })
  const post = (quantity: string) =>
    company.admin.ok(inboundCalls.confirm, { id: receipt.id, lines: [{ line_id: lines[0]!.id, quantity }] })
  await post('1')
  await post('2')
  await post('3')
  await settled(company)
  await company.as(tx =>
    sql`insert into plan_version (id, version_no, status, reason) values (${absent}, 7, 1, 'publish')`.execute(tx),
  )
  const deliveries = await settled(company)
  expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => delivered))
  const arrived = await arrivedOf(company)
  expect(arrived.map(({ message }) => message.kind)).toEqual([
    ...['sales_order_submitted', 'sales_order_approved', 'sales_order_cancelled'],
    ...['receipt_posted', 'receipt_posted', 'receipt_posted', 'plan_published'],
  ])
  expect(arrived[0]!.message.data).toMatchObject({ id, status: 10 })
  expect(arrived[3]!.message.data).toMatchObject({ id: receipt.id, receipts_type: 0 })
  expect(arrived[6]!.message.data).toMatchObject({ version_no: 7 })
  expect(new Set(arrived.map(({ message }) => message.id)).size).toBe(arrived.length)
})

test('work orders, inspections and what falls below its bound are told; quantities are decimal texts', async () => {
  const company = await app.company()
  await hooked(company)
  await company.as(async tx => {
    const material_id = await aMaterial(tx)
    const mo = '00000000-0000-7000-8000-000000000001'
    await sql`insert into mo (id, no, material_id, planned_quantity, delivery_date, status) values (${mo}, 'MO-1', ${material_id}, 12.5, 0, 20)`.execute(
      tx,
    )
    await sql`update mo set status = 30 where id = ${mo}`.execute(tx)
    await sql`update mo set priority = 7 where id = ${mo}`.execute(tx)
    await sql`update mo set status = 40, completed_quantity = 12.5 where id = ${mo}`.execute(tx)
  })
  await settled(company)
  const bound = await company.as(async tx => {
    const [material_id, warehouse_id] = [await aMaterial(tx), await aWarehouse(tx)]
    await putIn(tx, { material_id, location_id: await aLocation(tx, { warehouse_id }), quantity: '1' })
    return { material_id, warehouse_id }
  })
  await company.admin.ok(boundCalls.add, { ...bound, lower_quantity: '5' })
  await keepHouse(app.database, warehouseHousekeeping)
  await settled(company)
  const arrived = await arrivedOf(company)
  expect(arrived.map(({ message: { kind, data } }) => [kind, data])).toMatchObject([
    ['mo_released', { no: 'MO-1', planned_quantity: '12.500000', status: 30 }],
    ['mo_finished', { no: 'MO-1', completed_quantity: '12.500000' }],
    ['stock_below_safety', { ...bound, lower_quantity: '5.000000' }],
  ])
})

test('an order that is approved, a plan that is published, a lot that is judged: as people do it', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant, 2)
  const lot = await aHeldLot(company)
  const approver = await company.member([pages.taskCentre, pages.salesOrders])
  await company.admin.ok(setApprovalFlow, {
    ...{ module_code: 'SO', mode: approvalMode.codes.single, approver_ids: [approver.user_id], enabled: 1 },
  })
  await hooked(company)
  const { id } = await anOrder(company, { material_id: await aProduct(company) })
  const [waiting] = (await approver.ok(queryApprovalList, { scope: 'todo' })).result
  await approver.ok(approveApproval, { id: waiting!.id })
  await company.admin.ok(publishPlan, { mo_ids: [mo.id] })
  await company.admin.ok(taskCalls.alter, {
    ...{ id: lot.id, row_version: lot.row_version },
    results: [{ item_id: lot.item_ids[0], sample_no: 1, value: '10' }],
  })
  const { record } = await company.admin.ok(taskCalls.detail, { id: lot.id })
  await company.admin.ok(taskCalls.submit, {
    ...{ id: lot.id, row_version: record.row_version, nonconforming: 0, reason: null, remark: null },
    ...{ passed_quantity: '20', concession_quantity: '0', failed_quantity: '0' },
  })
  await settled(company)
  const arrived = (await arrivedOf(company)).map(({ message: { kind, data } }) => [kind, data])
  expect(arrived).toMatchObject([
    ['sales_order_submitted', { object_id: id, module_code: 'SO' }],
    ['sales_order_approved', { id }],
    ['mo_released', { id: mo.id }],
    ['plan_published', { reason: 'publish' }],
    ['inspection_judged', { id: lot.id, passed_quantity: '20.000000', result: taskResult.codes.pass }],
  ])
})

test('a hook is told what it asked for, of its own company, and nothing of what was rolled back or is sample data', async () => {
  const [company, other] = [await app.company(), await app.company()]
  await company.admin.ok(addWebHook, asked({ kinds: ['sales_order_cancelled'] }))
  const material_id = await aProduct(company)
  await anOrder(other, { material_id: await aProduct(other) })
  await anOrder(company, { material_id })
  const refused = await company.admin.send(addSalesOrder, {
    ...{ order_date: 0, delivery_date: 1_900_000_000, submit: true },
    lines: [{ material_id: absent, quantity: '1' }],
  })
  expect(refused.code).not.toBe(200)
  await app.database.as({ ...company, user_id: company.admin.user_id, cause: 'sample', sample: true }, async tx => {
    await sql`update sales_order set status = 90 where org_id = ${company.org_id}`.execute(tx)
  })
  expect([...(await settled(company)), ...(await settled(other))]).toEqual([])
})

test('a slow hook holds back itself alone: another hears of what happens at once, also of what happens meanwhile', async () => {
  const company = await app.company()
  const slow = await hookReceiver()
  slow.waitsMs = 3_000
  try {
    const { id } = await company.admin.ok(addWebHook, asked({ name: 'slow', address: slow.address }))
    await hooked(company)
    await anOrder(company, { material_id: await aProduct(company) })
    const began = Date.now()
    const arrived = async (count: number) => {
      while ((await arrivedOf(company)).length < count) {
        expect(Date.now() - began).toBeLessThan(5_000)
        await wait(20)
      }
    }
    await arrived(2)
    await anOrder(company, { material_id: await aProduct(company) })
    await arrived(4)
    const states = async () => {
      const { result } = await company.admin.ok(listWebHookDeliveries, { hook_id: id, order_by: 'created_time' })
      return result.map(({ status }) => status)
    }
    expect((await states()).slice(0, 2)).toEqual([waiting, waiting])
    slow.waitsMs = 0
    await settled(company)
    expect(await states()).toEqual([delivered, delivered, delivered, delivered])
  } finally {
    slow.close()
  }
})

test('what is not taken waits longer and longer, is set aside after a day, and goes when it is sent again', async () => {
  const company = await app.company()
  await hooked(company)
  receiver.answers = 503
  await anOrder(company, { material_id: await aProduct(company) })
  const now = Math.floor(Date.now() / 1000)
  for (const one of await settled(company)) {
    expect(one).toMatchObject({ status: waiting, attempts: 1, answer_code: 503, said: 'answer 503' })
    expect(one.due_time! - now).toBeGreaterThan(50)
  }
  // Not before its time, and then by the clock.
  await run(company)
  expect(await arrivedOf(company)).toHaveLength(2)
  await longAgo(company, 90)
  await keepHouse(app.database, webHookClock)
  for (const one of await settled(company)) {
    expect(one).toMatchObject({ status: waiting, attempts: 2 })
    expect(one.due_time! - now).toBeGreaterThan(110)
  }
  await set('update web_hook_channel set failing_since = null where org_id = $1', company.org_id)
  await longAgo(company, daySeconds)
  const aside = await run(company)
  expect(aside.map(({ status, attempts }) => [status, attempts])).toEqual([
    [set_aside, 3],
    [set_aside, 3],
  ])
  receiver.answers = 204
  await company.admin.ok(sendDeliveriesAgain, { ids: aside.map(({ id }) => id) })
  expect((await settled(company)).map(({ status }) => status)).toEqual([delivered, delivered])
  const ids = (await arrivedOf(company)).map(({ message }) => message.id)
  expect([ids.length, new Set(ids).size]).toEqual([8, 2])
})

test('a hook that fails for a day is stopped, and its owner is told; an answer in between begins the day anew', async () => {
  const company = await app.company()
  const { id } = await hooked(company)
  receiver.answers = 0
  await anOrder(company, { material_id: await aProduct(company) })
  // Who did not answer the first is not asked for the second at once.
  expect(await settled(company)).toMatchObject([
    { status: waiting, fault: 'connection', attempts: 1 },
    { status: waiting, fault: 'connection', attempts: 0 },
  ])
  await longAgo(company, daySeconds - 100)
  receiver.answers = 200
  await run(company)
  const failing = async () => (await company.admin.ok(listWebHooks, {})).result[0]!
  expect(await failing()).toMatchObject({ failing_since: null, status: webHookStatus.codes.on })
  receiver.answers = 500
  await anOrder(company, { material_id: await aProduct(company) })
  await settled(company)
  expect((await failing()).failing_since).toEqual(expect.any(Number))
  await longAgo(company, daySeconds)
  await anOrder(company, { material_id: await aProduct(company) })
  const deliveries = await settled(company)
  expect(await failing()).toMatchObject({ status: webHookStatus.codes.stopped, waiting_count: 0 })
  expect(deliveries.filter(({ status }) => status === set_aside)).toHaveLength(4)
  const { result: notices } = await company.admin.ok(listNotices, {}, { language: 'en' })
  expect(notices).toMatchObject([{ sign: `web_hook:${id}`, type: 'error' }])
  expect(notices[0]!.text).toContain('ERP')
  // Nothing is noted for it any more, and nothing is sent again before it is on.
  await anOrder(company, { material_id: await aProduct(company) })
  expect(await settled(company)).toHaveLength(deliveries.length)
  const again = await company.admin.send(sendDeliveriesAgain, { ids: [deliveries.at(-1)!.id] })
  expect(again.code).toBe(webHookErrors.isOff.code)
})

test('who makes, changes and takes away a hook stands in the security log', async () => {
  const company = await app.company()
  const { id } = await hooked(company)
  await company.admin.ok(alterWebHook, { ...asked({ name: 'MES' }), id, row_version: 0 })
  await company.admin.ok(setWebHookStatus, { id, is_on: false })
  await company.admin.ok(renewWebHookSecret, { id })
  await company.admin.ok(dropWebHooks, { ids: [id] })
  const { result } = await company.admin.ok(listSecurityEvents, {})
  const events = result.filter(({ kind }) => kind?.startsWith('web_hook'))
  expect(events.map(({ kind }) => kind).toSorted()).toEqual([
    ...['web_hook_added', 'web_hook_changed', 'web_hook_changed', 'web_hook_changed', 'web_hook_dropped'],
  ])
  expect(new Set(events.map(({ actor_id }) => actor_id))).toEqual(new Set([company.admin.user_id]))
})

test.each([
  ['is disabled', 'status = 0'],
  ['is deleted', 'dropped = true'],
  ['is no administrator any more', 'is_admin = false'],
])('a hook whose owner %s is told nothing more, and stops; who turns it on answers for it', async (_, change) => {
  const company = await app.company()
  const maker = await company.member()
  await set('update app_user set is_admin = true where id = $1', maker.user_id)
  const { id } = await maker.ok(addWebHook, asked())
  await set(`update app_user set ${change} where id = $1`, maker.user_id)
  await anOrder(company, { material_id: await aProduct(company) })
  await settled(company)
  await keepHouse(app.database, webHookClock)
  await settled(company)
  expect(await arrivedOf(company)).toEqual([])
  const hook = async () => (await company.admin.ok(listWebHooks, {})).result[0]
  expect(await hook()).toMatchObject({ id, status: webHookStatus.codes.stopped })
  const { result: notices } = await company.admin.ok(listNotices, {}, { language: 'en' })
  expect(notices).toMatchObject([{ sign: `web_hook:${id}`, text: expect.stringContaining('ERP') }])
  await company.admin.ok(setWebHookStatus, { id, is_on: true })
  expect(await hook()).toMatchObject({ status: webHookStatus.codes.on, owner_name: 'Admin' })
  await anOrder(company, { material_id: await aProduct(company) })
  await settled(company)
  await keepHouse(app.database, webHookClock)
  await settled(company)
  expect((await arrivedOf(company)).length).toBeGreaterThan(0)
  expect(await hook()).toMatchObject({ status: webHookStatus.codes.on })
})

test('outside of tests nothing is sent to this machine, whatever address is stored', async () => {
  const company = await app.company()
  const { id } = await hooked(company)
  delete process.env.WEB_HOOK_LOOPBACK
  try {
    const refused = await company.admin.send(addWebHook, asked())
    expect(refused.code).toBe(webHookErrors.addressUnfit.code)
    expect(await company.admin.ok(testWebHook, { id })).toMatchObject({ delivered: false, fault: 'address' })
    await set("update web_hook set address = 'https://127.0.0.1:1/' where id = $1", id)
    expect(await company.admin.ok(testWebHook, { id })).toMatchObject({ delivered: false, fault: 'inner' })
    await set("update web_hook set address = 'https://10.0.0.1/' where id = $1", id)
    expect(await company.admin.ok(testWebHook, { id })).toMatchObject({ delivered: false, fault: 'inner' })
    expect(await arrivedOf(company)).toEqual([])
  } finally {
    process.env.WEB_HOOK_LOOPBACK = '1'
  }
})
