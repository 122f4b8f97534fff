import { setTimeout as wait } from 'node:timers/promises'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { dayOf, hourSeconds } from '@qitao/core/time.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { at } from '@qitao/scheduling/testing/plant.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { allPages, pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { showReport } from '../../model/figure.calls.ts'
import { reportErrors } from '../../model/report/report.errors.ts'
import { letterStatus, sharing } from '../../model/report/report.status.ts'
import {
  listReportLetters,
  listReportReceivers,
  mostReceivers,
  sendReportNow,
  setReportMailing,
  showReportMailing,
} from '../../model/report/report-mailing.calls.ts'
import {
  addSavedReport,
  alterSavedReport,
  dropSavedReports,
  listSavedReports,
} from '../../model/report/saved-report.calls.ts'
import { someBooks } from '../../testing/books.ts'
import { figuresHousekeeping } from '../figures.housekeeping.ts'
import { reportClock, reportLettersJob } from './report-letters.job.ts'
import { reportMailJob } from './report-mail.job.ts'

const failing = new Set<string>()
/** What the mail server does with what is sent to them. */
const failures = new Map<string, object>()
const app = await testApp({
  mailTo: address => {
    if (failures.has(address)) throw Object.assign(new Error('no mail'), failures.get(address))
    return !failing.has(address)
  },
})
const absent = '00000000-0000-7000-8000-000000000000'
const now = () => Math.floor(Date.now() / 1000)
const { sent, left_out, unsure, failed, to_send } = letterStatus.codes

const definition = {
  ...{ figures: ['order_value' as const, 'gross_margin' as const], by: ['customer' as const], by_time: false },
  timestamp_range: [at(-200, 0), at(0, 0)] as [number, number],
}
const asked = (report_id: string, user_ids: string[], more: object = {}) => ({
  ...{ report_id, is_on: true, rhythm: 1 as const, weekday: null, month_day: null, hour: 8 },
  ...{ user_ids, role_ids: [], language: 'en' as const, with_file: true },
  ...more,
})
const addressed = async (company: TestCompany, ...user_ids: string[]) => {
  await company.as(tx =>
    sql`update app_user set email = id || '@example.com' where id = any(${user_ids}::uuid[])`.execute(tx),
  )
  return user_ids.map(id => `${id}@example.com`)
}
const addressedCrowd = async (company: TestCompany) => {
  await company.as(tx => sql`update app_user set email = id || '@example.com'`.execute(tx))
  return { admin: company.admin.user_id }
}
const kept = async (company: TestCompany) => {
  await addressed(company, company.admin.user_id)
  const { id } = await company.admin.ok(addSavedReport, { name: 'Margin by customer', definition })
  return { company, id, admin: company.admin.user_id }
}
const mailed = async (company: TestCompany) => {
  const of = await kept(company)
  await company.admin.ok(setReportMailing, asked(of.id, [of.admin]))
  return of
}
const settled = async (company: TestCompany) => {
  for (const end = Date.now() + 40_000; Date.now() < end; await wait(20)) {
    const { rowCount } = await app.database.pool.query(
      "select from job where org_id = $1 and job_type like 'report%' and status < 2 limit 1",
      [company.org_id],
    )
    if (rowCount === 0) return
  }
  throw new Error('the jobs of the company do not come to rest')
}
const run = async (company: TestCompany, ...types: string[]) => {
  for (const type of types) {
    await app.database.system(tx => startJobOfCompanies(tx, type, [company.org_id]))
    await settled(company)
  }
  const { rows } = await app.database.pool.query(
    "select job_type from job where org_id = $1 and job_type like 'report%' and status <> 2",
    [company.org_id],
  )
  expect(rows).toEqual([])
}
/** The hour has come. */
const strike = async (company: TestCompany, ago = 5) => {
  await company.as(tx => sql`update report_clock set next_time = ${now() - ago}`.execute(tx))
  await run(company, reportLettersJob)
}
const lettersOf = async (company: TestCompany, report_id: string) =>
  (await company.admin.ok(listReportLetters, { report_id })).result
const newestNotice = async (company: TestCompany) =>
  (await company.admin.ok(listNotices, {}, { language: 'en' })).result[0]?.text
const mailsTo = (address: string) => app.messages.filter(({ to }) => to === address)

contract(app, showReportMailing, {
  set: mailed,
  good: ({ id }) => ({ report_id: id }),
  check: ({ record }, { admin }) =>
    expect(record).toMatchObject({ rhythm: 1, hour: 8, user_ids: [admin], next_time: expect.any(Number) }),
  refused: () => [['one that there is not', { report_id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listReportReceivers, {
  set: async company => {
    const of = await kept(company)
    const buyer = await company.member([pages.operationReport, pages.purchase])
    const seller = await company.member([pages.operationReport, pages.salesOrders])
    await addressed(company, buyer.user_id)
    return { ...of, buyer: buyer.user_id, seller: seller.user_id }
  },
  good: ({ id, admin, buyer, seller }) => ({ report_id: id, user_ids: [admin, buyer, seller], role_ids: [] }),
  check: ({ result }, { admin, buyer, seller }) =>
    expect(Object.fromEntries(result.map(({ user_id, problem }) => [user_id, problem]))).toEqual({
      ...{ [admin]: null, [buyer]: 'no_right', [seller]: 'no_address' },
    }),
  refused: () => [
    ['one that there is not', { report_id: absent, user_ids: [], role_ids: [] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, setReportMailing, {
  set: kept,
  good: ({ id, admin }) => asked(id, [admin], { rhythm: 2, weekday: 1, hour: 7 }),
  check: async ({ next_time }, { id }, company) => {
    expect(new Date(next_time! * 1000 + 8 * hourSeconds * 1000).toUTCString()).toMatch(/^Mon, .* 07:00:00 GMT$/)
    const { record } = await company.admin.ok(showReportMailing, { report_id: id })
    expect(record).toMatchObject({ rhythm: 2, weekday: 1, hour: 7, next_time })
    expect((await company.admin.ok(listSavedReports, {})).result).toMatchObject([{ is_mailed: true }])
    const off = await company.admin.ok(
      setReportMailing,
      asked(id, record!.user_ids, { is_on: false, row_version: record!.row_version }),
    )
    expect(off.next_time).toBeNull()
  },
  refused: ({ id, admin }) => [
    ['nobody', asked(id, []), reportErrors.nobody],
    ['a member that there is not', asked(id, [absent]), reportErrors.goneReference],
    ['a role that there is not', asked(id, [admin], { role_ids: [absent] }), reportErrors.goneReference],
    ['no day of the week', asked(id, [admin], { rhythm: 2 }), reportErrors.dayMissing],
    ['no day of the month', asked(id, [admin], { rhythm: 3 }), reportErrors.dayMissing],
    ['another version', asked(id, [admin], { row_version: 3 }), generalErrors.recordNotFound],
    ['an hour that there is not', asked(id, [admin], { hour: 24 }), generalErrors.badParameter],
    ['one that there is not', asked(absent, [admin]), generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, sendReportNow, {
  set: mailed,
  good: ({ id }) => ({ report_id: id }),
  check: async ({ affected }, { id, admin }, company) => {
    expect(affected).toBe(1)
    await settled(company)
    expect(await lettersOf(company, id)).toMatchObject([{ status: sent, user_name: 'Admin', problem: null }])
    expect(mailsTo(`${admin}@example.com`)).toHaveLength(1)
  },
  refused: () => [['one that there is not', { report_id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, listReportLetters, {
  set: async company => {
    const of = await mailed(company)
    await strike(company)
    return of
  },
  good: ({ id }) => ({ report_id: id }),
  check: ({ result }) => expect(result).toMatchObject([{ status: sent, sent_time: expect.any(Number) }]),
  refused: () => [['one that there is not', { report_id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('each gets the report under the own rights, once, with its table, its file and the way to it', async () => {
  const company = await app.company()
  const { customer_ids } = await someBooks(company)
  const { id, admin } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const own = await company.member([pages.operationReport, pages.salesOrders])
  await company.as(tx =>
    sql`update app_permission p set data_scope = 10 from user_role u where u.org_id = p.org_id and u.role_id = p.role_id and u.user_id = ${own.user_id}`.execute(
      tx,
    ),
  )
  const [adminMail, sellerMail, ownMail] = (await addressed(company, admin, seller.user_id, own.user_id)) as [
    string,
    string,
    string,
  ]
  await company.admin.ok(setReportMailing, asked(id, [admin, seller.user_id, own.user_id]))
  await strike(company)
  await run(company, reportLettersJob, reportMailJob, reportMailJob)
  expect([adminMail, sellerMail, ownMail].map(to => mailsTo(to).length)).toEqual([1, 1, 1])

  const { total, result } = await company.admin.ok(showReport, definition)
  const [whole] = mailsTo(adminMail)
  expect(whole!.subject).toContain('Margin by customer')
  const digits = (value: string | null | undefined) =>
    Number(value).toLocaleString('en-US', { maximumFractionDigits: 2 })
  expect(whole!.text).toContain(digits(total.values.gross_margin))
  expect(whole!.html).toContain(digits(total.values.order_value))
  expect(whole!.html).toContain('width:100%;height:9px')
  expect(result).toHaveLength(customer_ids.length)
  expect(whole!.attachments).toMatchObject([{ filename: expect.stringMatching(/^Margin by customer-.*\.xlsx$/) }])
  // A seller may not see margins: they are not in it, and it says so.
  const [part] = mailsTo(sellerMail)
  expect(part!.text).toContain(digits(total.values.order_value))
  expect(part!.text).not.toContain('Gross margin')
  expect(part!.text).toContain('left out')
  expect(whole!.text).not.toContain('left out')
  // Who sees the own documents only has none of them.
  expect(mailsTo(ownMail)[0]!.text).not.toContain(digits(total.values.order_value))
  expect((await own.ok(showReport, { ...definition, figures: ['order_value'] })).result).toEqual([])
  // Who gets it may open it.
  expect((await seller.ok(listSavedReports, {})).result).toMatchObject([{ id, sharing: sharing.codes.private }])
  // What it said is not kept.
  const { rows } = await app.database.pool.query(
    'select html, words, file_content from report_letter where org_id = $1',
    [company.org_id],
  )
  expect(rows).toEqual(Array.from({ length: 3 }, () => ({ html: null, words: null, file_content: null })))
  const next = (await company.admin.ok(showReportMailing, { report_id: id })).record!.next_time!
  expect(next).toBeGreaterThan(now())
  expect(dayOf(next, 'Asia/Shanghai') <= dayOf(now() + 24 * hourSeconds, 'Asia/Shanghai')).toBe(true)
})

test('whose scope is the own workgroups gets their figures alone, though a letter of a wider scope was made before', async () => {
  const company = await app.company()
  const [ours, theirs] = [await onTheFloor(company, { stock: '10' }), await onTheFloor(company, { stock: '10' })]
  for (const { task_ids } of [ours, theirs])
    await company.admin.ok(addReport, { task_id: task_ids[0]!, finished_quantity: '3', defective_quantity: '0' })
  const [leader, other] = [await company.member(allPages), await company.member(allPages)]
  const group = await aWorkgroup(company, { leader_id: leader.user_id })
  const scope = (user_id: string, data_scope: number) =>
    company.as(tx =>
      sql`update app_permission p set data_scope = ${data_scope} from user_role u where u.org_id = p.org_id and u.role_id = p.role_id and u.user_id = ${user_id}`.execute(
        tx,
      ),
    )
  await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${ours.device_id}`.execute(tx))
  await scope(other.user_id, 10)
  await scope(leader.user_id, 10)
  const [otherMail, leaderMail] = (await addressed(company, other.user_id, leader.user_id)) as [string, string]
  const output = { ...definition, figures: ['output' as const], by: ['device' as const] }
  const { id } = await company.admin.ok(addSavedReport, {
    name: 'Output by machine',
    definition: { ...output, timestamp_range: [at(-20, 0), at(2, 0)] },
  })
  await company.admin.ok(setReportMailing, asked(id, [other.user_id, leader.user_id]))
  failing.add(leaderMail)
  await strike(company)
  await run(company, reportMailJob)
  const htmlTo = (address: string) => mailsTo(address).map(({ html }) => html)
  expect(htmlTo(otherMail)).toEqual([expect.stringContaining(theirs.machine_no)])
  expect(htmlTo(leaderMail)).toEqual([])
  await scope(leader.user_id, 20)
  await company.as(tx => sql`update report_letter set due_time = 0`.execute(tx))
  failing.delete(leaderMail)
  await run(company, reportMailJob, reportLettersJob, reportMailJob)
  const [told] = htmlTo(leaderMail)
  expect(told).toContain(ours.machine_no)
  expect(told).not.toContain(theirs.machine_no)
})

test('what is due at the second of another run is that run', async () => {
  const company = await app.company()
  const { id, admin } = await mailed(company)
  await strike(company)
  await company.as(tx =>
    sql`update report_clock set next_time = (select run_time from report_letter where org_id = report_clock.org_id)`.execute(
      tx,
    ),
  )
  await run(company, reportLettersJob, reportMailJob)
  expect(await lettersOf(company, id)).toHaveLength(1)
  expect(mailsTo(`${admin}@example.com`)).toHaveLength(1)
  expect((await company.admin.ok(showReportMailing, { report_id: id })).record!.next_time).toBeGreaterThan(now())
})

test('two who work at once send nobody two', async () => {
  const company = await app.company()
  const { admin } = await mailed(company)
  await company.as(tx => sql`update report_clock set next_time = ${now() - 5}`.execute(tx))
  await Promise.all([reportLettersJob, reportMailJob, reportLettersJob, reportMailJob].map(type => run(company, type)))
  await run(company, reportLettersJob, reportMailJob)
  expect(mailsTo(`${admin}@example.com`)).toHaveLength(1)
})

test('what was being sent when the server stopped is not sent again, and that is said', async () => {
  const company = await app.company()
  const { id, admin } = await mailed(company)
  failing.add(`${admin}@example.com`)
  await strike(company)
  expect(await lettersOf(company, id)).toMatchObject([{ status: to_send }])
  failing.clear()
  await company.as(tx => sql`update report_letter set status = ${letterStatus.codes.sending}, due_time = 0`.execute(tx))
  await run(company, reportMailJob)
  expect(await lettersOf(company, id)).toMatchObject([{ status: unsure }])
  expect(mailsTo(`${admin}@example.com`)).toHaveLength(0)
  expect(await newestNotice(company)).toContain('Nobody knows whether')
})

test('a mail that fails is tried again, under the rights of then; after so many tries who made it is told', async () => {
  const company = await app.company()
  const { id } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders, pages.grossMargin])
  const [address] = (await addressed(company, seller.user_id)) as [string]
  await company.admin.ok(setReportMailing, asked(id, [seller.user_id]))
  failing.add(address)
  await strike(company)
  const { rows } = await app.database.pool.query('select attempts, due_time from report_letter where org_id = $1', [
    company.org_id,
  ])
  expect(rows).toMatchObject([{ attempts: 1 }])
  expect(Number(rows[0].due_time)).toBeGreaterThan(now() + 30)
  // Meanwhile margins are not for the seller any more.
  const sees = [pages.operationReport.path, pages.salesOrders.path]
  await company.as(async tx => {
    await sql`update app_permission set page_paths = ${sees} where role_id in (select role_id from user_role where user_id = ${seller.user_id})`.execute(
      tx,
    )
    await sql`update report_letter set due_time = 0`.execute(tx)
  })
  failing.clear()
  await run(company, reportMailJob, reportLettersJob)
  expect(mailsTo(address)).toHaveLength(1)
  expect(mailsTo(address)[0]!.text).not.toContain('Gross margin')

  failing.add(address)
  await strike(company, 60)
  for (let tries = 0; tries < 6; tries++) {
    await company.as(tx => sql`update report_letter set due_time = 0 where status = ${to_send}`.execute(tx))
    await run(company, reportMailJob)
  }
  failing.clear()
  expect((await lettersOf(company, id)).map(({ status }) => status).sort()).toEqual([sent, failed])
  expect((await company.admin.ok(listNotices, {}, { language: 'en' })).result[0]!.text).toContain('could not be mailed')
})

test('who made it is told when nobody can be reached, and who has lost the right gets nothing', async () => {
  const company = await app.company()
  const { id } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const refusedNow = await company.admin.send(setReportMailing, asked(id, [seller.user_id]))
  expect([refusedNow.code, refusedNow.message.includes('没有邮箱')]).toEqual([reportErrors.nobodyReached.code, true])
  const [address] = (await addressed(company, seller.user_id)) as [string]
  await company.admin.ok(setReportMailing, asked(id, [seller.user_id]))
  await company.as(tx => sql`delete from user_role where user_id = ${seller.user_id}`.execute(tx))
  await strike(company)
  expect(await lettersOf(company, id)).toMatchObject([{ status: left_out, problem: 'no_right' }])
  expect(mailsTo(address)).toEqual([])
  expect((await company.admin.ok(listNotices, {}, { language: 'en' })).result[0]!.text).toContain('went to nobody')
  expect((await company.admin.send(sendReportNow, { report_id: id })).code).toBe(reportErrors.nobodyReached.code)
})

test('a role of more members than one mailing reaches is refused with how many it does', async () => {
  const company = await app.company()
  const { id } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const role_id = await company.as(async tx => {
    await sql`insert into app_user (id, account, name, password_hash)
      select gen_random_uuid(), 'crowd' || n, 'Member', 'none' from generate_series(1, ${mostReceivers}) n`.execute(tx)
    await sql`insert into user_role (user_id, role_id) select u.id, r.role_id
      from app_user u cross join user_role r where u.account like 'crowd%' and r.user_id = ${seller.user_id}`.execute(
      tx,
    )
    const [found] = await rows(
      tx,
      sql<{ role_id: string }>`select role_id from user_role where user_id = ${seller.user_id}`,
    )
    return found!.role_id
  })
  const answer = await company.admin.send(setReportMailing, asked(id, [], { role_ids: [role_id] }), { language: 'en' })
  expect([answer.code, answer.message.includes(String(mostReceivers))]).toEqual([
    reportErrors.tooManyReceivers.code,
    true,
  ])
  // A role that has grown since.
  const { admin } = await addressedCrowd(company)
  await company.admin.ok(setReportMailing, asked(id, [admin]))
  await company.as(tx => sql`update report_mailing set role_ids = array[${role_id}::uuid]`.execute(tx))
  expect((await company.admin.send(sendReportNow, { report_id: id })).code).toBe(reportErrors.tooManyReceivers.code)
  await strike(company)
  expect(await lettersOf(company, id)).toEqual([])
  expect((await company.admin.ok(listNotices, {}, { language: 'en' })).result[0]!.text).toContain('more than 200')
})

test('only who made it says how it is mailed', async () => {
  const company = await app.company()
  const { id, admin } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  await company.as(tx => sql`update saved_report set sharing = ${sharing.codes.company}`.execute(tx))
  const tried = [
    await seller.send(setReportMailing, asked(id, [admin])),
    await seller.send(showReportMailing, { report_id: id }),
    await seller.send(listReportReceivers, { report_id: id, user_ids: [admin], role_ids: [] }),
    await seller.send(sendReportNow, { report_id: id }),
    await seller.send(listReportLetters, { report_id: id }),
  ]
  expect(new Set(tried.map(({ code }) => code))).toEqual(new Set([reportErrors.ownersOnly.code]))
  expect((await company.admin.send(sendReportNow, { report_id: id })).code).toBe(reportErrors.notMailed.code)
})

test('the clock starts what is due, and what is deleted goes with its mails', async () => {
  const company = await app.company()
  const { id, admin } = await mailed(company)
  await company.as(tx => sql`update report_clock set next_time = ${now() - 5}`.execute(tx))
  await keepHouse(app.database, reportClock)
  for (const end = Date.now() + 15_000; Date.now() < end && mailsTo(`${admin}@example.com`).length === 0; )
    await wait(50)
  expect(mailsTo(`${admin}@example.com`)).toHaveLength(1)
  await settled(company)
  await company.as(tx => sql`update report_letter set run_time = run_time - 91 * 86400`.execute(tx))
  await keepHouse(app.database, figuresHousekeeping)
  expect(await lettersOf(company, id)).toEqual([])
  await company.admin.ok(dropSavedReports, { ids: [id] })
  const { rowCount } = await app.database.pool.query('select from report_clock where org_id = $1', [company.org_id])
  expect(rowCount).toBe(0)
})

test('what waits goes to nobody who is taken out, and to nobody once it is off; an altered report is made anew', async () => {
  const company = await app.company()
  const { id, admin } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const [adminMail, sellerMail] = (await addressed(company, admin, seller.user_id)) as [string, string]
  await company.admin.ok(setReportMailing, asked(id, [admin, seller.user_id]))
  for (const address of [adminMail, sellerMail]) failing.add(address)
  await strike(company)
  expect((await lettersOf(company, id)).map(({ status }) => status)).toEqual([to_send, to_send])
  const change = async (user_ids: string[], more: object = {}) => {
    const { row_version } = (await company.admin.ok(showReportMailing, { report_id: id })).record!
    await company.admin.ok(setReportMailing, asked(id, user_ids, { row_version, ...more }))
  }
  await change([admin])
  failing.clear()
  await company.admin.ok(alterSavedReport, {
    ...{ id, row_version: 0, name: 'Orders by customer', sharing: sharing.codes.private, role_ids: [] },
    definition: { ...definition, figures: ['order_value'] },
  })
  await company.as(tx => sql`update report_letter set due_time = 0`.execute(tx))
  await run(company, reportMailJob, reportLettersJob)
  expect(mailsTo(sellerMail)).toEqual([])
  expect(mailsTo(adminMail).map(({ subject }) => subject.includes('Orders by customer'))).toEqual([true])
  expect(mailsTo(adminMail)[0]!.text).not.toContain('Gross margin')
  failing.add(adminMail)
  await strike(company, 60)
  await change([admin], { is_on: false })
  failing.clear()
  await company.as(tx => sql`update report_letter set due_time = 0`.execute(tx))
  await run(company, reportMailJob, reportLettersJob)
  expect(mailsTo(adminMail)).toHaveLength(1)
  const problems = (await lettersOf(company, id)).map(({ status, problem }) => [status, problem])
  expect(problems.sort()).toEqual([
    [sent, null],
    [left_out, 'stopped'],
    [left_out, 'stopped'],
  ])
})

test('who must still set up a second factor gets no figures by mail', async () => {
  const company = await app.company()
  const { id, admin } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const [adminMail, sellerMail] = (await addressed(company, admin, seller.user_id)) as [string, string]
  await company.admin.ok(setReportMailing, asked(id, [admin, seller.user_id]))
  for (const address of [adminMail, sellerMail]) failing.add(address)
  await strike(company)
  failing.clear()
  await company.as(async tx => {
    await sql`insert into organization_config (config_key, config_value) values ('mfa_required', 'all')
      on conflict (org_id, config_key) do update set config_value = 'all'`.execute(tx)
    await sql`insert into user_mfa (org_id, user_id, secret, confirmed) values (${company.org_id}, ${admin}, 'none', true)`.execute(
      tx,
    )
    await sql`update report_letter set due_time = 0`.execute(tx)
  })
  await run(company, reportMailJob)
  await strike(company, 60)
  expect([adminMail, sellerMail].map(to => mailsTo(to).length)).toEqual([2, 0])
  const { rows } = await app.database.pool.query(
    'select problem from report_letter where org_id = $1 and user_id = $2',
    [...[company.org_id, seller.user_id]],
  )
  expect(rows).toEqual([{ problem: 'must_enrol' }, { problem: 'must_enrol' }])
})

test('what may have arrived is not sent again, and what is refused is not tried again', async () => {
  const company = await app.company()
  const { id, admin } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const [adminMail, sellerMail] = (await addressed(company, admin, seller.user_id)) as [string, string]
  failures.set(adminMail, { code: 'ESOCKET', command: 'CONN' })
  failures.set(sellerMail, { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 })
  await company.admin.ok(setReportMailing, asked(id, [admin, seller.user_id]))
  await strike(company)
  failures.clear()
  expect((await lettersOf(company, id)).map(({ status }) => status).sort()).toEqual([unsure, failed])
  await company.as(tx => sql`update report_letter set due_time = 0`.execute(tx))
  await run(company, reportMailJob)
  expect([adminMail, sellerMail].flatMap(mailsTo)).toEqual([])
  const notices = (await company.admin.ok(listNotices, {}, { language: 'en' })).result.map(({ text }) => text)
  expect(notices.join('\n')).toMatch(/could not be mailed|Nobody knows whether/)
})

test('a report that cannot be computed is tried later, so often, and holds up no other', async () => {
  const company = await app.company()
  await someBooks(company)
  const { id, admin } = await kept(company)
  const { id: other } = await company.admin.ok(addSavedReport, { name: 'Other', definition })
  for (const report_id of [id, other]) await company.admin.ok(setReportMailing, asked(report_id, [admin]))
  // Something that nobody has thought of.
  await company.as(tx => sql`update report_mailing set language = 'none' where report_id = ${id}`.execute(tx))
  await strike(company)
  await run(company, reportLettersJob)
  expect(mailsTo(`${admin}@example.com`).map(({ subject }) => subject.includes('Other'))).toEqual([true])
  const held = async () =>
    (
      await app.database.pool.query(
        'select status, attempts, problem, due_time > epoch_now() as is_later from report_letter l join report_mailing m on m.id = l.mailing_id where m.report_id = $1',
        [id],
      )
    ).rows
  expect(await held()).toEqual([{ status: letterStatus.codes.to_make, attempts: 1, problem: null, is_later: true }])
  for (let tries = 1; tries < 6; tries++) {
    await company.as(tx =>
      sql`update report_letter set due_time = 0 where status = ${letterStatus.codes.to_make}`.execute(tx),
    )
    await run(company, reportLettersJob)
  }
  expect(await held()).toMatchObject([{ status: left_out, problem: 'broken' }])
  expect(await newestNotice(company)).toContain('cannot be computed')
})

test('what is due when it is altered goes out all the same, as it is then', async () => {
  const company = await app.company()
  const { id, admin } = await mailed(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const [address] = (await addressed(company, seller.user_id)) as [string]
  const due = now() - 5
  await company.as(tx => sql`update report_clock set next_time = ${due}`.execute(tx))
  const { next_time } = await company.admin.ok(
    setReportMailing,
    asked(id, [seller.user_id], { row_version: 0, hour: 9 }),
  )
  expect(next_time).toBe(due)
  await run(company, reportLettersJob, reportMailJob)
  expect([mailsTo(address).length, mailsTo(`${admin}@example.com`).length]).toEqual([1, 0])
  expect((await company.admin.ok(showReportMailing, { report_id: id })).record!.next_time).toBeGreaterThan(now())
})

test('who gets a mail by hand of what is off may open it', async () => {
  const company = await app.company()
  const { id } = await kept(company)
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  await addressed(company, seller.user_id)
  await company.admin.ok(setReportMailing, asked(id, [seller.user_id], { is_on: false }))
  await company.admin.ok(sendReportNow, { report_id: id })
  await settled(company)
  expect((await seller.ok(listSavedReports, {})).result).toMatchObject([{ id, is_mailed: false }])
})

test('a mailing ends with who made it, and administrators hear of it and tidy up', async () => {
  const company = await app.company()
  const seller = await company.member([pages.operationReport, pages.salesOrders])
  const [address] = (await addressed(company, seller.user_id)) as [string]
  const added = async (name: string) => {
    const { id } = await seller.ok(addSavedReport, { name, definition: { ...definition, figures: ['order_value'] } })
    await seller.ok(setReportMailing, asked(id, [seller.user_id]))
    return id
  }
  const [id, other] = [await added('Left'), await added('Other')]
  // While the maker is there an administrator ends it, and does nothing else with it.
  const stopped = { ...asked(other, [seller.user_id]), row_version: 0 }
  const more = await company.admin.send(setReportMailing, stopped)
  const now_ = await company.admin.send(sendReportNow, { report_id: other })
  expect([more.code, now_.code]).toEqual([reportErrors.ownersOnly.code, reportErrors.ownersOnly.code])
  await company.admin.ok(setReportMailing, { ...stopped, is_on: false, user_ids: [], hour: 3 })
  const { record } = await seller.ok(showReportMailing, { report_id: other })
  expect(record).toMatchObject({ is_on: false, hour: 8, user_ids: [seller.user_id], next_time: null })
  await company.as(tx => sql`update app_user set status = 0 where id = ${seller.user_id}`.execute(tx))
  await strike(company)
  expect(mailsTo(address)).toEqual([])
  const { record: ended } = await company.admin.ok(showReportMailing, { report_id: id })
  expect(ended).toMatchObject({ is_on: false, next_time: null })
  expect((await company.admin.ok(listNotices, {}, { language: 'en' })).result[0]!.text).toContain(
    'is not mailed any more',
  )
  expect((await company.admin.ok(dropSavedReports, { ids: [id, other] })).done_ids.sort()).toEqual([id, other].sort())
})
