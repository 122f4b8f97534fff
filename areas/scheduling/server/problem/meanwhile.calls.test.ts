/** Two at the same plan: what was read and computed before the other one has saved must not undo it. */
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { freezeDevices } from '../../model/publish/freeze.calls.ts'
import { listPlanVersions, restorePlanVersion } from '../../model/publish/plan-version.calls.ts'
import { publishPlan } from '../../model/publish/publish.calls.ts'
import {
  alterTask,
  autoSchedule,
  cancelSchedule,
  lockCapacity,
  moveTasks,
  type ScheduleResult,
  shiftTasks,
  stopSchedule,
} from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { listSimulationOrders, simulateSchedule } from '../../model/what-if/simulation.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { heldUp } from '../../testing/meanwhile.ts'
import { aComponent, aPlannedMo, aPlant, at, type MadeTask } from '../../testing/plant.ts'

const app = await testApp()
const run = (company: TestCompany, statement: RawBuilder<unknown>) => company.as(tx => statement.execute(tx))

interface Stored {
  id: string
  row_version: number
  device_id: string
  start_time: number
  end_time: number
  capacity_locked: boolean
  status: number
  dispatch_status: number
}
const taskOf = async (company: TestCompany, { id }: MadeTask): Promise<Stored> =>
  (
    await company.as(tx =>
      rows(
        tx,
        sql<Stored>`select id, row_version, device_id, start_time, end_time, capacity_locked, status, dispatch_status
        from production_task where id = ${id}`,
      ),
    )
  )[0]!

/** Two orders that are cut and welded on days of their own. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  return { plant, mo: await aPlannedMo(company, plant, 6), other: await aPlannedMo(company, plant, 8) }
}
const place = (task: Stored, start_time: number) => ({
  ...{ task_id: task.id, start_time, end_time: start_time + 2 * hourSeconds, row_version: task.row_version },
})
const schedule = (company: TestCompany, mo_ids: string[]) => () =>
  company.admin.ok(autoSchedule, { mo_ids, seconds: 1 })
async function result(company: TestCompany, { job_id }: { job_id: string }) {
  const job = await ended(company, job_id)
  expect({ status: job.status, code: job.error_code }).toEqual({ status: 2, code: null })
  return job.result as ScheduleResult
}

describe('a schedule that was computed before somebody decided', () => {
  /** `decide` is before the save of the schedule, which has read the plan as it was. */
  async function against(
    company: TestCompany,
    mo_ids: string[],
    { first, last }: { first?: () => Promise<unknown>; last?: () => Promise<unknown> },
  ) {
    const begin = [...(first ? [first] : []), waitingJob(company, mo_ids)]
    const answers = await heldUp(app, company, begin, last)
    return result(company, answers.at(-1) as { job_id: string })
  }
  const waitingJob = (company: TestCompany, mo_ids: string[]) => schedule(company, mo_ids)

  test('leaves a task where a planner has dragged it meanwhile, and says so', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    const cut = await taskOf(company, mo.cut)
    const first = () => company.admin.ok(alterTask, place(cut, at(5, 9)))
    const { left, scheduled } = await against(company, [mo.id, other.id], { first })
    expect(left).toEqual([{ id: mo.id, no: mo.no }])
    expect(scheduled).toBe(1)
    expect((await taskOf(company, mo.cut)).start_time).toBe(at(5, 9))
    // The other one was placed: as early as it can be.
    expect((await taskOf(company, other.cut)).start_time).toBeLessThan(at(3, 0))
  })

  test('leaves what was locked meanwhile', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    const first = () => company.admin.ok(lockCapacity, { mo_ids: [mo.id] })
    const { left } = await against(company, [mo.id, other.id], { first })
    expect(left).toEqual([{ id: mo.id, no: mo.no }])
    expect(await taskOf(company, mo.cut)).toMatchObject({ capacity_locked: true, start_time: at(6, 8) })
  })

  test('leaves off the plan what was taken off it meanwhile', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    const first = () => company.admin.ok(cancelSchedule, { mo_ids: [mo.id] })
    await against(company, [mo.id, other.id], { first })
    expect(await taskOf(company, mo.cut)).toBeUndefined()
  })

  test('keeps off a machine that was frozen meanwhile', async () => {
    const company = await app.company()
    const { plant, mo, other } = await set(company)
    const first = () =>
      company.admin.ok(freezeDevices, {
        machine_no_list: [plant.saw.machine_no, plant.saw2.machine_no],
        timestamp_range: [at(0, 0), at(4, 0)],
      })
    await against(company, [mo.id, other.id], { first })
    expect((await taskOf(company, mo.cut)).start_time).toBeGreaterThanOrEqual(at(4, 0))
  })

  test('sees what the floor has done meanwhile, which asks for no head of the plan', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    const last = () =>
      run(
        company,
        sql`update production_task set status = 1, dispatch_status = 1, actual_start_time = ${at(-1, 9)} where id = ${mo.cut.id}`,
      )
    const { left } = await against(company, [mo.id, other.id], { last })
    expect(left).toEqual([{ id: mo.id, no: mo.no }])
    // It stands where it runs, from when it began.
    expect(await taskOf(company, mo.cut)).toMatchObject({ status: 1, dispatch_status: 1, start_time: at(-1, 9) })
  })

  test('waits for material that comes later than it did', async () => {
    const company = await app.company()
    const { plant, mo, other } = await set(company)
    const component = await aComponent(company, plant, mo, at(1, 8))
    const last = () =>
      run(company, sql`update mo_assignment set available_time = ${at(5, 8)} where component_id = ${component.id}`)
    await against(company, [mo.id, other.id], { last })
    expect((await taskOf(company, mo.cut)).start_time).toBeGreaterThanOrEqual(at(5, 8))
  })

  test('is not made again for what it does not read', async () => {
    const company = await app.company()
    const { mo } = await set(company)
    const last = () => run(company, sql`update mo set remark = 'x' where id = ${mo.id}`)
    expect(await against(company, [mo.id], { last })).toMatchObject({ scheduled: 1, left: [] })
  })

  test('says that nothing is left to place when others have placed all of it', async () => {
    const company = await app.company()
    const { mo } = await set(company)
    const first = () => company.admin.ok(lockCapacity, { mo_ids: [mo.id] })
    const [, { job_id }] = await heldUp<[unknown, { job_id: string }]>(app, company, [
      first,
      schedule(company, [mo.id]),
    ])
    expect(await ended(company, job_id)).toMatchObject({
      status: 3,
      error_code: schedulingErrors.noMovablePlan.code,
    })
  })
})

