import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelJob, queryJobList, queryJobStatus } from '../../model/job/job.calls.ts'

const app = await testApp()
const { queued, running, done, failed, cancelled } = jobStatus.codes

// Rows as the platform writes them; nothing works on their type here.
const withJobs = async (company: TestCompany) => {
  const add = async (status: number, by: string | null = company.admin.user_id, job_type = 'test') => {
    const id = newId()
    await company.as(tx =>
      tx
        .insertInto('job')
        .values({
          id,
          job_type,
          status,
          created_by: by,
          message: JSON.stringify({ zh: '计算中', en: 'Calculating' }),
          result: JSON.stringify({ late: 2 }),
        })
        .execute(),
    )
    return id
  }
  const member = await company.member()
  return {
    company,
    add,
    member,
    running: await add(running),
    queued: await add(queued),
    done: await add(done),
    members: await add(done, member.user_id),
  }
}

contract(app, queryJobList, {
  set: withJobs,
  good: () => ({ statuses: [running, done], job_type: 'test' }),
  check: async (data, set) => {
    expect(new Set(data.result.map(one => one.id))).toEqual(new Set([set.running, set.done, set.members]))
    expect(data.result[0]).toMatchObject({ message: '计算中', result: { late: 2 } })
    // A member sees the own ones.
    expect((await set.member.ok(queryJobList, {})).result.map(one => one.id)).toEqual([set.members])
  },
  refused: () => [['a status that is none', { statuses: [9] }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.total).toBe(0),
})

contract(app, queryJobStatus, {
  set: withJobs,
  good: set => ({ job_id: set.running }),
  check: async ({ record }, set, company) => {
    expect(record).toMatchObject({ id: set.running, status: running, created_by_name: 'Admin', message: '计算中' })
    const english = await company.admin.ok(queryJobStatus, { job_id: set.running }, { language: 'en' })
    expect(english.record.message).toBe('Calculating')
  },
  refused: () => [['no such job', { job_id: newId() }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

contract(app, cancelJob, {
  set: withJobs,
  good: set => ({ job_id: set.queued }),
  check: async (_, set, company) => {
    const { record } = await company.admin.ok(queryJobStatus, { job_id: set.queued })
    expect(record).toMatchObject({ status: cancelled })
    expect(record.finished_time).toBeGreaterThan(0)
  },
  refused: set => [
    ['a job that is done', { job_id: set.done }, generalErrors.statusNotAllowed],
    ['no such job', { job_id: newId() }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a running job is asked to stop, by who started it or an administrator', async () => {
  const company = await app.company()
  const set = await withJobs(company)
  expect((await set.member.send(cancelJob, { job_id: set.running })).code).toBe(5011)
  await company.admin.ok(cancelJob, { job_id: set.running })
  const [row] = await company.as(tx =>
    tx.selectFrom('job').select(['status', 'cancel_wanted']).where('id', '=', set.running).execute(),
  )
  expect(row).toEqual({ status: running, cancel_wanted: true })
})

test('how a job goes is for whoever started it, administrators, and who has the page it is started on', async () => {
  const company = await app.company()
  const { add, member } = await withJobs(company)
  const planner = await company.member([pages.productionPlan])
  const buyer = await company.member([pages.purchase])
  const codes = async (job_id: string) =>
    Promise.all(
      [company.admin, planner, buyer, member].map(async one => (await one.send(queryJobStatus, { job_id })).code),
    )
  expect(await codes(await add(done, company.admin.user_id, 'schedule'))).toEqual([200, 200, 5010, 5010])
  expect(await codes(await add(done, member.user_id, 'simulation'))).toEqual([200, 200, 5010, 200])
  // A file is checked for the one who brought it; what runs by itself is nobody's.
  expect(await codes(await add(done, buyer.user_id, 'import'))).toEqual([200, 5010, 200, 5010])
  expect(await codes(await add(done, null, 'match_again'))).toEqual([200, 5010, 5010, 5010])
})

test('who sees only the own documents sees that a colleague’s job runs, and not what came of it', async () => {
  const company = await app.company()
  const { add } = await withJobs(company)
  const planner = await company.member([pages.productionPlan])
  await company.as(tx =>
    sql`update app_permission p set data_scope = 10 from user_role u
      where u.role_id = p.role_id and u.user_id = ${planner.user_id}`.execute(tx),
  )
  const resultOf = async (by: string) => {
    const { record } = await planner.ok(queryJobStatus, { job_id: await add(done, by, 'schedule') })
    return [record.status, record.result]
  }
  expect(await resultOf(company.admin.user_id)).toEqual([done, null])
  expect(await resultOf(planner.user_id)).toEqual([done, { late: 2 }])
})

test('what the product does for itself is not listed, unless it failed or is asked for', async () => {
  const company = await app.company()
  const { add, ...known } = await withJobs(company)
  const own = await add(done, null, 'web_hook')
  const broken = await add(failed, null, 'web_hook')
  const listed = async (input: object) =>
    (await company.admin.ok(queryJobList, { page_size: 100, ...input })).result.map(({ id }) => id)
  const all = await listed({})
  expect(all).not.toContain(own)
  expect(all).toEqual(expect.arrayContaining([broken, known.done, known.queued]))
  expect(new Set(await listed({ job_type: 'web_hook' }))).toEqual(new Set([own, broken]))
})
