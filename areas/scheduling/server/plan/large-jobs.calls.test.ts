import { cancelJob } from '@qitao/access/model/job/job.calls.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { connectionsUsedAt } from '@qitao/app-server/testing/thread-use.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { largeJobsName } from '@qitao/platform/server/jobs/large-jobs.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { autoSchedule } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { simulateSchedule } from '../../model/what-if/simulation.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { aMo, aPlant } from '../../testing/plant.ts'

const app = await testApp()
const { codes } = jobStatus

const usedAt = () => connectionsUsedAt(app, largeJobsName)

test('a thousand operations are planned in a thread: stored, refused, cancelled and told as in the event loop', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mos: string[] = []
  for (let made = 0; made < 500; made += 20)
    mos.push(...(await Promise.all(Array.from({ length: 20 }, () => aMo(company, plant)))).map(({ id }) => id))
  const [late, ...first] = mos
  const scheduled = async (mo_ids: string[], seconds = 1) => company.admin.ok(autoSchedule, { mo_ids, seconds })
  const tasks = () =>
    company.as(tx => rows(tx, sql<object>`select * from production_task where org_id = ${company.org_id} order by id`))

  // A company with less works beside it, and not there.
  const small = await app.company()
  const smallMo = await aMo(small, await aPlant(small))
  const { job_id: smallJob } = await small.admin.ok(autoSchedule, { mo_ids: [smallMo.id], seconds: 1 })
  expect((await ended(small, smallJob)).status).toBe(codes.done)
  expect(await usedAt()).toBe(0)

  const done = await ended(company, (await scheduled(first)).job_id)
  expect(done).toMatchObject({ status: codes.done, progress: 100, result: { scheduled: 499, failed: [] } })
  expect(await usedAt()).toBeGreaterThan(0)
  const standing = await tasks()
  expect(standing.length).toBe(998)

  const before = await usedAt()
  const { job_id } = await company.admin.ok(simulateSchedule, { mo_ids: [late!], seconds: 1 })
  expect((await ended(company, job_id)).status).toBe(codes.done)
  expect(await usedAt()).toBeGreaterThan(before)

  const long = await scheduled(mos, 60)
  const looked = await usedAt()
  while ((await usedAt()) === looked) await new Promise(later => setTimeout(later, 50))
  await company.admin.ok(cancelJob, { job_id: long.job_id })
  expect((await ended(company, long.job_id)).status).toBe(codes.cancelled)
  expect(await tasks()).toEqual(standing)

  await company.as(tx => sql`update device set status = 0 where org_id = ${company.org_id}`.execute(tx))
  expect(await ended(company, (await scheduled([late!])).job_id)).toMatchObject({
    status: codes.failed,
    error_code: schedulingErrors.noCapacity.code,
    result: { failed: [{ id: late }] },
  })
  await company.as(tx => sql`update device set status = 1 where org_id = ${company.org_id}`.execute(tx))
  expect((await ended(company, (await scheduled([late!])).job_id)).result).toMatchObject({ scheduled: 1 })
  expect((await tasks()).length).toBe(1_000)
})