describe('two who move the plan at once', () => {
  test('the same task: the second is told, and nothing of it is saved', async () => {
    const company = await app.company()
    const { mo } = await set(company)
    const cut = await taskOf(company, mo.cut)
    const [first, second] = await heldUp(app, company, [
      () => company.admin.send(alterTask, place(cut, at(5, 9))),
      () => company.admin.send(alterTask, place(cut, at(4, 9))),
    ])
    expect([first.code, second.code]).toEqual([200, generalErrors.versionConflict.code])
    expect((await taskOf(company, mo.cut)).start_time).toBe(at(5, 9))
  })

  test('two tasks to one place: the second comes to stand behind the first', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    const [one, two] = [await taskOf(company, mo.cut), await taskOf(company, other.cut)]
    const answers = await heldUp(app, company, [
      () => company.admin.send(alterTask, place(one, at(5, 9))),
      () => company.admin.send(alterTask, place(two, at(5, 9))),
    ])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    const [a, b] = [await taskOf(company, mo.cut), await taskOf(company, other.cut)].sort(
      (x, y) => x.start_time - y.start_time,
    )
    expect(b!.start_time).toBeGreaterThanOrEqual(a!.end_time)
  })

  test('a drag and a lock: what is locked stays', async () => {
    const company = await app.company()
    const { mo } = await set(company)
    const cut = await taskOf(company, mo.cut)
    const [locked, dragged] = await heldUp<[{ code: number }, { code: number }]>(app, company, [
      () => company.admin.send(lockCapacity, { mo_ids: [mo.id] }),
      () => company.admin.send(alterTask, place(cut, at(5, 9))),
    ])
    expect(locked.code).toBe(200)
    expect([schedulingErrors.capacityLocked.code, generalErrors.versionConflict.code]).toContain(dragged.code)
    expect(await taskOf(company, mo.cut)).toMatchObject({ start_time: at(6, 8), capacity_locked: true })
  })

  test('a shift and the floor: what has begun stays', async () => {
    const company = await app.company()
    const { mo } = await set(company)
    const begin = () => run(company, sql`update production_task set status = 1 where id = ${mo.cut.id}`)
    const [shifted] = await heldUp(
      app,
      company,
      [() => company.admin.send(shiftTasks, { task_ids: [mo.cut.id], direction: 'left', duration: hourSeconds })],
      begin,
    )
    expect(shifted.code).toBe(schedulingErrors.capacityLocked.code)
    expect(await taskOf(company, mo.cut)).toMatchObject({ start_time: at(6, 8), status: 1 })
  })

  test('publishing checks again what was moved while it checked', async () => {
    const company = await app.company()
    const { plant, mo } = await set(company)
    const component = await aComponent(company, plant, mo, at(1, 8))
    const later = () =>
      run(company, sql`update mo_assignment set available_time = ${at(7, 8)} where component_id = ${component.id}`)
    const [answer] = await heldUp(app, company, [() => company.admin.send(publishPlan, { mo_ids: [mo.id] })], later)
    expect(answer.code).toBe(schedulingErrors.deliveryFailed.code)
  })

  test('a version is put back around what was locked meanwhile', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    await result(company, await schedule(company, [mo.id, other.id])())
    const [version] = (await company.admin.ok(listPlanVersions, {})).result
    const cut = await taskOf(company, mo.cut)
    await company.admin.ok(alterTask, place(cut, at(9, 9)))
    const [, back] = await heldUp<[unknown, { done_ids: string[] }]>(app, company, [
      () => company.admin.ok(lockCapacity, { mo_ids: [mo.id] }),
      () => company.admin.ok(restorePlanVersion, { id: version!.id }),
    ])
    expect(back.done_ids).toEqual([other.id])
    expect(await taskOf(company, mo.cut)).toMatchObject({ start_time: at(9, 9), capacity_locked: true })
  })
})

