import { alterRolePermissions, listRoles } from '@qitao/access/model/member/role.calls.ts'
import { alterUserStatus, dropUser } from '@qitao/access/model/member/user.calls.ts'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { queryChangeLog } from '@qitao/access/model/record/change-log.calls.ts'
import { expectNotAnnounced } from '@qitao/app-server/testing/announced.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { sideBySide } from '@qitao/app-server/testing/side-by-side.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { salesErrors } from '../model/sales.errors.ts'
import {
  addSalesOrder,
  cancelSalesOrders,
  countSalesOrders,
  deleteSalesOrders,
  listOrderLines,
  listSalesOrders,
  showSalesOrder,
  submitSalesOrders,
  updateSalesOrder,
} from '../model/sales-order.calls.ts'
import { printSalesOrders } from '../model/sales-order-paper.calls.ts'
import {
  answerOrderLink,
  dropOrderLinks,
  listOrderLinks,
  makeOrderLink,
  queryOrderLink,
  queryOrderWishes,
  settleOrderWishes,
} from '../model/share.calls.ts'
import { anOrder, aProduct, inDays, today } from '../testing/factories.ts'

const app = await testApp()
beforeEach(() => app.database.pool.query('delete from sign_in_failure'))
const nowhere = '01900000-0000-7000-8000-000000000000'
const order = async (company: TestCompany) => anOrder(company, { material_id: await aProduct(company) })
const shared = async (company: TestCompany, more: object = {}) => {
  const { id } = await order(company)
  const link = await company.admin.ok(makeOrderLink, { object_id: id, ...more })
  return { id, ...link }
}
const read = (share_key: string) => app.raw(queryOrderLink.path, { share_key })

contract(app, makeOrderLink, {
  set: order,
  good: ({ id }) => ({ object_type: 'order' as const, object_id: id }),
  check: async (data, _, company) => {
    expect(data.url).toMatch(/\/read-order\?share_key=/)
    expect(data.expire_time - Date.now() / 1000).toBeGreaterThan(7 * 86_400 - 60)
    const stored = await app.database.pool.query('select * from share_link where org_id = $1', [company.org_id])
    expect(JSON.stringify(stored.rows)).not.toContain(data.share_key)
  },
  refused: ({ id }) => [
    ['an order that does not exist', { object_id: nowhere }, salesErrors.orderMissing],
    ['longer than 30 days', { object_id: id, expire_days: 31 }, generalErrors.badParameter],
    ['another kind of object', { object_id: id, object_type: 'mo' }, generalErrors.badParameter],
  ],
  foreign: salesErrors.orderMissing,
})

