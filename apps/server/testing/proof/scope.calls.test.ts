import { approveApproval, queryApprovalList, setApprovalFlow } from '@qitao/access/model/approval/approval.calls.ts'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import type { AnyCall } from '@qitao/core/call.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { sendMosToPlan } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { SignedInHandler } from '@qitao/platform/server/http/handle.ts'
import { sliceOf } from '@qitao/platform/server/testing/slice.ts'
import { askInquiry, cancelInquiry, listInquiries } from '@qitao/promising/model/inquiry.calls.ts'
import { aPromisePlant } from '@qitao/promising/testing/promise.factory.ts'
import {
  addSalesOrder,
  countSalesOrders,
  deleteSalesOrders,
  listSalesOrders,
  salesLinesToMo,
  showSalesOrder,
  updateSalesOrder,
} from '@qitao/sales/model/sales-order.calls.ts'
import { dropOrderLinks, makeOrderLink } from '@qitao/sales/model/share.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { allPages } from '@qitao/site/model/pages.ts'
import { listShipments, listShippings, shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import { outboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { type TestMember, testApp } from '../test-app.ts'
import { builtCalls } from './scene.ts'
import { dependingOn, evasions, type Hidden, type KnownRecord, seenOf, toldOf } from './scope.ts'

const app = await testApp({ locksInOrder: false })
const mark = '谁的'
const price = '7654321.25'

/** A factory whose administrator has orders in every state, and a salesman of the scope "own only" with one of his own. */
async function factory() {
  const company = await app.company()
  const { admin } = company
  const salesman = await company.member(allPages)
  await company.as(tx =>
    sql`update app_permission p set data_scope = 10 from user_role r where r.role_id = p.role_id and r.user_id = ${salesman.user_id}`.execute(
      tx,
    ),
  )
  const { material_id } = await aPromisePlant(company, { product: '100', components: '1000' })
  const customer_id = newId()
  await company.as(tx => sql`insert into customer (id, code, name) values (${customer_id}, 'K1', 'Kunde')`.execute(tx))
  const add = (member: TestMember, name: string, more: object = {}) =>
    member.ok(addSalesOrder, {
      ...{ no: `${name}${mark}`, customer_id, customer_order_no: `${mark}-PO`, remark: `${mark}备注` },
      ...{ order_date: today, delivery_date: inDays(14), submit: true },
      ...{ lines: [{ material_id, quantity: '10', price, remark: `${mark}行` }], ...more },
    })
  const made = await add(admin, 'MADE')
  const { mo_ids } = await admin.ok(salesLinesToMo, { order_ids: [made.id] })
  await admin.ok(sendMosToPlan, { mo_ids })
  await company.jobEnd((await admin.ok(autoSchedule, { mo_ids, seconds: 1 })).job_id)
  const shipped = await add(admin, 'SHIPPED')
  const lineOf = async (order_id: string) => (await admin.ok(showSalesOrder, { id: order_id })).lines[0]!.id
  const lines = [{ line_id: await lineOf(shipped.id), quantity: '4' }]
  const receipt = await admin.ok(shipOrder, { order_id: shipped.id, lines, remark: `${mark}发货` })
  const asked = await add(admin, 'ASKED')
  const { inquiry } = await admin.ok(askInquiry, { order_id: asked.id, hold_minutes: 600 })
  const draft = await add(admin, 'DRAFT', { submit: false })
  const deleted = await add(admin, 'DELETED', { submit: false })
  await admin.ok(deleteSalesOrders, { ids: [deleted.id] })
  await admin.ok(makeOrderLink, { object_id: shipped.id })
  const file = new FileGiven(`${mark}.txt`, new TextEncoder().encode('drawing'), '')
  await admin.ok(commonUpload, { file, module: 'sales_order', object_id: shipped.id })
  // Numbers that the database gave are not the salesman's to know either.
  const own = await salesman.ok(addSalesOrder, {
    ...{ no: 'OWN', order_date: today, delivery_date: inDays(9), submit: true },
    lines: [{ material_id, quantity: '1' }],
  })
  const orders = [made, shipped, asked, draft, deleted]
  const ids = await company.as(tx =>
    rows(
      tx,
      sql<{ id: string; table: string; order_id: string }>`
        select id, 'sales_order' as "table", id as order_id from sales_order where created_by = ${admin.user_id}
        union all select id, 'line', order_id from sales_order_line where created_by = ${admin.user_id}
        union all select id, 'inquiry', order_id from inquiry
        union all select id, 'receipt', order_id from receipt where order_id is not null
        union all select id, 'share_link', object_id from share_link
        union all select id, 'attachment', object_id from attachment`,
    ),
  )
  const of = (table: string, order_id: string) => ids.find(one => one.table === table && one.order_id === order_id)?.id
  const versions = await company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
        row_version: number
      }>`select id, row_version from sales_order union all select id, row_version from receipt
        union all select id, row_version from inquiry union all select id, row_version from mo`,
    ),
  )
  const version = (id: string) => versions.find(one => one.id === id)?.row_version ?? 0
  const record = (table: string, id: string, no: string, order_id: string): KnownRecord => {
    const more = Object.fromEntries(
      [
        ['order_id', order_id],
        ['line_id', of('line', order_id)],
        ['source_line_id', of('line', order_id)],
        ['order_line_id', of('line', order_id)],
        ['inquiry_id', of('inquiry', order_id)],
        ['receipt_id', of('receipt', order_id)],
        ['attachment_id', of('attachment', order_id)],
        ['mo_id', mo_ids[0]],
        ['material_id', material_id],
        ['customer_id', customer_id],
      ].filter(([, value]) => value !== undefined),
    )
    return { table, id, no, row_version: version(id), more }
  }
  const records = [
    ...orders.map(order => record('sales_order', order.id, order.no, order.id)),
    record('receipt', receipt.receipt_id, receipt.no, shipped.id),
    record('inquiry', inquiry.id, inquiry.no, asked.id),
    record('share_link', of('share_link', shipped.id)!, shipped.no, shipped.id),
    record('attachment', of('attachment', shipped.id)!, shipped.no, shipped.id),
    record('mo', mo_ids[0]!, 'MO', made.id),
  ]
  const hidden: Hidden = {
    records,
    marks: [mark, price, 'Kunde', receipt.no, inquiry.no],
    ids: ids.map(({ id }) => id),
  }
  return { company, admin, salesman, hidden, own, shipped, asked }
}
const scene = await factory()
const { admin, salesman, hidden } = scene