describe('what stands on the plan', () => {
  test('a version does not go back onto what begins later and is locked there', async () => {
    const company = await app.company()
    const { plant, mo, other } = await set(company)
    await result(company, await schedule(company, [mo.id])())
    const [version] = (await company.admin.ok(listPlanVersions, {})).result
    const before = await taskOf(company, mo.cut)
    await company.admin.ok(alterTask, place(before, at(9, 9)))
    // In the middle of where it stood.
    const middle = before.start_time + hourSeconds
    await run(
      company,
      sql`update production_task set device_id = ${before.device_id}, setup_start_time = ${middle}, start_time = ${middle},
        end_time = ${middle + 2 * hourSeconds}, capacity_locked = true where id = ${other.cut.id}`,
    )
    await run(company, sql`update mo set capacity_locked = true where id = ${other.id}`)
    expect(plant.saw.id).toBeTruthy()
    const answer = await company.admin.send(restorePlanVersion, { id: version!.id })
    expect(answer.code).toBe(schedulingErrors.infeasible.code)
    expect((await taskOf(company, mo.cut)).start_time).toBe(at(9, 9))
  })
})

describe('several bars in one gesture', () => {
  test('all of them are moved, in one version of the plan', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    const [one, two] = [await taskOf(company, mo.cut), await taskOf(company, other.cut)]
    const { changed } = await company.admin.ok(moveTasks, { tasks: [place(one, at(5, 9)), place(two, at(7, 9))] })
    expect(new Set(changed.map(({ id }) => id))).toEqual(new Set([one.id, two.id]))
    expect((await taskOf(company, mo.cut)).start_time).toBe(at(5, 9))
    expect((await taskOf(company, other.cut)).start_time).toBe(at(7, 9))
  })

  test('each finds the place that the one before it leaves, to the right as to the left', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const first = await aPlannedMo(company, plant, 5, { steps: 1 })
    const second = await aPlannedMo(company, plant, 6, { steps: 1 })
    await run(
      company,
      sql`update production_task set setup_start_time = ${at(5, 10)}, start_time = ${at(5, 10)}, end_time = ${at(5, 12)}
        where id = ${second.cut.id}`,
    )
    const by = async (hours: number) => {
      const tasks = [await taskOf(company, first.cut), await taskOf(company, second.cut)]
      await company.admin.ok(moveTasks, {
        tasks: tasks.map(task => place(task, task.start_time + hours * hourSeconds)),
      })
      return [await taskOf(company, first.cut), await taskOf(company, second.cut)].map(task => task.start_time)
    }
    expect(await by(2)).toEqual([at(5, 10), at(5, 12)])
    expect(await by(-1)).toEqual([at(5, 9), at(5, 11)])
  })

  test('one that cannot go keeps all where they are, and is named with its reason', async () => {
    const company = await app.company()
    const { mo, other } = await set(company)
    const [one, two] = [await taskOf(company, mo.cut), await taskOf(company, other.cut)]
    await company.admin.ok(lockCapacity, { mo_ids: [other.id] })
    const now = await taskOf(company, other.cut)
    const answer = await company.admin.send(moveTasks, {
      tasks: [place(one, at(5, 9)), place({ ...two, row_version: now.row_version }, at(7, 9))],
    })
    expect(answer.code).toBe(schedulingErrors.capacityLocked.code)
    expect(answer.message).toContain(other.no)
    expect((await taskOf(company, mo.cut)).start_time).toBe(at(6, 8))
  })
})

describe('who waits for whom', () => {
  test('drags and publishing go on while all threads that make plans are busy', async () => {
    const solving = [await app.company(), await app.company()]
    const jobs = await Promise.all(
      solving.map(async company => {
        const { mo } = await set(company)
        const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 280 })
        return { company, job_id }
      }),
    )
    const company = await app.company()
    const { mo, other } = await set(company)
    await company.admin.ok(alterTask, place(await taskOf(company, other.cut), at(9, 9)))
    await company.admin.ok(publishPlan, { mo_ids: [mo.id] })
    const still = await app.database.pool.query(
      'select count(*)::int as running from job where id = any($1) and status < 2',
      [jobs.map(({ job_id }) => job_id)],
    )
    expect(still.rows[0].running).toBe(2)
    for (const { company: one, job_id } of jobs) {
      await one.admin.ok(stopSchedule, { job_id })
      await ended(one, job_id)
    }
  })

  test('a list of simulated orders waits for nobody who writes the version', async () => {
    const company = await app.company()
    const { mo } = await set(company)
    const { job_id, version_id } = await company.admin.ok(simulateSchedule, { mo_ids: [mo.id], seconds: 1 })
    await ended(company, job_id)
    const list = await company.as(async tx => {
      await sql`select from simulation_version where id = ${version_id} for update`.execute(tx)
      return company.admin.send(listSimulationOrders, { version_id })
    })
    expect(list.code).toBe(200)
  })
})
