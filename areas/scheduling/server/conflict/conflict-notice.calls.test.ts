// Conflicts are told to those who may put the plan right, once each, whoever looks.
import { listNotices } from '@qitao/access/model/notice/notice.calls.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import type { JobContext } from '@qitao/platform/server/jobs/job.ts'
import { keepHouse } from '@qitao/platform/server/testing/keep-house.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'
import { conflictClock, conflictLook } from './conflict.jobs.ts'

const app = await testApp()

const look = (company: TestCompany) =>
  conflictLook.work({}, {
    ...{ org_id: company.org_id, now: () => Math.floor(Date.now() / 1000), tell: async () => {} },
    transaction: work => company.as(work),
  } satisfies Partial<JobContext> as unknown as JobContext)
const told = async (member: TestCompany['admin']) =>
  (await member.ok(listNotices, {})).result.filter(({ sign }) => sign === 'plan_conflicts')

test('a stop is told once to the planner and to nobody else; another one is told again', async () => {
  const company = await app.company()
  const planner = await company.member([pages.productionPlan])
  const operator = await company.member([pages.dispatch])
  // The conflicts are of the whole plan: not for who sees the own workgroups.
  const leader = await company.member([pages.productionPlan])
  await company.as(tx =>
    sql`update app_permission p set data_scope = 20 from user_role r where r.role_id = p.role_id and r.user_id = ${leader.user_id}`.execute(
      tx,
    ),
  )
  const plant = await aPlant(company)
  const order = await aPlannedMo(company, plant, 3)
  await look(company)
  expect(await told(planner)).toEqual([])

  await aFreeze(company, { device_id: plant.saw.id, start_time: at(3, 9), end_time: at(3, 12) })
  // Two servers at a time.
  expect(await Promise.all([look(company), look(company)])).toContainEqual({ conflict_count: 1, fresh_count: 0 })
  const [notice, ...more] = await told(planner)
  expect(more).toEqual([])
  expect(notice).toMatchObject({ read: false, type: 'warning', href: `${pages.productionPlan.path}?show=conflicts` })
  expect(notice!.text).toContain(`计划有1处新冲突（共1处）：${order.no} 设备`)
  expect(await told(company.admin)).toHaveLength(1)
  expect(await told(operator)).toEqual([])
  expect(await told(leader)).toEqual([])

  await look(company)
  expect(await told(planner)).toEqual([notice])
  const other = await aPlannedMo(company, plant, 5)
  await aFreeze(company, { device_id: plant.welder.id, start_time: at(5, 8), end_time: at(6, 17) })
  await look(company)
  const again = await told(planner)
  expect(again).toHaveLength(1)
  expect(again[0]!.text).toContain(`计划有1处新冲突（共2处）：${other.no}`)
})

test('a stop that is lifted is forgotten: when it comes back it is told again', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  await aPlannedMo(company, plant, 3)
  const stop = () => aFreeze(company, { device_id: plant.saw.id, start_time: at(3, 9), end_time: at(3, 12) })
  await stop()
  expect(await look(company)).toEqual({ conflict_count: 1, fresh_count: 1 })
  await company.as(tx => sql`delete from device_freeze where org_id = ${company.org_id}`.execute(tx))
  expect(await look(company)).toEqual({ conflict_count: 0, fresh_count: 0 })
  await stop()
  expect(await look(company)).toEqual({ conflict_count: 1, fresh_count: 1 })
})

test('the clock starts a look where there is a plan: at once when somebody does something, else now and then', async () => {
  const [planned, empty] = [await app.company(), await app.company()]
  const plant = await aPlant(planned)
  await aPlannedMo(planned, plant, 3)
  const looks = async ({ org_id }: TestCompany) =>
    (
      await app.database.system(tx =>
        rows(
          tx,
          sql<{ status: number }>`select status from job where org_id = ${org_id} and job_type = 'conflict_look'`,
        ),
      )
    ).length
  await keepHouse(app.database, conflictClock)
  await keepHouse(app.database, conflictClock)
  expect([await looks(planned), await looks(empty)]).toEqual([1, 0])
  const lookedAt = (seconds_ago: number, took_ms: number) =>
    planned.as(async tx => {
      await sql`delete from job where org_id = ${planned.org_id} and job_type = 'conflict_look'`.execute(tx)
      await sql`insert into conflict_watch (org_id, looked_time, took_ms) values (${planned.org_id}, epoch_now() - ${seconds_ago}::bigint, ${took_ms})
        on conflict (org_id) do update set looked_time = excluded.looked_time, took_ms = excluded.took_ms`.execute(tx)
    })
  const startsAfter = async (seconds_ago: number, took_ms: number) => {
    await lookedAt(seconds_ago, took_ms)
    await keepHouse(app.database, conflictClock)
    return looks(planned)
  }
  expect(await startsAfter(70, 10)).toBe(0)
  expect(await startsAfter(610, 10)).toBe(1)
  await app.database.pool.query('insert into audit_log (org_id, call, at) values ($1, $2, epoch_now())', [
    planned.org_id,
    'x',
  ])
  expect(await startsAfter(20, 10)).toBe(0)
  expect(await startsAfter(70, 10)).toBe(1)
  // A look of two seconds comes every two hundred.
  expect(await startsAfter(70, 2_000)).toBe(0)
  expect(await startsAfter(210, 2_000)).toBe(1)
})
