import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { revertMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listPlanVersions, restorePlanVersion } from '../../model/publish/plan-version.calls.ts'
import { publishPlan } from '../../model/publish/publish.calls.ts'
import {
  alterTask,
  autoSchedule,
  cancelSchedule,
  joinTasks,
  previewRepair,
  queryGantt,
  splitTask,
} from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { ended } from '../../testing/jobs.ts'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'

/** One order from 08:00 of day 2, another behind it, one that is locked, one that is begun. */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant, 2)
  const other = await aPlannedMo(company, plant, 3)
  const locked = await aPlannedMo(company, plant, 5, { steps: 1, capacity_locked: true })
  const begun = await aPlannedMo(company, plant, 6, { steps: 1 })
  const given = await aPlannedMo(company, plant, 7, { steps: 1 })
  await company.as(async tx => {
    await sql`update production_task set capacity_locked = true where mo_id = ${locked.id}`.execute(tx)
    await sql`update production_task set reported_quantity = 10, status = 1 where mo_id = ${begun.id}`.execute(tx)
    await sql`update production_task set dispatch_status = 1 where mo_id = ${given.id}`.execute(tx)
  })
  return { plant, mo, other, locked, begun, given }
}
type Set = Awaited<ReturnType<typeof set>>
const half = ({ mo }: Set, more: object = {}) => ({
  ...{ task_id: mo.cut.id, quantity: '60', row_version: 0 },
  ...more,
})

const tasksOf = (company: TestCompany, mo_id: string) =>
  company.as(tx =>
    rows(
      tx,
      sql<{
        id: string
        task_no: string
        step_id: string
        operation_id: string
        device_id: string
        start_time: number
        end_time: number
        quantity: string
        row_version: number
        publish_status: number
        reasons: object[]
      }>`select id, task_no, step_id, operation_id, device_id, start_time, end_time, quantity, row_version, publish_status, reasons from production_task
        where mo_id = ${mo_id} order by sequence, task_no`,
    ),
  )
const partsOf = (company: TestCompany, mo_id: string) =>
  company.as(tx =>
    rows(
      tx,
      sql<{ part_no: number; quantity: string }>`select k.part_no, k.quantity from operation_part k
        join mo_operation x on x.id = k.operation_id where x.mo_id = ${mo_id} order by k.part_no`,
    ),
  )
const reschedule = async (company: TestCompany, mo_ids: string[]) => {
  const { job_id } = await company.admin.ok(autoSchedule, { mo_ids, seconds: 1 })
  const { status, error_code } = await ended(company, job_id)
  expect({ status, error_code }).toEqual({ status: 2, error_code: null })
}