/** A sixth of the calls in a run, all with WHOLE=1. */
const calls = sliceOf('calls about hidden orders', builtCalls, 6)

/** Customers are everybody's; a member sees their names where they are asked for. */
const ofCustomers = /query_customer_list|export_customer/
const exceptCustomers = (found: readonly string[]) => found.filter(one => !ofCustomers.test(one))

test('H3 the scene has power: the administrator is shown the orders, and changes them, by calls that show and change none to others', {
  timeout: 600_000,
}, async () => {
  const shown = [listSalesOrders, listShipments, listShippings, listInquiries]
  const written = [shipOrder, salesLinesToMo, cancelInquiry, dropOrderLinks]
  const { found } = await seenOf(app, admin, hidden, { calls: [...shown, ...written] })
  for (const { path } of shown) expect(found).toContain(`${path} answers`)
  for (const { path } of written) expect(found).toContain(`${path} changes`)
})
test('H3 of the scope "own only" no call shows or changes the orders of others, nor what hangs on them', {
  timeout: 600_000,
}, async () => {
  const { found, done } = await seenOf(app, salesman, hidden, { calls })
  expect(exceptCustomers(found)).toEqual([])
  expect(done).toBeGreaterThan(calls.length / 4)
  expect((await salesman.ok(listSalesOrders, {})).result.map(({ id }) => id)).toEqual([scene.own.id])
})
test('H3 ... and no list, count or figure depends on them', { timeout: 600_000 }, async () => {
  expect(await dependingOn(app, salesman, hidden, { calls })).toEqual([])
})
test('H3 ... and no message that all are told names them', { timeout: 600_000 }, async () => {
  const { heard, found } = await toldOf(app, admin, salesman, hidden, { calls })
  expect(found).toEqual([])
  console.log(`${heard} messages heard`)
})

/** The calls of the product with another handler for one of them. */
const withHandler = (call: AnyCall, planted: (handler: SignedInHandler) => SignedInHandler): Area[] =>
  areas.map(area => ({
    ...area,
    handlers: area.handlers.map(handler => (handler.call === call ? planted(handler as SignedInHandler) : handler)),
  }))
