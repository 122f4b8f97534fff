// Whom calls for help reach: an owner by kind and group, and by the clock the leader, the manager and the planners.
import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { answerAndon, callAndon, closeAndon, listAndon } from '../../model/andon/andon.calls.ts'
import { andonCause, andonLevel } from '../../model/andon/andon.status.ts'
import { andonDutyCalls } from '../../model/andon/andon-duty.calls.ts'
import { addDispatch } from '../../model/report.calls.ts'
import { shopfloorErrors } from '../../model/shopfloor.errors.ts'
import { onTheFloor } from '../../testing/factories.ts'
import { andonClock, andonRise } from './andon-rise.jobs.ts'

const app = await testApp()
const absent = '01900000-0000-7000-8000-000000000000'
const { machine, material } = andonCause.codes

async function aDuty(company: TestCompany) {
  const owner = await company.member([pages.workshopPlan])
  const group = await aWorkgroup(company, { member_ids: [owner.user_id] })
  const duty = { cause: machine, workgroup_id: group.id, owner_id: owner.user_id }
  return { duty, owner, group, ...(await company.admin.ok(andonDutyCalls.add, duty)) }
}
contract(app, andonDutyCalls.list, {
  set: aDuty,
  good: () => ({}),
  check: ({ result }, { group }) =>
    expect(result).toMatchObject([{ cause: machine, workgroup_id: group.id, manager_name: null }]),
  refused: () => [['page 0', { page: 0 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data).toMatchObject({ total: 0 }),
})
contract(app, andonDutyCalls.detail, {
  set: aDuty,
  good: ({ id }) => ({ id }),
  refused: () => [['absent', { id: absent }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, andonDutyCalls.add, {
  set: aDuty,
  good: ({ duty }) => ({ ...duty, workgroup_id: null }),
  refused: ({ duty }) => [
    ['the same kind in the same group', duty, shopfloorErrors.dutyExists],
    ['no owner', { ...duty, cause: material, owner_id: null }, generalErrors.fieldRequired],
    ['a stranger', { ...duty, cause: material, owner_id: absent }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, andonDutyCalls.alter, {
  set: aDuty,
  good: ({ id, duty }) => ({ ...duty, id, row_version: 0, cause: material }),
  refused: ({ id, duty }) => [['stale', { ...duty, id, row_version: 9 }, generalErrors.versionConflict]],
  foreign: generalErrors.recordNotFound,
})
contract(app, andonDutyCalls.drop, {
  set: aDuty,
  good: ({ id }) => ({ ids: [id] }),
  refused: () => [['absent', { ids: [absent] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

/** A task at a machine of a group with a leader; calls for machines have an owner and a manager there. */
async function atWork(company: TestCompany) {
  const floor = await onTheFloor(company, { dispatched: false })
  const [operator, owner, leader, manager, planner] = [
    await company.member([pages.productionReport]),
    await company.member([pages.workshopPlan]),
    await company.member([pages.workshopPlan]),
    await company.member([pages.workshopPlan]),
    await company.member([pages.productionPlan]),
  ]
  const group = await aWorkgroup(company, { leader_id: leader.user_id, member_ids: [operator.user_id] })
  await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${floor.device_id}`.execute(tx))
  const [task_id] = floor.task_ids as [string]
  await company.admin.ok(addDispatch, { task_ids: [task_id], user_ids: [operator.user_id] })
  await company.admin.ok(andonDutyCalls.add, {
    ...{ cause: machine, workgroup_id: group.id, owner_id: owner.user_id, manager_id: manager.user_id },
  })
  return { ...floor, task_id, operator, owner, leader, manager, planner, group }
}
const rise = (company: TestCompany, minutes = 0) =>
  andonRise.work({}, {
    ...{ org_id: company.org_id, now: () => Math.floor(Date.now() / 1000) + minutes * 60, tell: async () => {} },
    transaction: work => company.as(work),
  } satisfies Partial<JobContext> as unknown as JobContext)
const told = async (member: TestCompany['admin'], sign: string) =>
  (await member.ok(listNotices, {})).result.filter(one => one.sign === sign)
const callOf = async (company: TestCompany, id: string) =>
  (await company.admin.ok(listAndon, {})).result.find(one => one.id === id)!

test('the owner hears at once; the leader and the manager when nobody comes; the planners when the machine stands', async () => {
  const company = await app.company()
  const { task_id, operator, owner, leader, manager, planner, machine_no } = await atWork(company)
  const { id, rung_names } = await operator.ok(callAndon, { task_id, cause: machine })
  expect(rung_names).toHaveLength(1)
  const heard = async () => {
    const found = [owner, leader, manager].map(async one => (await told(one, `andon ${id}`)).length)
    return Promise.all(found)
  }
  expect(await heard()).toEqual([1, 0, 0])
  expect(await rise(company, 9)).toEqual({ raised_count: 0, stop_count: 0 })
  // Two servers at a time.
  const both = await Promise.all([rise(company, 10), rise(company, 10)])
  expect(both.map(one => (one as { raised_count: number }).raised_count).toSorted()).toEqual([0, 1])
  expect(await heard()).toEqual([1, 1, 0])
  expect((await callOf(company, id)).level).toBe(andonLevel.codes.leader)
  expect(await rise(company, 30)).toEqual({ raised_count: 1, stop_count: 1 })
  expect(await heard()).toEqual([1, 1, 1])
  expect((await told(manager, `andon ${id}`))[0]).toMatchObject({ type: 'error' })
  expect(await callOf(company, id)).toMatchObject({ level: andonLevel.codes.manager })
  expect((await callOf(company, id)).rung_names).toHaveLength(3)
  const [stop] = await told(planner, `stop ${id}`)
  expect(stop!.href).toMatch(
    new RegExp(`^${pages.productionPlan.path}\\?show=stop&no=${encodeURIComponent(machine_no)}&from=\\d+$`),
  )
  expect(stop!.text).toContain('已停30分钟')
  expect(await rise(company, 300)).toEqual({ raised_count: 0, stop_count: 0 })

  // When it is over nobody is left with it.
  await owner.ok(closeAndon, { id, row_version: (await callOf(company, id)).row_version })
  expect(await heard()).toEqual([0, 0, 0])
  expect(await told(planner, `stop ${id}`)).toEqual([])
})

test('what is answered does not rise, its machine stands all the same; the times are settings', async () => {
  const company = await app.company()
  const { task_id, operator, owner, leader, planner } = await atWork(company)
  const { id } = await operator.ok(callAndon, { task_id, cause: machine })
  await owner.ok(answerAndon, { id, row_version: (await callOf(company, id)).row_version })
  expect(await rise(company, 60)).toEqual({ raised_count: 0, stop_count: 1 })
  expect(await told(leader, `andon ${id}`)).toEqual([])
  expect(await told(planner, `stop ${id}`)).toHaveLength(1)
  await company.admin.ok(setOrganizationConfig, {
    configs: [{ config_key: 'andon_leader_minutes', config_value: '2' }],
  })
  const other = await operator.ok(callAndon, { task_id, cause: material })
  // For material nobody is named: the leader hears at once, and what rises reaches nobody anew.
  expect(await told(leader, `andon ${other.id}`)).toHaveLength(1)
  expect(await rise(company, 2)).toEqual({ raised_count: 1, stop_count: 0 })
  expect((await callOf(company, other.id)).rung_names).toHaveLength(1)
})

test('whoever answers spares the others the way: their notices go', async () => {
  const company = await app.company()
  const { task_id, operator, owner, leader } = await atWork(company)
  const { id } = await operator.ok(callAndon, { task_id, cause: machine })
  await rise(company, 10)
  const sign = `andon ${id}`
  expect([(await told(owner, sign)).length, (await told(leader, sign)).length]).toEqual([1, 1])
  await owner.ok(answerAndon, { id, row_version: (await callOf(company, id)).row_version })
  expect([(await told(owner, sign)).length, (await told(leader, sign)).length]).toEqual([1, 0])
})

test('the clock starts where a call waits, and nowhere else', async () => {
  const [busy, quiet] = [await app.company(), await app.company()]
  const { task_id, operator } = await atWork(busy)
  await atWork(quiet)
  await operator.ok(callAndon, { task_id, cause: machine })
  await keepHouse(app.database, andonClock)
  const started = (company: TestCompany) =>
    app.database.system(tx =>
      rows(tx, sql`select 1 from job where org_id = ${company.org_id} and job_type = 'andon_rise'`),
    )
  expect([(await started(busy)).length, (await started(quiet)).length]).toEqual([1, 0])
})
