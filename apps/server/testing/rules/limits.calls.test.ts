import { setTimeout as wait } from 'node:timers/promises'
import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { commonUpload } from '@qitao/access/model/record/attachment.calls.ts'
import { exportTemplate } from '@qitao/access/model/record/excel.calls.ts'
import { FileAnswer, FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { mostRows } from '@qitao/core/page.ts'
import { addDays, addMonths, dayOf, startOfDay } from '@qitao/core/time.ts'
import { dropMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { queryCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { exportMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { aCalendar, materials } from '@qitao/masterdata/testing/factories.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { excelErrors } from '@qitao/platform/server/excel/excel.errors.ts'
import { jobErrors } from '@qitao/platform/server/jobs/job.errors.ts'
import { workerLock } from '@qitao/platform/server/jobs/job-queue.ts'
import { planLoad } from '@qitao/scheduling/model/load/plan-load.calls.ts'
import { autoSchedule } from '@qitao/scheduling/model/schedule.calls.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import { aPlant, at, aMo as plannableMo } from '@qitao/scheduling/testing/plant.ts'
import { addReport, finishMos } from '@qitao/shopfloor/model/report.calls.ts'
import { shopfloorErrors } from '@qitao/shopfloor/model/shopfloor.errors.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { testApp } from '../test-app.ts'
import { refused, rule } from './rule.ts'

const app = await testApp()

rule(app, 'R-038 the load of machines takes a page, or all when none is asked for', async company => {
  const plant = await aPlant(company)
  const span = { timestamp_range: [at(1, 0), at(4, 0)] as [number, number] }
  const all = await company.admin.ok(planLoad, span)
  expect(all.result).toHaveLength(all.total)
  expect(all.total).toBeGreaterThan(5)
  const page = await company.admin.ok(planLoad, { ...span, page: 1, page_size: 5 })
  expect(page).toEqual({ result: all.result.slice(0, 5), total: all.total })
  const { result } = await company.admin.ok(planLoad, { ...span, machine_no_list: [plant.saw.machine_no] })
  expect(new Set(result.map(({ machine_no }) => machine_no))).toEqual(new Set([plant.saw.machine_no]))
  await refused(company.admin, planLoad, { ...span, page_size: 0 }, generalErrors.badParameter)
})

rule(app, 'R-103 a report has at most five attachments', async company => {
  const floor = await onTheFloor(company, { stock: '10' })
  const upload = async (n: number) =>
    (
      await company.admin.ok(commonUpload, {
        file: new FileGiven(`${n}.txt`, new TextEncoder().encode(`photo ${n}`), ''),
      })
    ).attachment.id
  const attachment_ids = []
  for (let n = 1; n <= 6; n++) attachment_ids.push(await upload(n))
  const report = { task_id: floor.task_ids[0]!, finished_quantity: '1' }
  await refused(company.admin, addReport, { ...report, attachment_ids }, shopfloorErrors.tooManyAttachments)
  await company.admin.ok(addReport, { ...report, attachment_ids: attachment_ids.slice(0, 5) })
})

rule(app, 'R-106 an export has at most 2000 entries', async company => {
  const [first] = await materials(company, [{}])
  await company.as(tx =>
    sql`insert into material (id, code, name, kind, unit_id)
      select gen_random_uuid(), 'X' || n, 'X', 0, ${first!.unit_id}::uuid from generate_series(1, ${mostRows - 1}) n`.execute(
      tx,
    ),
  )
  expect(await company.admin.ok(exportMaterials, {})).toBeInstanceOf(FileAnswer)
  await materials(company, [{ unit_id: first!.unit_id }])
  await refused(company.admin, exportMaterials, {}, excelErrors.exportLimit)
  expect(await company.admin.ok(exportMaterials, { keyword: 'X1' })).toBeInstanceOf(FileAnswer)
})

rule(app, 'R-154 an outsourced order is not completed at a click', async company => {
  const own = await onTheFloor(company, { stock: '10' })
  const outside = await onTheFloor(company, { stock: '10' })
  await company.as(tx => sql`update mo set outsourced = true where id = ${outside.id}`.execute(tx))
  await refused(company.admin, finishMos, { mo_ids: [outside.id] }, shopfloorErrors.outsourcedOneClick)
  await company.admin.ok(finishMos, { mo_ids: [own.id] })
})

rule(app, 'R-181 a period is a week or a month', async company => {
  const template = { template_type: 'material' }
  for (const time_dimension of [2, 3] as const)
    expect(await company.admin.ok(exportTemplate, { ...template, time_dimension })).toBeInstanceOf(FileAnswer)
  const { code } = await app.raw(exportTemplate.path, { ...template, time_dimension: 1 }, company.admin.token)
  expect(code).toBe(generalErrors.badParameter.code)
})

rule(app, 'R-188 a calendar is shown from a month back to two months ahead', async company => {
  await aCalendar(company, { is_default: true })
  const zone = 'Asia/Shanghai'
  const today = dayOf(Date.now() / 1000, zone)
  const { days } = await company.admin.ok(queryCalendar, {})
  expect([days[0]!.date, days.at(-1)!.date]).toEqual([
    startOfDay(addMonths(today, -1), zone),
    startOfDay(addMonths(today, 2), zone),
  ])
  // The last day of a month stays in the month.
  expect([addMonths('2025-03-31', -1), addMonths('2025-03-31', 2)]).toEqual(['2025-02-28', '2025-05-31'])
  const range: [number, number] = [startOfDay(today, zone), startOfDay(addDays(today, 6), zone)]
  expect((await company.admin.ok(queryCalendar, { timestamp_range: range })).days).toHaveLength(7)
})

rule(app, 'R-199 data that another action holds is refused, and free again when it lets go', async company => {
  const mo = await aMo(company)
  const holding = await app.database.pool.connect()
  try {
    await holding.query('begin')
    await holding.query('select 1 from mo where id = $1 for update', [mo.id])
    await refused(company.admin, dropMos, { mo_ids: [mo.id] }, generalErrors.dataLocked)
    await holding.query('rollback')
  } finally {
    holding.release()
  }
  await company.admin.ok(dropMos, { mo_ids: [mo.id] })
})

rule(app, 'R-267 a job whose service has died says so', async company => {
  const [gone, here] = [1, 2]
  const session = await app.database.pool.connect()
  try {
    await session.query('select pg_advisory_lock($1, $2)', [workerLock, here])
    const job = (worker: number) =>
      company.as(async tx => {
        const { rows } = await sql<{ id: string }>`insert into job (id, job_type, input, status, worker, attempts)
          values (gen_random_uuid(), 'schedule', '{}', 1, ${worker}, 3) returning id`.execute(tx)
        return rows[0]!.id
      })
    const [dead, alive] = [await job(gone), await job(here)]
    expect(await company.jobEnd(dead)).toMatchObject({ status: 3, error_code: jobErrors.serverStopped.code })
    expect((await company.admin.ok(queryJobStatus, { job_id: alive })).record.status).toBe(1)
  } finally {
    session.release(true)
  }
})

rule(app, 'R-270 a scheduling that never comes to an end says so', async company => {
  const plant = await aPlant(company)
  const [mo, still] = [await plannableMo(company, plant), await plannableMo(company, plant)]
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 1 })
  // Whenever it waits to save what it has computed, the order gets another priority first.
  let over = false
  const ended = company.jobEnd(job_id).finally(() => {
    over = true
  })
  const isWaitedFor = (tx: Tx) =>
    sql<{ pid: number }>`select pid from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`
      .execute(tx)
      .then(({ rows }) => rows.length > 0)
  for (let priority = 1; !over; priority++)
    await company.as(async tx => {
      await sql`update mo set priority = ${priority} where id = ${mo.id}`.execute(tx)
      while (!over && !(await isWaitedFor(tx))) await wait(2)
    })
  const record = await ended
  expect(record).toMatchObject({ status: 3, error_code: schedulingErrors.scheduleTimeout.code })
  const calm = await company.admin.ok(autoSchedule, { mo_ids: [still.id], seconds: 1 })
  expect(await company.jobEnd(calm.job_id)).toMatchObject({ status: 2 })
})