const withoutRule = (handler: SignedInHandler): SignedInHandler => ({
  ...handler,
  work: async (input, context) => {
    await sql`select set_config('app.own_only', '', true)`.execute(context.tx)
    return handler.work(input, context)
  },
})

test('H3 planted holes are found: the rule gone from a list, a count, a write, and from a live message', {
  timeout: 600_000,
}, async () => {
  for (const call of [listShipments, listInquiries, shipOrder, dropOrderLinks]) {
    const { found } = await seenOf(app, salesman, hidden, { calls: [call], areas: withHandler(call, withoutRule) })
    expect(found, call.path).toHaveLength(1)
  }
  for (const call of [countSalesOrders, outboundCalls.count])
    expect(await dependingOn(app, salesman, hidden, { calls: [call], areas: withHandler(call, withoutRule) })).toEqual([
      call.path,
    ])
  const telling = withHandler(salesLinesToMo, handler => ({
    ...handler,
    work: async (input, context) => {
      context.tell({ channel_type: 'plan', data: { order_ids: input.order_ids } })
      return handler.work(input, context)
    },
  }))
  expect((await toldOf(app, admin, salesman, hidden, { calls: [salesLinesToMo], areas: telling })).found).toHaveLength(
    1,
  )
})

/** Orders that their maker, an administrator, has submitted: one waits, one was approved. */
async function approvals() {
  const company = await app.company()
  const maker = company.admin
  const boss = await company.member(allPages)
  await maker.ok(setApprovalFlow, { module_code: 'SO', mode: 4, approver_ids: [boss.user_id], enabled: 1 })
  const { material_id } = await aPromisePlant(company, { product: '100' })
  const customer_id = newId()
  await company.as(tx => sql`insert into customer (id, code, name) values (${customer_id}, 'K1', 'Kunde')`.execute(tx))
  const order = (no: string) =>
    maker.ok(addSalesOrder, {
      ...{ no, order_date: today, delivery_date: inDays(14), submit: true },
      lines: [{ material_id, quantity: '10', price: '5' }],
    })
  const approved = await order('APPROVED')
  const [open] = (await boss.ok(queryApprovalList, {})).result
  await boss.ok(approveApproval, { id: open!.id })
  const waiting = await order('WAITING')
  const of = async ({ id, no }: { id: string; no: string }, state: string): Promise<KnownRecord> => {
    const { record, lines } = await maker.ok(showSalesOrder, { id })
    const more = { state, line_id: lines[0]!.id, order_id: id, material_id, customer_id }
    return { table: 'sales_order', id, no, row_version: record.row_version, more }
  }
  const [pending] = (await boss.ok(queryApprovalList, {})).result
  const orders = [await of(approved, 'approved'), await of(waiting, 'pending')]
  return { maker, orders: [...orders, { ...orders[1]!, id: pending!.id, table: 'approval' }], documents: orders }
}

test('H2 no call changes an order that waits or was approved and leaves it approved, nor approves it for its maker', {
  timeout: 600_000,
}, async () => {
  const { maker, orders } = await approvals()
  const { found, restarted } = await evasions(app, maker, orders)
  expect(found).toEqual([])
  expect(restarted).toContain(updateSalesOrder.path)
  // Planted: a change that keeps the approval.
  const keeping = withHandler(updateSalesOrder, handler => ({
    ...handler,
    work: async (input, context) => {
      const done = await handler.work(input, context)
      await sql`update sales_order set status = 10, approval_status = 2 where id = ${input.id}`.execute(context.tx)
      return done
    },
  }))
  expect((await evasions(app, maker, orders, { calls: [updateSalesOrder], areas: keeping })).found).toHaveLength(1)
})

test('the views of what is seen have every column of their tables', async () => {
  const { rows: lacking } = await app.database.pool.query<{ column: string }>(
    `select substr(v.relname, 6) || '.' || a.attname as column from pg_class v
      join pg_class t on t.relnamespace = v.relnamespace and t.relname = substr(v.relname, 6)
      join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      where v.relkind = 'v' and v.relname like 'seen\\_%'
        and not exists (select from pg_attribute b where b.attrelid = v.oid and b.attname = a.attname)`,
  )
  // A migration that adds a column makes the view anew: create or replace view seen_... as select * ...
  expect(lacking).toEqual([])
})
