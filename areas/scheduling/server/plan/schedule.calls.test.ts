import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { revertMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { capacityStatusOf, deliveryStatusOf } from '@qitao/manufacturing/server'
import { aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listConflicts } from '../../model/conflict/conflict.calls.ts'
import { listPlanVersions } from '../../model/publish/plan-version.calls.ts'
import {
  autoSchedule,
  cancelSchedule,
  lockCapacity,
  queryGantt,
  type ScheduleResult,
  stopSchedule,
  unlockCapacity,
} from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { ended } from '../../testing/jobs.ts'
import { aComponent, aMo, aPlannedMo, aPlant, aTask, at, type Plant } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const quick = { seconds: 1 }

const moOf = async (company: TestCompany, id: string) =>
  (
    await company.as(tx =>
      rows(
        tx,
        sql<{
          status: number
          capacity_status: number | null
          capacity_locked: boolean
          planned_start_time: number | null
          planned_finish_time: number | null
          delivery_status: number | null
          unplanned: { cause: string; object_name: string } | null
        }>`select status, ${capacityStatusOf(sql`mo`)} as capacity_status, capacity_locked, planned_start_time, planned_finish_time,
            ${deliveryStatusOf(sql`mo`)} as delivery_status, unplanned from mo where id = ${id}`,
      ),
    )
  )[0]!
const tasksOf = (company: TestCompany, mo_id: string) =>
  company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
        device_id: string
        setup_start_time: number
        start_time: number
        end_time: number
        reasons: { kind: string; object_name: string }[]
      }>`
        select id, device_id, setup_start_time, start_time, end_time, reasons from production_task where mo_id = ${mo_id} order by sequence`,
    ),
  )
async function scheduled(company: TestCompany, mo_ids: string[], more: object = {}): Promise<ScheduleResult> {
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids, ...quick, ...more })
  const job = await ended(company, job_id)
  expect({ status: job.status, code: job.error_code }).toEqual({ status: 2, code: null })
  return job.result as ScheduleResult
}