contract(app, listOrderLinks, {
  set: shared,
  good: ({ id }) => ({ object_id: id }),
  check: ({ result }) =>
    expect(result).toMatchObject([{ created_by_name: 'Admin', editable: false, revoked: false, opened_count: 0 }]),
  refused: () => [['an order that does not exist', { object_id: nowhere }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})

contract(app, dropOrderLinks, {
  set: async company => {
    const link = await shared(company)
    const { result } = await company.admin.ok(listOrderLinks, { object_id: link.id })
    return { ...link, ids: result.map(one => one.id) }
  },
  good: ({ ids }) => ({ ids }),
  check: async (data, { share_key }) => {
    expect(data).toEqual({ affected: 1 })
    expect((await read(share_key)).code).toBe(7705)
  },
  refused: () => [['none', { ids: [] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ affected: 0 }),
})

/** A reader has asked for another day of the line, with a word to it. */
const answered = async (company: TestCompany) => {
  const link = await shared(company, { editable: true })
  const [line] = (await company.admin.ok(listOrderLines, { order_id: link.id })).result
  const wish = { line_id: line!.id, wished_date: inDays(20), remark: 'two crates, please' }
  const { digest } = (await read(link.share_key)).data as { digest: string }
  const answer = { share_key: link.share_key, digest, accepted: false, name: 'Rider', remark: 'later', lines: [wish] }
  expect((await app.raw(answerOrderLink.path, answer)).code).toBe(200)
  const { result } = await company.admin.ok(listOrderLinks, { object_id: link.id })
  return { ...link, wish, ids: result.map(one => one.id) }
}
contract(app, queryOrderWishes, {
  set: answered,
  good: ({ id }) => ({ order_id: id }),
  check: async ({ order_id, result }, { id, wish, ids }, company) => {
    expect(order_id).toBe(id)
    expect(result).toMatchObject([
      { id: ids[0], answer: { accepted: false, name: 'Rider', remark: 'later', lines: [wish] } },
    ])
    const { record } = await company.admin.ok(showSalesOrder, { id })
    expect((await company.admin.ok(queryOrderWishes, { no: record.no })).result).toEqual(result)
    const { result: notices } = await company.admin.ok(listNotices, {})
    expect(notices[0]!.text).toMatch(/wishes for lines: 1|1行有意见/)
    expect(notices[0]!.href).toContain(record.no)
  },
  refused: () => [['an order that does not exist', { order_id: nowhere }, salesErrors.orderMissing]],
  foreign: salesErrors.orderMissing,
})
contract(app, settleOrderWishes, {
  set: answered,
  good: ({ id, ids }) => ({ order_id: id, ids }),
  check: async ({ affected }, { id, ids }, company) => {
    expect(affected).toBe(1)
    expect((await company.admin.ok(queryOrderWishes, { order_id: id })).result).toEqual([])
    expect(await company.admin.ok(settleOrderWishes, { order_id: id, ids })).toEqual({ affected: 0 })
    // The link still tells what was answered.
    expect((await company.admin.ok(listOrderLinks, { object_id: id })).result[0]!.answer).toMatchObject({
      name: 'Rider',
    })
  },
  refused: ({ id, ids }) => [
    ['an order that does not exist', { order_id: nowhere, ids }, salesErrors.orderMissing],
    ['none', { order_id: id, ids: [] }, generalErrors.badParameter],
  ],
  foreign: salesErrors.orderMissing,
})

test(`R-008 ${queryOrderLink.path}: without sign-in, one order, no price unless it is shown`, async () => {
  const company = await app.company()
  const { share_key, id } = await shared(company)
  await order(company)
  const answer = await read(share_key)
  expect(answer.code).toBe(200)
  const data = answer.data as { order: object; lines: object[]; progress: object[] }
  expect(data).toMatchObject({ company_logo_url: null })
  expect(data).toMatchObject({ order: { total_amount: null }, sharer_name: 'Admin', editable: false, answer: null })
  expect(data.lines).toHaveLength(1)
  expect(data.lines[0]).toMatchObject({ quantity: '10.000000', price: null })
  expect(data.progress).toMatchObject([{ shipped_quantity: '0.000000' }])
  expect(JSON.stringify(data)).not.toContain(company.org_id)
  const { result } = await company.admin.ok(listOrderLinks, { object_id: id })
  expect(result[0]).toMatchObject({ opened_count: 1 })
})

test('the customer reads what was promised of what stands: of the order only when nothing open is left out, of no line that is another or more now', async () => {
  const company = await app.company()
  const [one, other] = [await aProduct(company), await aProduct(company)]
  const { id } = await company.admin.ok(addSalesOrder, {
    ...{ order_date: today, delivery_date: inDays(40), submit: true },
    lines: [
      { material_id: one, quantity: '10' },
      { material_id: one, quantity: '5' },
      { material_id: one, quantity: '1' },
    ],
  })
  const { share_key } = await company.admin.ok(makeOrderLink, { object_id: id })
  const told = async () => {
    const { order, lines } = (await read(share_key)).data as Record<'order', { promised_date: number | null }> & {
      lines: { promised_date: number | null }[]
    }
    const { record } = await company.admin.ok(showSalesOrder, { id })
    const listed = (await company.admin.ok(listSalesOrders, {})).result.map(({ promised_date }) => promised_date)
    expect([record.promised_date, ...listed]).toEqual([order.promised_date, order.promised_date])
    return [order.promised_date, ...lines.map(line => line.promised_date)]
  }
  const promise = (line_no: number, day: number) =>
    company.as(tx =>
      sql`update sales_order_line set promised_date = ${inDays(day)} where order_id = ${id} and line_no = ${line_no}`.execute(
        tx,
      ),
    )
  const alter = async (change: (line: { line_no: number; quantity: string }) => object) => {
    const { record, lines } = await company.admin.ok(showSalesOrder, { id })
    const { row_version, order_date, delivery_date } = record
    await company.admin.ok(updateSalesOrder, {
      ...{ id, row_version, order_date, delivery_date },
      lines: lines.map(line => {
        const { id, material_id, quantity } = line
        return { id, material_id, quantity, ...change(line) }
      }),
    })
  }
  await promise(1, 20)
  await promise(2, 30)
  expect(await told()).toEqual([null, inDays(20), inDays(30), null])
  await promise(3, 25)
  expect(await told()).toEqual([inDays(30), inDays(20), inDays(30), inDays(25)])
  await alter(({ line_no }) => (line_no === 1 ? { quantity: '9' } : {}))
  expect(await told()).toEqual([inDays(30), inDays(20), inDays(30), inDays(25)])
  await alter(({ line_no }) => (line_no === 2 ? { quantity: '6' } : line_no === 3 ? { material_id: other } : {}))
  expect(await told()).toEqual([null, inDays(20), null, null])
  // What has left needs no promise any more.
  const ship = sql`update sales_order_line set shipped_quantity = quantity where order_id = ${id} and line_no > 1`
  await company.as(tx => ship.execute(tx))
  expect(await told()).toEqual([inDays(20), inDays(20), null, null])
  await company.as(tx => sql`update sales_order_line set shipped_quantity = 0 where order_id = ${id}`.execute(tx))
  await company.admin.ok(cancelSalesOrders, { ids: [id] })
  expect(await told()).toEqual([null, null, null, null])
})

test(`R-008 R-170 ${queryOrderLink.path}: wrong, expired, withdrawn with its order; and guessing is slowed down`, async () => {
  const company = await app.company()
  const { share_key, id } = await shared(company)
  for (const language of ['zh', 'en'] as const) {
    const wrong = await app.raw(queryOrderLink.path, { share_key: 'wrong' }, undefined, 'POST', language)
    expect(wrong.code).toBe(7705)
    expect(/[\u4e00-\u9fff]/.test(wrong.message)).toBe(language === 'zh')
  }
  await app.database.pool.query('update share_link set expire_time = 1 where object_id = $1', [id])
  expect((await read(share_key)).code).toBe(7706)
  await app.database.pool.query('update share_link set expire_time = 4000000000 where object_id = $1', [id])
  await app.database.pool.query('update sales_order set status = 0 where id = $1', [id])
  await company.admin.ok(deleteSalesOrders, { ids: [id] })
  expect((await read(share_key)).code).toBe(salesErrors.orderMissing.code)
  for (let tries = 0; tries < 30; tries++) await read('guess')
  expect((await read('guess')).code).toBe(5266)
})

test(`${answerOrderLink.path}: once, where it may be answered, and the sharer is told`, async () => {
  const company = await app.company()
  const reading = await shared(company)
  const send = async (share_key: string, more: object = {}) => {
    const { digest = 'none' } = ((await read(share_key)).data ?? {}) as { digest?: string }
    const said = { share_key, digest, accepted: false, name: 'Rider', remark: 'too late', ...more }
    return app.raw(answerOrderLink.path, said)
  }
  expect((await send(reading.share_key)).code).toBe(5011)
  const { share_key, id, url } = await shared(company, { editable: true })
  expect(url).toContain('/onlineEdit?share_key=')
  const [line] = (await company.admin.ok(listOrderLines, { order_id: id })).result
  const lines = [{ line_id: line!.id, wished_date: inDays(7) }]
  expect((await send(share_key, { lines: [{ line_id: nowhere }] })).code).toBe(5001)
  expect((await send(share_key, { name: '' })).code).toBe(5020)
  expect((await send(share_key, { remark: 'x'.repeat(256) })).code).toBe(5018)
  expect((await send('wrong')).code).toBe(7705)
  expect((await send(share_key, { lines })).code).toBe(200)
  expect((await send(share_key)).code).toBe(5024)
  const { result } = await company.admin.ok(listOrderLinks, { object_id: id })
  expect(result[0]?.answer).toMatchObject({ accepted: false, name: 'Rider', remark: 'too late', lines })
  const notices = await company.admin.ok(listNotices, {})
  expect(notices.result[0]?.text).toContain('Rider拒绝了订单')
  expect((await read(share_key)).data).toMatchObject({ answer: { accepted: false } })
})

test('an order that has become another, or is over, is not answered, and nobody is told', async () => {
  const company = await app.company()
  const link = await shared(company, { editable: true })
  const { digest } = (await read(link.share_key)).data as { digest: string }
  const answer = (seen: string) =>
    app.raw(answerOrderLink.path, {
      ...{ share_key: link.share_key, digest: seen, accepted: true, name: 'Rider', remark: null },
    })
  const { record, lines } = await company.admin.ok(showSalesOrder, { id: link.id })
  await company.admin.ok(updateSalesOrder, {
    ...{ id: link.id, row_version: record.row_version, order_date: record.order_date },
    delivery_date: record.delivery_date,
    lines: lines.map(({ id, material_id }) => ({ id, material_id, quantity: '11' })),
  })
  expect((await expectNotAnnounced(app, company, () => answer(digest))).code).toBe(generalErrors.versionConflict.code)
  const now = (await read(link.share_key)).data as { digest: string; editable: boolean }
  expect(now).toMatchObject({ editable: true, lines: [{ quantity: '11.000000' }] })
  await company.admin.ok(cancelSalesOrders, { ids: [link.id] })
  expect((await read(link.share_key)).data).toMatchObject({ editable: false })
  expect((await expectNotAnnounced(app, company, () => answer(now.digest))).code).toBe(
    generalErrors.statusNotAllowed.code,
  )
  expect((await company.admin.ok(queryOrderWishes, { order_id: link.id })).result).toEqual([])
})

test('a change that waits for its approval is nobody’s to agree to, and the currency is a part of what is read', async () => {
  const company = await app.company()
  const { id } = await order(company)
  const { share_key } = await company.admin.ok(makeOrderLink, { object_id: id, editable: true, shows_prices: true })
  const set = (change: string) => app.database.pool.query(`update sales_order set ${change} where id = $1`, [id])
  const seen = async () => (await read(share_key)).data as { digest: string; editable: boolean }
  const answer = async (digest: string) =>
    app.raw(answerOrderLink.path, { share_key, digest, accepted: true, name: 'Rider', remark: null, lines: [] })
  const { digest, editable } = await seen()
  expect(editable).toBe(true)
  await set('approval_status = 1')
  expect((await seen()).editable).toBe(false)
  expect((await answer(digest)).code).toBe(salesErrors.approvalPending.code)
  await set(`approval_status = null, currency = 'USD'`)
  expect((await answer(digest)).code).toBe(generalErrors.versionConflict.code)
  expect((await answer((await seen()).digest)).code).toBe(200)
})

test('who answers while the order is being changed agrees to what it was, and is refused', async () => {
  const company = await app.company()
  const { id, share_key } = await shared(company, { editable: true })
  const { digest } = (await read(share_key)).data as { digest: string }
  const said = { share_key, digest, accepted: true, name: 'Rider', remark: null, lines: [] }
  const change = sql`update sales_order set currency = 'USD' where id = ${id}`
  const [answer] = await sideBySide(app, company, change, [() => app.raw(answerOrderLink.path, said)])
  expect(answer!.code).toBe(generalErrors.versionConflict.code)
})

test('of the data scope "own only" a member sees, counts and changes the own orders alone', async () => {
  const company = await app.company()
  const material_id = await aProduct(company)
  const theirs = await anOrder(company, { material_id, submit: false })
  const member = await company.member([pages.salesOrders])
  const [role] = (await company.admin.ok(listRoles, {})).result
  const scope = (data_scope: 10 | 40) =>
    company.admin.ok(alterRolePermissions, {
      role_id: role!.id,
      app_code: 'mep',
      page_paths: [pages.salesOrders.path],
      data_scope,
    })
  const lines = [{ material_id, quantity: '1' }]
  const mine = await member.ok(addSalesOrder, { order_date: today, delivery_date: inDays(3), lines })
  await scope(10)
  expect((await member.ok(listSalesOrders, {})).result.map(({ id }) => id)).toEqual([mine.id])
  expect((await member.ok(countSalesOrders, {})).init_count).toBe(1)
  expect((await member.send(showSalesOrder, { id: theirs.id })).code).toBe(salesErrors.orderMissing.code)
  expect((await member.send(submitSalesOrders, { ids: [theirs.id] })).code).toBe(5010)
  expect((await member.send(printSalesOrders, { ids: [mine.id, theirs.id] })).code).toBe(salesErrors.orderMissing.code)
  expect((await member.send(makeOrderLink, { object_id: theirs.id })).code).toBe(salesErrors.orderMissing.code)
  expect((await member.send(queryChangeLog, { table_name: 'sales_order', row_id: theirs.id })).code).toBe(5010)
  expect((await member.ok(queryChangeLog, { table_name: 'sales_order', row_id: mine.id })).total).toBeGreaterThan(0)
  await scope(40)
  expect((await member.ok(listSalesOrders, {})).total).toBe(2)
})

test('a link to an order ends with its sharer, with the right to share, and when the sharer no longer sees the order', async () => {
  const company = await app.company()
  const { id } = await order(company)
  const sharing = async () => {
    const member = await company.member([pages.salesOrders])
    const { share_key } = await member.ok(makeOrderLink, { object_id: id, shows_prices: true, editable: true })
    expect((await read(share_key)).code).toBe(200)
    return { member, share_key }
  }
  const permit = (change: string, user_id: string) =>
    app.database.pool.query(
      `update app_permission set ${change} where role_id in (select role_id from user_role where user_id = $1)`,
      [user_id],
    )
  const deleted = await sharing()
  await company.admin.ok(dropUser, { id: deleted.member.user_id })
  expect((await read(deleted.share_key)).code).toBe(7705)
  expect((await company.admin.ok(listOrderLinks, { object_id: id })).result).toMatchObject([{ revoked: true }])

  const stopped = await sharing()
  await company.admin.ok(alterUserStatus, { id: stopped.member.user_id, status: 0 })
  await company.admin.ok(alterUserStatus, { id: stopped.member.user_id, status: 1 })
  expect((await read(stopped.share_key)).code).toBe(7705)

  const withoutPage = await sharing()
  await permit(`page_paths = '{}'`, withoutPage.member.user_id)
  expect((await read(withoutPage.share_key)).code).toBe(7705)
  const answer = {
    share_key: withoutPage.share_key,
    digest: 'any',
    accepted: true,
    name: 'Li',
    remark: null,
    lines: [],
  }
  expect((await app.raw(answerOrderLink.path, answer)).code).toBe(7705)

  const ownOnly = await sharing()
  await permit('data_scope = 10', ownOnly.member.user_id)
  expect((await read(ownOnly.share_key)).code).toBe(salesErrors.orderMissing.code)
})
