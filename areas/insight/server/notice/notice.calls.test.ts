import { setTimeout as wait } from 'node:timers/promises'
import { answerNotices, listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addWebHook } from '../../model/hook/web-hook.calls.ts'
import { noticeEventNames, noticeEventOf } from '../../model/notice/notice-events.ts'
import {
  addNoticeRule,
  alterNoticeRule,
  dropNoticeRules,
  listNoticeCases,
  listNoticeRules,
  setNoticeRuleStatus,
  tryNoticeRule,
} from '../../model/notice/notice-rule.calls.ts'
import { noticeRuleErrors } from '../../model/notice/notice-rule.errors.ts'
import { noticeRuleStatus } from '../../model/notice/notice-rule.status.ts'
import { reconciliationErrors } from '../../model/reconciliation.errors.ts'
import { hookReceiver } from '../../testing/hook-receiver.ts'
import { loadFacts } from './notice-facts.ts'
import { noticeClock, noticeLookJob } from './notice-look.job.ts'
import { noticeMailJob } from './notice-mail.job.ts'

process.env.WEB_HOOK_LOOPBACK = '1'
const app = await testApp()
afterAll(() => {
  delete process.env.WEB_HOOK_LOOPBACK
})
const absent = '00000000-0000-7000-8000-000000000000'
const { open, seen, taken, over } = noticeCaseStatus.codes
const now = () => Math.floor(Date.now() / 1000)

const asked = (company: TestCompany, more: object = {}) => ({
  ...{ name: 'Late orders', event: 'order_late' as const, threshold: 1, least_value: null, to_owner: false },
  ...{ role_ids: [], user_ids: [company.admin.user_id], by_mail: false, by_hook: false, raise_hours: null },
  ...{ raise_role_ids: [], raise_user_ids: [], quiet_from: null, quiet_until: null },
  ...more,
})
const settled = async (company: TestCompany) => {
  for (const end = Date.now() + 10_000; Date.now() < end; await wait(20)) {
    const { rowCount } = await app.database.pool.query(
      "select from job where org_id = $1 and job_type like any(array['notice%', 'web_hook']) and status < 2 limit 1",
      [company.org_id],
    )
    if (rowCount === 0) return
  }
  throw new Error('the jobs of the company do not come to rest')
}
const run = async (company: TestCompany, job = noticeLookJob) => {
  await app.database.system(tx => startJobOfCompanies(tx, job, [company.org_id]))
  await settled(company)
  const { rows } = await app.database.pool.query(
    'select status, result from job where org_id = $1 and job_type = $2 order by created_time desc, id desc limit 1',
    [company.org_id, job],
  )
  expect(rows[0].status).toBe(2)
}
/** An order that should have gone ten days ago. */
const aLateOrder = async (company: TestCompany) => {
  const order = await anOrder(company, { material_id: await aProduct(company) })
  await company.as(tx =>
    sql`update sales_order set delivery_date = ${now() - 10 * daySeconds} where id = ${order.id}`.execute(tx),
  )
  await company.as(tx => sql`update sales_order_line set delivery_date = null where order_id = ${order.id}`.execute(tx))
  return order
}
const ruled = async (company: TestCompany, more: object = {}) => {
  const order = await aLateOrder(company)
  const { id } = await company.admin.ok(addNoticeRule, asked(company, more))
  await settled(company)
  return { company, id, order }
}
const casesOf = async (company: TestCompany) => (await company.admin.ok(listNoticeCases, {})).result
const noticesOf = async (company: TestCompany) =>
  (await company.admin.ok(listNotices, {}, { language: 'en' })).result.filter(({ sign }) => sign?.startsWith('case:'))