describe('automatic schedule', () => {
  contract(app, autoSchedule, {
    set: async company => {
      const plant = await aPlant(company)
      return {
        mo: await aMo(company, plant),
        todo: await aMo(company, plant, { status: 10 }),
        locked: await aPlannedMo(company, plant, 2, { capacity_locked: true }),
      }
    },
    good: ({ mo }) => ({ mo_ids: [mo.id], ...quick }),
    check: async ({ job_id }, { mo }, company) => {
      const job = await ended(company, job_id)
      expect(job).toMatchObject({
        status: 2,
        error_code: null,
        result: { scheduled: 1, failed: [], late_count: 0, gap: 0 },
      })
      const [version] = (await company.admin.ok(listPlanVersions, {})).result
      expect(version!.summary.gap).toBe(0)
      expect(await moOf(company, mo.id)).toMatchObject({
        status: 20,
        capacity_status: 1,
        delivery_status: 1,
        unplanned: null,
      })
    },
    refused: ({ todo, locked }) => [
      ['no orders', { mo_ids: [] }, generalErrors.badParameter],
      ['an order that is not there', { mo_ids: [nowhere] }, generalErrors.recordNotFound],
      ['an order that is not in the plan', { mo_ids: [todo.id] }, generalErrors.statusNotAllowed],
      ['a locked order', { mo_ids: [locked.id] }, schedulingErrors.capacityLocked],
      ['an unknown objective', { mo_ids: [locked.id], objective: 'beauty' }, generalErrors.badParameter],
    ],
    foreign: generalErrors.recordNotFound,
  })

  test('what is locked on a machine that is down stays and is named, and the rest is planned', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    // Its second step takes over in batches while the first one runs.
    const locked = await aMo(company, plant, { capacity_locked: true })
    await company.as(tx =>
      sql`update mo_operation set overlap_quantity = 10 where id = ${locked.operations[0]}`.execute(tx),
    )
    const cut = await aTask(company, locked, 0, plant.saw, at(1, 8), { capacity_locked: true })
    await aTask(company, locked, 1, plant.welder, at(1, 9), { capacity_locked: true })
    const near = await aPlannedMo(company, plant, 1)
    const free = await aMo(company, plant)
    await aFreeze(company, { device_id: plant.saw.id, start_time: at(1, 7), end_time: at(2, 7) })
    const result = await scheduled(company, [near.id, free.id])
    expect(result).toMatchObject({ scheduled: 2, failed: [] })
    expect(result.in_down_time).toEqual([
      { task_id: cut.id, name: `${locked.no} Cutting`, machine_no: plant.saw.machine_no },
    ])
    expect((await tasksOf(company, locked.id))[0]).toMatchObject({ device_id: plant.saw.id, start_time: at(1, 8) })
    const { result: conflicts } = await company.admin.ok(listConflicts, { mo_id: locked.id, kinds: ['machine'] })
    expect(conflicts).toMatchObject([{ kind: 'machine', machine_no: plant.saw.machine_no }])
  })

  test('places every step on a machine that does it, in order, within working time, and says why then', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const mos = [await aMo(company, plant), await aMo(company, plant), await aMo(company, plant)]
    const result = await scheduled(
      company,
      mos.map(({ id }) => id),
      { start_time: at(1, 0) },
    )
    expect(result).toMatchObject({ scheduled: 3, version_no: 1 })
    for (const mo of mos) {
      const [cut, weld] = await tasksOf(company, mo.id)
      expect([plant.saw.id, plant.saw2.id]).toContain(cut!.device_id)
      expect(weld!.device_id).toBe(plant.welder.id)
      expect(weld!.start_time).toBeGreaterThanOrEqual(cut!.end_time)
      expect(cut!.start_time).toBeGreaterThanOrEqual(at(1, 8))
      expect(cut!.end_time - cut!.start_time).toBe(7200)
      expect(cut!.reasons.length).toBeGreaterThan(0)
      expect(await moOf(company, mo.id)).toMatchObject({
        planned_start_time: cut!.setup_start_time,
        planned_finish_time: weld!.end_time,
      })
    }
    const chart = await company.admin.ok(queryGantt, { timestamp_range: [at(0, 0), at(30, 0)] })
    expect(chart.tasks).toHaveLength(6)
    expect(chart.summary).toMatchObject({ late_orders: 0, unplanned_orders: 0 })
  })

  test('a second run keeps the tasks of orders that are not asked for, and moves none that are locked', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const stays = await aPlannedMo(company, plant, 3)
    const locked = await aPlannedMo(company, plant, 4, {})
    await company.admin.ok(lockCapacity, { mo_ids: [locked.id] })
    const before = [await tasksOf(company, stays.id), await tasksOf(company, locked.id)]
    const mo = await aMo(company, plant)
    expect(await scheduled(company, [mo.id])).toMatchObject({ scheduled: 1 })
    const answer = await company.admin.send(autoSchedule, { mo_ids: [mo.id, locked.id], ...quick })
    await ended(company, answer.data!.job_id)
    expect([await tasksOf(company, stays.id), await tasksOf(company, locked.id)]).toEqual(before)
  })

  test('an order that is not asked for and not on the plan stays off it', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const asked = await aMo(company, plant)
    const other = await aMo(company, plant, { priority: 1 })
    const parent = await aMo(company, plant)
    await company.as(tx => sql`update mo set parent_mo_id = ${parent.id} where id = ${asked.id}`.execute(tx))
    expect(await scheduled(company, [asked.id])).toMatchObject({ scheduled: 1, failed: [] })
    for (const off of [other, parent]) {
      expect(await tasksOf(company, off.id)).toEqual([])
      expect(await moOf(company, off.id)).toMatchObject({ capacity_status: null, planned_start_time: null })
    }
    expect(await tasksOf(company, asked.id)).toHaveLength(2)
  })

  test('an order whose child makes its component starts after the child, which is planned with it', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const parent = await aMo(company, plant)
    const child = await aMo(company, plant, { parent_mo_id: parent.id, material_id: plant.other.id })
    expect(await scheduled(company, [parent.id])).toMatchObject({ scheduled: 2 })
    const [cut] = await tasksOf(company, parent.id)
    expect(cut!.start_time).toBeGreaterThanOrEqual((await tasksOf(company, child.id))[1]!.end_time)
    expect(cut!.reasons[0]).toMatchObject({ kind: 'predecessor', object_name: `${child.no} Welding` })
  })

  test('nothing starts before its material is there', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const mo = await aMo(company, plant)
    await aComponent(company, plant, mo, at(3, 10))
    await scheduled(company, [mo.id])
    const [cut] = await tasksOf(company, mo.id)
    expect(cut!.start_time).toBe(at(3, 10))
    expect(cut!.reasons[0]).toMatchObject({ kind: 'kit', object_name: plant.component.code })
  })

  test('late orders say so', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const mo = await aMo(company, plant, { delivery_date: at(1, 0) })
    expect(await scheduled(company, [mo.id], { start_time: at(2, 0) })).toMatchObject({ late_count: 1 })
    expect(await moOf(company, mo.id)).toMatchObject({ capacity_status: 3, delivery_status: 0 })
  })

  const unplanned = async (
    spoil: (company: TestCompany, plant: Plant, mo: { id: string; operations: readonly string[] }) => Promise<unknown>,
  ) => {
    const company = await app.company()
    const plant = await aPlant(company)
    const mo = await aMo(company, plant)
    await spoil(company, plant, mo)
    const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], ...quick })
    const job = await ended(company, job_id)
    return { job, plant, order: await moOf(company, mo.id), mo }
  }
  const run = (company: TestCompany, statement: ReturnType<typeof sql>) => company.as(tx => statement.execute(tx))

  test('5610 without a cycle time, and the order names the operation', async () => {
    const { job, order } = await unplanned((company, plant) =>
      run(company, sql`delete from cycle_time where process_id = ${plant.cutting.id}`),
    )
    expect(job).toMatchObject({ status: 3, error_code: schedulingErrors.cycleTimeMissing.code })
    expect(order.unplanned).toMatchObject({
      cause: 'cycle_time_missing',
      object_name: expect.stringContaining('Cutting'),
    })
  })
  test('5608 without a machine for the process', async () => {
    const { job } = await unplanned((company, plant) =>
      run(company, sql`delete from device_process where process_id = ${plant.cutting.id}`),
    )
    expect(job.error_code).toBe(schedulingErrors.noEquipment.code)
  })
  test('R-233 5602 without working time', async () => {
    const { job, order } = await unplanned(company => run(company, sql`update calendar set is_default = false`))
    expect(job.error_code).toBe(schedulingErrors.noCapacity.code)
    expect(order.unplanned?.cause).toBe('no_calendar')
  })
  test('5618 with mode 35 when material is short; without the mode it is planned', async () => {
    const { job, order, plant } = await unplanned(async (company, plant, mo) => {
      await aComponent(company, plant, mo as never, null)
      await company.admin.ok(setOrganizationConfig, { configs: [{ config_mode: 35, config_value: '1' }] })
    })
    expect(job.error_code).toBe(schedulingErrors.notKitted.code)
    expect(order.unplanned).toMatchObject({ cause: 'not_kitted', object_name: plant.component.code })
    const company = await app.company()
    const other = await aPlant(company)
    const mo = await aMo(company, other)
    await aComponent(company, other, mo, null)
    expect(await scheduled(company, [mo.id])).toMatchObject({ scheduled: 1 })
  })
  test('what could be placed is, and the rest is told with its cause', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const good = await aMo(company, plant)
    const bad = await aMo(company, plant)
    await run(company, sql`insert into process (id, code, name) values (${nowhere}, 'PAINT', 'Painting')`)
    await run(company, sql`update mo_operation set process_id = ${nowhere} where id = ${bad.operations[1]!}`)
    const result = await scheduled(company, [good.id, bad.id])
    expect(result).toMatchObject({
      scheduled: 1,
      failed: [{ id: bad.id, no: bad.no, code: 5608, cause: 'no_machine' }],
    })
    expect(await tasksOf(company, bad.id)).toEqual([])
  })

  test('R-269 6103 while one runs, and a plan that moved meanwhile is made again', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const mo = await aMo(company, plant)
    const other = await aPlannedMo(company, plant)
    const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 3 })
    expect(await company.admin.send(autoSchedule, { mo_ids: [mo.id], seconds: 1 })).toMatchObject({ code: 6103 })
    await company.admin.ok(lockCapacity, { mo_ids: [other.id] })
    expect(await ended(company, job_id)).toMatchObject({ status: 2, result: { scheduled: 1 } })
    expect(await tasksOf(company, mo.id)).toHaveLength(2)
  })
})