describe('splitting a task', () => {
  contract(app, splitTask, {
    set,
    good: one => half(one),
    check: async ({ task, part, changed }, { mo, plant }, company) => {
      expect(task).toMatchObject({ id: mo.cut.id, quantity: '60.000000', start_time: at(2, 8), end_time: at(2, 9) })
      // Right behind it, in the hour that became free: nothing else moves.
      expect(part).toMatchObject({ quantity: '60.000000', start_time: at(2, 9), end_time: at(2, 10), part_no: 2 })
      expect(part).toMatchObject({ device_id: plant.saw.id, reasons: [{ kind: 'hand' }], process_name: 'Cutting #2' })
      expect(part.task_no).toBe(`${mo.no}-10#2`)
      expect(changed.map(({ id }) => id).toSorted()).toEqual([mo.cut.id, part.id].toSorted())
      expect(await partsOf(company, mo.id)).toEqual([
        { part_no: 1, quantity: '60.000000' },
        { part_no: 2, quantity: '60.000000' },
      ])
    },
    refused: one => [
      ['no such task', half(one, { task_id: nowhere }), generalErrors.recordNotFound],
      ['a stale version', half(one, { row_version: 7 }), generalErrors.versionConflict],
      ['nothing', half(one, { quantity: '0' }), generalErrors.badParameter],
      ['all of it', half(one, { quantity: '120' }), manufacturingErrors.splitQuantity],
      ['more than all', half(one, { quantity: '121' }), manufacturingErrors.splitQuantity],
      ['part of a piece', half(one, { quantity: '0.5' }), generalErrors.unitQuantityPrecision],
      ['a locked task', half(one, { task_id: one.locked.cut.id, row_version: 1 }), schedulingErrors.capacityLocked],
      ['a begun task', half(one, { task_id: one.begun.cut.id, row_version: 1 }), generalErrors.statusNotAllowed],
      ['a dispatched task', half(one, { task_id: one.given.cut.id, row_version: 1 }), generalErrors.statusNotAllowed],
      ['an unknown machine', half(one, { machine_no: 'NONE' }), schedulingErrors.deviceUnavailable],
      [
        'onto a machine that does not do it',
        half(one, { machine_no: one.plant.welder.machine_no }),
        schedulingErrors.deviceUnavailable,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })

  test('side by side on another machine: what follows waits for both parts', async () => {
    const company = await app.company()
    const one = await set(company)
    const { part } = await company.admin.ok(splitTask, half(one, { machine_no: one.plant.saw2.machine_no }))
    expect(part).toMatchObject({ device_id: one.plant.saw2.id, start_time: at(2, 8), end_time: at(2, 9) })
    const gantt = await company.admin.ok(queryGantt, { timestamp_range: [at(1, 0), at(9, 0)] })
    const weld = gantt.problem.operations.find(({ id }) => id === one.mo.operations[1])!
    expect(weld.predecessors.map(link => link.operation).toSorted()).toEqual(
      [one.mo.operations[0]!, part.operation_id].toSorted(),
    )
    // The second part goes past the weld: it is pushed, and manufacturing is told.
    const { changed } = await company.admin.ok(alterTask, {
      ...{ task_id: part.id, start_time: at(2, 13), end_time: at(2, 14), row_version: part.row_version },
    })
    expect(changed.find(({ id }) => id === one.mo.weld.id)).toMatchObject({ start_time: at(2, 14) })
  })

  test('a rush order passes between the parts, and the plan still keeps every rule', async () => {
    const company = await app.company()
    const one = await set(company)
    const { task } = await company.admin.ok(splitTask, half(one, { start_time: at(4, 8) }))
    expect(task.end_time).toBe(at(2, 9))
    const [, rush] = await tasksOf(company, one.mo.id)
    expect(rush).toMatchObject({ start_time: at(4, 8), end_time: at(4, 9) })
    await company.admin.ok(alterTask, {
      ...{ task_id: one.other.cut.id, start_time: at(2, 9), end_time: at(2, 11), row_version: 0 },
    })
    const tasks = [...(await tasksOf(company, one.mo.id)), ...(await tasksOf(company, one.other.id))]
    const onSaw = tasks.filter(({ device_id }) => device_id === one.plant.saw.id)
    expect(onSaw.toSorted((a, b) => a.start_time - b.start_time).map(({ start_time }) => start_time)).toEqual([
      at(2, 8),
      at(2, 9),
      at(4, 8),
    ])
    expect((await company.admin.ok(previewRepair, {})).choices).toEqual([])
    const { done_ids } = await company.admin.ok(publishPlan, { mo_ids: [one.mo.id] })
    expect(done_ids).toEqual([one.mo.id])
  })

  test('the schedule keeps the parts, on and off the plan, until they are joined or the order goes back', async () => {
    const company = await app.company()
    const one = await set(company)
    const { part } = await company.admin.ok(splitTask, half(one, { quantity: '50' }))
    await company.admin.ok(splitTask, {
      ...{ task_id: part.id, quantity: '20', row_version: part.row_version, machine_no: one.plant.saw2.machine_no },
    })
    const quantities = async () =>
      (await tasksOf(company, one.mo.id)).slice(0, -1).map(({ quantity }) => Number(quantity))
    expect(await quantities()).toEqual([70, 30, 20])
    const before = await tasksOf(company, one.mo.id)
    await reschedule(company, [one.mo.id])
    const after = await tasksOf(company, one.mo.id)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(await quantities()).toEqual([70, 30, 20])
    await company.admin.ok(cancelSchedule, { mo_ids: [one.mo.id] })
    expect(await tasksOf(company, one.mo.id)).toEqual([])
    await reschedule(company, [one.mo.id])
    const anew = await tasksOf(company, one.mo.id)
    expect(anew.map(({ step_id }) => step_id)).toEqual(before.map(({ step_id }) => step_id))
    const { no } = one.mo
    expect(anew.map(({ task_no }) => task_no)).toEqual([`${no}-10`, `${no}-10#2`, `${no}-10#3`, `${no}-20`])
    expect(await quantities()).toEqual([70, 30, 20])
    const weld = anew.at(-1)!
    expect(weld.start_time).toBeGreaterThanOrEqual(Math.max(...anew.slice(0, -1).map(({ end_time }) => end_time)))
    await company.admin.ok(revertMos, { mo_ids: [one.mo.id] })
    expect(await partsOf(company, one.mo.id)).toEqual([])
  })

  test('a version is put back with the parts it had; joined since, the order comes off the plan and is named', async () => {
    const company = await app.company()
    const one = await set(company)
    await company.admin.ok(splitTask, half(one))
    await reschedule(company, [one.mo.id])
    const [version] = (await company.admin.ok(listPlanVersions, {})).result
    const before = await tasksOf(company, one.mo.id)
    const part = before[1]!
    await company.admin.ok(alterTask, {
      ...{ task_id: part.id, start_time: at(6, 13), end_time: at(6, 14), row_version: part.row_version },
    })
    await company.admin.ok(restorePlanVersion, { id: version!.id })
    const places = (tasks: typeof before) =>
      tasks.map(({ step_id, start_time, end_time, reasons }) => [step_id, start_time, end_time, reasons])
    const back = await tasksOf(company, one.mo.id)
    expect(places(back)).toEqual(places(before))
    await company.admin.ok(joinTasks, {
      tasks: back.slice(0, 2).map(({ id: task_id, row_version }) => ({ task_id, row_version })),
    })
    const answer = await company.admin.send(restorePlanVersion, { id: version!.id })
    expect(answer).toMatchObject({ code: generalErrors.partlyDone.code, data: { failed: [{ id: one.mo.id }] } })
    expect(await tasksOf(company, one.mo.id)).toEqual([])
  })

  test('of a published order the floor learns the new part when it is published again', async () => {
    const company = await app.company()
    const one = await set(company)
    await company.admin.ok(publishPlan, { mo_ids: [one.mo.id] })
    const [cut] = await tasksOf(company, one.mo.id)
    const { part, warnings } = await company.admin.ok(splitTask, half(one, { row_version: cut!.row_version }))
    expect(part.publish_status).toBe(0)
    expect(warnings).toMatchObject([{ kind: 'published_moved' }])
    await company.admin.ok(publishPlan, {})
    expect((await tasksOf(company, one.mo.id)).map(({ publish_status }) => publish_status)).toEqual([1, 1, 1])
  })
})

describe('joining parts', () => {
  const split = async (company: TestCompany) => {
    const one = await set(company)
    const { task, part } = await company.admin.ok(splitTask, half(one, { machine_no: one.plant.saw2.machine_no }))
    return { ...one, task, part }
  }
  const both = ({ task, part }: Awaited<ReturnType<typeof split>>) => ({
    tasks: [task, part].map(({ id: task_id, row_version }) => ({ task_id, row_version })),
  })
  contract(app, joinTasks, {
    set: split,
    good: both,
    check: async ({ task }, { mo }, company) => {
      expect(task).toMatchObject({ id: mo.cut.id, quantity: '120.000000', part_no: null, process_name: 'Cutting' })
      expect(task).toMatchObject({ start_time: at(2, 8), end_time: at(2, 10) })
      expect(await partsOf(company, mo.id)).toEqual([])
      expect(await tasksOf(company, mo.id)).toHaveLength(2)
    },
    refused: one => [
      ['one alone', { tasks: both(one).tasks.slice(1) }, generalErrors.badParameter],
      ['the same twice', { tasks: [both(one).tasks[0], both(one).tasks[0]] }, generalErrors.badParameter],
      [
        'tasks of two operations',
        { tasks: [...both(one).tasks, { task_id: one.mo.weld.id, row_version: 0 }] },
        generalErrors.badParameter,
      ],
      [
        'a stale version',
        { tasks: both(one).tasks.map(task => ({ ...task, row_version: 9 })) },
        generalErrors.versionConflict,
      ],
      ['unknown', { tasks: [both(one).tasks[0], { task_id: nowhere, row_version: 0 }] }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })

  test('a split is undone exactly, with all that it pushed; never onto a place that is too short', async () => {
    const company = await app.company()
    const one = await set(company)
    const before = (await company.admin.ok(queryGantt, { timestamp_range: [at(1, 0), at(9, 0)] })).tasks
    const { part, changed } = await company.admin.ok(splitTask, half(one, { start_time: at(3, 8) }))
    // It stands where the other order was: that one is pushed.
    expect(changed.map(({ id }) => id)).toContain(one.other.cut.id)
    const pushed = changed.filter(({ id }) => id !== part.id)
    const places = pushed.map(({ id: task_id, row_version }) => {
      const { device_id, setup_start_time, start_time, end_time, setup_seconds } = before.find(
        ({ id }) => id === task_id,
      )!
      return { task_id, row_version, device_id, setup_start_time, start_time, end_time, setup_seconds }
    })
    const tasks = changed
      .filter(({ id }) => id === part.id || id === one.mo.cut.id)
      .map(({ id: task_id, row_version }) => ({ task_id, row_version }))
    const short = places.map(place =>
      place.task_id === one.mo.cut.id ? { ...place, end_time: place.start_time + hourSeconds } : place,
    )
    expect((await company.admin.send(joinTasks, { tasks, places: short })).code).toBe(schedulingErrors.infeasible.code)
    await company.admin.ok(joinTasks, { tasks, places })
    const after = (await company.admin.ok(queryGantt, { timestamp_range: [at(1, 0), at(9, 0)] })).tasks
    const bare = (all: typeof after) => all.map(({ row_version: _, reasons: __, ...task }) => task)
    expect(bare(after)).toEqual(bare(before))
  })

  test('two of three parts, while the third is begun; what stands behind is pushed', async () => {
    const company = await app.company()
    const one = await split(company)
    const { task, part } = await company.admin.ok(splitTask, {
      ...{ task_id: one.task.id, quantity: '20', row_version: one.task.row_version },
    })
    await company.as(tx => sql`update production_task set status = 1 where id = ${one.part.id}`.execute(tx))
    const versions = new Map((await tasksOf(company, one.mo.id)).map(({ id, row_version }) => [id, row_version]))
    const wanted = (ids: string[]) => ({
      tasks: ids.map(task_id => ({ task_id, row_version: versions.get(task_id)! })),
    })
    const refused = await company.admin.send(joinTasks, wanted([task.id, part.id, one.part.id]))
    expect(refused.code).toBe(generalErrors.statusNotAllowed.code)
    await company.admin.ok(joinTasks, wanted([task.id, part.id]))
    expect(await partsOf(company, one.mo.id)).toEqual([
      { part_no: 1, quantity: '60.000000' },
      { part_no: 2, quantity: '60.000000' },
    ])
    expect((await tasksOf(company, one.mo.id)).map(({ quantity }) => Number(quantity))).toEqual([60, 60, 120])
  })

  test('the joined task takes its whole time and pushes what stands in it', async () => {
    const company = await app.company()
    const one = await split(company)
    await company.admin.ok(alterTask, {
      ...{ task_id: one.other.cut.id, start_time: at(2, 9), end_time: at(2, 11), row_version: 0 },
    })
    const { changed } = await company.admin.ok(joinTasks, both(one))
    expect(changed.find(({ id }) => id === one.other.cut.id)).toMatchObject({
      start_time: at(2, 10),
      end_time: at(2, 10) + 2 * hourSeconds,
    })
  })
})