contract(app, listNoticeRules, {
  set: ruled,
  good: () => ({ statuses: [noticeRuleStatus.codes.on] }),
  check: ({ result }, { id }) =>
    expect(result).toMatchObject([
      { id, name: 'Late orders', threshold: 1, open_count: 1, case_count: 1, median_minutes: null, answer_rate: 0 },
    ]),
  refused: () => [['a state that there is not', { statuses: [7] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, addNoticeRule, {
  set: async company => company,
  good: company => asked(company),
  check: async ({ id }, company) =>
    expect((await company.admin.ok(listNoticeRules, {})).result).toMatchObject([{ id, event: 'order_late' }]),
  refused: company => [
    ['no name', asked(company, { name: ' ' }), generalErrors.fieldRequired],
    ['an event that there is not', asked(company, { event: 'rain' }), generalErrors.badParameter],
    ['nobody', asked(company, { user_ids: [] }), noticeRuleErrors.nobody],
    ['raised to nobody', asked(company, { raise_hours: 4 }), noticeRuleErrors.raiseNobody],
    ['half of quiet hours', asked(company, { quiet_from: 60 }), noticeRuleErrors.quietHalf],
    ['a value of a machine', asked(company, { event: 'machine_down', least_value: '5' }), noticeRuleErrors.noValue],
    ['a member that there is not', asked(company, { user_ids: [absent] }), noticeRuleErrors.goneReference],
    ['a role that there is not', asked(company, { role_ids: [absent] }), noticeRuleErrors.goneReference],
  ],
  foreign: noticeRuleErrors.goneReference,
})
contract(app, alterNoticeRule, {
  set: ruled,
  good: ({ company, id }) => ({ ...asked(company, { name: 'Very late', threshold: 30 }), id, row_version: 0 }),
  check: async (_, { id }, company) => {
    expect((await company.admin.ok(listNoticeRules, {})).result).toMatchObject([{ id, name: 'Very late' }])
    await settled(company)
    // Ten days are not thirty.
    expect(await casesOf(company)).toMatchObject([{ status: over }])
  },
  refused: ({ company, id }) => [
    ['another version', { ...asked(company), id, row_version: 7 }, generalErrors.versionConflict],
    ['one that there is not', { ...asked(company), id: absent, row_version: 0 }, generalErrors.recordNotFound],
    ['nobody', { ...asked(company, { user_ids: [] }), id, row_version: 0 }, noticeRuleErrors.nobody],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, setNoticeRuleStatus, {
  set: ruled,
  good: ({ id }) => ({ id, is_on: false }),
  check: async (_, { id }, company) => {
    await settled(company)
    expect(await casesOf(company)).toMatchObject([{ status: over }])
    await company.admin.ok(setNoticeRuleStatus, { id, is_on: true })
    await settled(company)
    expect((await casesOf(company)).map(({ status }) => status)).toEqual([open, over])
  },
  refused: ({ id }) => [
    ['it is on', { id, is_on: true }, generalErrors.statusNotAllowed],
    ['one that there is not', { id: absent, is_on: true }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, dropNoticeRules, {
  set: ruled,
  good: ({ id }) => ({ ids: [id] }),
  check: async ({ done_ids }, { id }, company) => {
    expect(done_ids).toEqual([id])
    expect([(await company.admin.ok(listNoticeRules, {})).total, await casesOf(company)]).toEqual([0, []])
    // Nothing is left to answer.
    expect(await noticesOf(company)).toMatchObject([{ case_status: over, read: true }])
  },
  refused: () => [['one that there is not', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, tryNoticeRule, {
  set: async company => ({ order: await aLateOrder(company) }),
  good: () => ({ event: 'order_late' as const, threshold: 3, least_value: null }),
  check: (data, { order }) =>
    expect(data).toMatchObject({ count: 1, matters: [{ no: order.no, measure: expect.any(Number) }] }),
  refused: () => [['an event that there is not', { event: 'rain', threshold: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toEqual({ count: 0, matters: [] }),
})
contract(app, listNoticeCases, {
  set: ruled,
  good: ({ id }) => ({ rule_id: id, statuses: [open] }),
  check: ({ result }, { order }) =>
    expect(result).toMatchObject([
      { object_id: order.id, object_no: order.no, event: 'order_late', told_names: ['Admin'], answered_name: null },
    ]),
  refused: () => [['a state that there is not', { statuses: [7] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result).toEqual([]),
})
contract(app, answerNotices, {
  set: async company => {
    const of = await ruled(company)
    const [first] = await casesOf(company)
    return { ...of, case_id: first!.id }
  },
  good: ({ case_id }) => ({ case_ids: [case_id], answer: 'see' as const }),
  check: async ({ done_ids }, { case_id }, company) => {
    expect(done_ids).toEqual([case_id])
    expect(await casesOf(company)).toMatchObject([{ status: seen, answered_name: 'Admin', answer_minutes: 0 }])
    expect(await noticesOf(company)).toMatchObject([{ case_id, case_status: seen, answered_by_name: 'Admin' }])
    await company.admin.ok(answerNotices, { case_ids: [case_id], answer: 'take' })
    expect(await casesOf(company)).toMatchObject([{ status: taken }])
    const again = await company.admin.ok(answerNotices, { case_ids: [case_id], answer: 'see' }).catch(() => undefined)
    expect(again).toBeUndefined()
    expect((await company.admin.ok(listNoticeRules, {})).result).toMatchObject([
      { answer_rate: 100, median_minutes: 0, p90_minutes: 0, open_count: 0, lasting_count: 1 },
    ])
  },
  refused: () => [
    ['one that there is not', { case_ids: [absent], answer: 'see' }, generalErrors.recordNotFound],
    ['an answer that there is not', { case_ids: [absent], answer: 'end' }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})

test('each event is found by a statement that stands', async () => {
  const company = await app.company()
  const found = await company.as(tx => loadFacts(tx, company.org_id, noticeEventNames, now()))
  expect([...found.keys()]).toEqual(noticeEventNames)
  for (const name of noticeEventNames) expect(noticeEventOf(name).says(2).en).toContain('2')
})

test('the page alone makes no rule; who was not told neither sees nor answers', async () => {
  const company = await app.company()
  const { id } = await ruled(company)
  const member = await company.member([pages.noticeRules, pages.salesOrders])
  const stranger = await company.member([pages.salesOrders])
  const commands = [
    await member.send(addNoticeRule, asked(company)),
    await member.send(alterNoticeRule, { ...asked(company), id, row_version: 0 }),
    await member.send(setNoticeRuleStatus, { id, is_on: false }),
    await member.send(dropNoticeRules, { ids: [id] }),
    await member.send(tryNoticeRule, { event: 'order_late', threshold: 1, least_value: null }),
  ]
  expect(new Set(commands.map(({ code }) => code))).toEqual(new Set([reconciliationErrors.administratorsOnly.code]))
  expect((await member.ok(listNoticeCases, { mine: false })).total).toBe(1)
  expect((await stranger.ok(listNoticeCases, { mine: false })).total).toBe(0)
  const [first] = await casesOf(company)
  const answer = await stranger.send(answerNotices, { case_ids: [first!.id], answer: 'take' })
  expect(answer.code).toBe(generalErrors.recordNotFound.code)
})

test('what is late is told under the bell, goes by mail and to other systems, once; it is over when it has gone', async () => {
  const company = await app.company()
  const receiver = await hookReceiver()
  try {
    await company.as(tx =>
      sql`update app_user set email = 'admin@example.com' where id = ${company.admin.user_id}`.execute(tx),
    )
    await company.admin.ok(addWebHook, { name: 'ERP', address: receiver.address, kinds: ['notice_raised'] })
    const { order, id } = await ruled(company, { by_mail: true, by_hook: true })
    const [notice] = await noticesOf(company)
    expect(notice).toMatchObject({ case_status: open, type: 'warning', read: false })
    expect(notice!.text).toContain(order.no)
    expect(notice!.href).toBe(`${pages.salesOrders.path}?keyword=${order.no}`)
    const mails = () => app.messages.filter(({ to }) => to === 'admin@example.com')
    expect(mails()).toHaveLength(1)
    expect(mails()[0]!.text).toContain(order.no)
    expect(receiver.received.map(({ body }) => JSON.parse(body))).toMatchObject([
      { kind: 'notice_raised', data: { rule_id: id, event: 'order_late', object_no: order.no } },
    ])
    await run(company)
    await run(company, noticeMailJob)
    expect([await noticesOf(company), mails(), receiver.received].map(({ length }) => length)).toEqual([1, 1, 1])
    await company.as(tx =>
      sql`update sales_order_line set shipped_quantity = quantity where order_id = ${order.id}`.execute(tx),
    )
    await run(company)
    expect(await noticesOf(company)).toMatchObject([{ case_status: over, read: true }])
    expect(await casesOf(company)).toMatchObject([{ status: over, over_time: expect.any(Number) }])
  } finally {
    receiver.close()
  }
})

test('mail waits in quiet hours, is not sent once somebody has answered, and is tried again when it fails', async () => {
  const company = await app.company()
  await company.as(tx =>
    sql`update app_user set email = 'quiet@example.com' where id = ${company.admin.user_id}`.execute(tx),
  )
  await ruled(company, { by_mail: true, quiet_from: 0, quiet_until: 1439 })
  const { rows } = await app.database.pool.query('select due_time from notice_mail where org_id = $1', [company.org_id])
  expect(rows).toHaveLength(1)
  expect(app.messages.filter(({ to }) => to === 'quiet@example.com')).toEqual([])
  const [first] = await casesOf(company)
  await company.admin.ok(answerNotices, { case_ids: [first!.id], answer: 'take' })
  const left = await app.database.pool.query('select from notice_mail where org_id = $1', [company.org_id])
  expect(left.rowCount).toBe(0)
})

test('mail held by quiet hours goes neither to who has left, nor to who may not see it any more', async () => {
  const company = await app.company()
  const seeing = [pages.salesOrders, pages.taskCentre]
  const members = [await company.member(seeing), await company.member(seeing), await company.member(seeing)] as const
  const user_ids = members.map(({ user_id }) => user_id)
  const [left, moved, stays] = user_ids
  await company.as(tx =>
    sql`update app_user set email = id || '@example.com' where id = any(${user_ids}::uuid[])`.execute(tx),
  )
  await ruled(company, { user_ids, by_mail: true, quiet_from: 0, quiet_until: 1439 })
  await company.as(async tx => {
    await sql`update app_user set status = 0 where id = ${left}`.execute(tx)
    await sql`delete from user_role where user_id = ${moved}`.execute(tx)
    await sql`update notice_mail set due_time = 0`.execute(tx)
  })
  await run(company, noticeMailJob)
  const sent = app.messages.filter(({ to }) => user_ids.some(id => to.startsWith(id)))
  expect(sent.map(({ to }) => to)).toEqual([`${stays}@example.com`])
  const { rowCount } = await app.database.pool.query('select from notice_mail where org_id = $1', [company.org_id])
  expect(rowCount).toBe(0)
})

test('what is told and raised in the same quiet hours is one matter of one mail', async () => {
  const company = await app.company()
  const { user_id } = company.admin
  await company.as(tx => sql`update app_user set email = 'twice@example.com' where id = ${user_id}`.execute(tx))
  await ruled(company, {
    ...{ by_mail: true, quiet_from: 0, quiet_until: 1439, raise_hours: 1, raise_user_ids: [user_id] },
  })
  await company.as(tx => sql`update notice_case set opened_time = opened_time - 3600`.execute(tx))
  await run(company)
  const held = await app.database.pool.query('update notice_mail set due_time = 0 where org_id = $1', [company.org_id])
  expect(held.rowCount).toBe(2)
  await run(company, noticeMailJob)
  const mails = app.messages.filter(({ to }) => to === 'twice@example.com')
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('1 notice to answer')])
})

test('a rule that goes while its matters are looked at and answered leaves nothing open', async () => {
  const company = await app.company()
  const { id } = await ruled(company)
  const [first] = await casesOf(company)
  await aLateOrder(company)
  await Promise.all([
    app.database.system(tx => startJobOfCompanies(tx, noticeLookJob, [company.org_id])),
    company.admin.send(answerNotices, { case_ids: [first!.id], answer: 'see' }),
    company.admin.ok(dropNoticeRules, { ids: [id] }),
  ])
  await settled(company)
  await run(company)
  expect(await casesOf(company)).toEqual([])
  expect(new Set((await noticesOf(company)).map(({ case_status }) => case_status))).toEqual(new Set([over]))
})

test('nobody answers: the next one is told, and sees it as unanswered', async () => {
  const company = await app.company()
  const boss = await company.member([pages.salesOrders, pages.taskCentre])
  await ruled(company, { raise_hours: 1, raise_user_ids: [boss.user_id] })
  expect((await boss.ok(listNoticeCases, {})).total).toBe(0)
  await app.database.pool.query('update notice_case set opened_time = opened_time - 3600 where org_id = $1', [
    company.org_id,
  ])
  await keepHouse(app.database, noticeClock)
  await run(company)
  const { result } = await boss.ok(listNotices, {}, { language: 'en' })
  expect(result).toMatchObject([{ type: 'error', case_status: open }])
  expect(result[0]!.text).toContain('unanswered for 1 h')
  const [raised] = (await boss.ok(listNoticeCases, {})).result
  expect(raised).toMatchObject({ status: open, raised_time: expect.any(Number) })
  await boss.ok(answerNotices, { case_ids: [raised!.id], answer: 'take' })
  expect(await noticesOf(company)).toMatchObject([{ case_status: taken }])
})

test('many at once are one line under the bell, and each can be answered in the list', async () => {
  const company = await app.company()
  for (let count = 0; count < 6; count++) await aLateOrder(company)
  await company.admin.ok(addNoticeRule, asked(company))
  await settled(company)
  const { result } = await company.admin.ok(listNotices, {}, { language: 'en' })
  expect(result).toMatchObject([{ case_id: null, href: `${pages.taskCentre.path}?tab=notices` }])
  expect(result[0]!.text).toContain('and 1 more')
  const cases = await casesOf(company)
  const { done_ids } = await company.admin.ok(answerNotices, { case_ids: cases.map(({ id }) => id), answer: 'see' })
  expect(done_ids).toHaveLength(6)
  const [rule] = (await company.admin.ok(listNoticeRules, {})).result
  await company.admin.ok(dropNoticeRules, { ids: [rule!.id] })
  expect((await company.admin.ok(listNotices, {})).total).toBe(0)
})

test('a company has at most fifty rules', async () => {
  const company = await app.company()
  await company.as(tx =>
    sql`insert into notice_rule (id, name, event) select gen_random_uuid(), 'R' || n, 'order_late' from generate_series(1, 50) n`.execute(
      tx,
    ),
  )
  expect((await company.admin.send(addNoticeRule, asked(company))).code).toBe(noticeRuleErrors.tooMany.code)
})