describe('ending early', () => {
  contract(app, stopSchedule, {
    // Running as far as anybody can see, though no thread works on it: nothing else moves meanwhile.
    set: async company => {
      const job_id = newId()
      await company.as(tx =>
        sql`insert into job (id, job_type, status, input) values (${job_id}, 'schedule', 1, '{}')`.execute(tx),
      )
      return { job_id }
    },
    good: ({ job_id }) => ({ job_id }),
    check: async (_data, { job_id }, company) => {
      const found = await company.as(tx => rows(tx, sql`select 1 from plan_head where stop_wanted = ${job_id}`))
      expect(found).toHaveLength(1)
    },
    refused: () => [['a job that is not there', { job_id: nowhere }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  test('what was best when somebody asked is the plan', async () => {
    const company = await app.company()
    const mo = await aMo(company, await aPlant(company))
    const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 280 })
    await company.admin.ok(stopSchedule, { job_id })
    // Long before its time is up.
    expect(await ended(company, job_id)).toMatchObject({ status: 2, result: { scheduled: 1 } })
    expect(await tasksOf(company, mo.id)).toHaveLength(2)
  })
})

describe('taking orders off the plan and holding them on it', () => {
  const set = async (company: TestCompany) => {
    const plant = await aPlant(company)
    return {
      mo: await aPlannedMo(company, plant, 2),
      locked: await aPlannedMo(company, plant, 3, { capacity_locked: true }),
      bare: await aMo(company, plant),
      published: await aPlannedMo(company, plant, 4, { status: 30, publish_status: 1 }).then(async mo => {
        await company.as(tx => sql`update production_task set publish_status = 1 where mo_id = ${mo.id}`.execute(tx))
        return mo
      }),
    }
  }
  contract(app, cancelSchedule, {
    set,
    good: ({ mo }) => ({ mo_ids: [mo.id] }),
    check: async (data, { mo }, company) => {
      expect(data).toEqual({ done_ids: [mo.id], failed: [] })
      expect(await tasksOf(company, mo.id)).toEqual([])
      expect(await moOf(company, mo.id)).toMatchObject({ status: 20, capacity_status: null, planned_start_time: null })
    },
    refused: ({ locked, bare, published }) => [
      ['a locked order', { mo_ids: [locked.id] }, schedulingErrors.capacityLocked],
      ['a published order', { mo_ids: [published.id] }, schedulingErrors.planPublished],
      ['an order that is not scheduled', { mo_ids: [bare.id] }, schedulingErrors.noMovablePlan],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, lockCapacity, {
    set,
    good: ({ mo }) => ({ mo_ids: [mo.id] }),
    check: async (_data, { mo }, company) =>
      expect(await moOf(company, mo.id)).toMatchObject({ capacity_locked: true, capacity_status: 2 }),
    refused: ({ locked, bare }) => [
      ['a locked order', { mo_ids: [locked.id] }, manufacturingErrors.noneLockable],
      ['an order that is not scheduled', { mo_ids: [bare.id] }, manufacturingErrors.noneLockable],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, unlockCapacity, {
    set,
    good: ({ locked }) => ({ mo_ids: [locked.id] }),
    check: async (_data, { locked }, company) =>
      expect(await moOf(company, locked.id)).toMatchObject({ capacity_locked: false, capacity_status: 1 }),
    refused: ({ mo }) => [['an order that is not locked', { mo_ids: [mo.id] }, manufacturingErrors.noneLockable]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, revertMos, {
    set,
    good: ({ mo, published }) => ({ mo_ids: [mo.id, published.id] }),
    check: async (_data, { mo, published }, company) => {
      for (const { id } of [mo, published]) {
        expect(await moOf(company, id)).toMatchObject({ status: 10, capacity_status: null })
        expect(await tasksOf(company, id)).toEqual([])
      }
    },
    refused: ({ locked }) => [['a locked order', { mo_ids: [locked.id] }, schedulingErrors.capacityLocked]],
    foreign: generalErrors.recordNotFound,
  })
  test('some of them: 5056 names the others', async () => {
    const company = await app.company()
    const { mo, locked } = await set(company)
    const answer = await company.admin.send(cancelSchedule, { mo_ids: [mo.id, locked.id] })
    expect(answer).toMatchObject({ code: 5056, data: { done_ids: [mo.id], failed: [{ id: locked.id, code: 5613 }] } })
  })
})
