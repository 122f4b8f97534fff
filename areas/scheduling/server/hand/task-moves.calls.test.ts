import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { capacityStatusOf, deliveryStatusOf } from '@qitao/manufacturing/server'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { alterTask, moveTasks, restoreTasks, shiftTasks } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { aCrowdedSaw, tasksNow } from '../../testing/crowded-saw.ts'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const hour = hourSeconds
type Set = Awaited<ReturnType<typeof aCrowdedSaw>>
const move = (set: Set, start: number, end: number, more: object = {}) => ({
  task_id: set.mo.cut.id,
  start_time: start,
  end_time: end,
  row_version: 1,
  ...more,
})
/** Row versions of tasks are 0 as inserted; the set-up touched none of the cutting tasks. */
const cutOf = (mo: { cut: { id: string } }, start_time: number, end_time: number) => ({
  ...{ task_id: mo.cut.id, start_time, end_time, row_version: 0 },
})
const cut = (set: Set, start: number, end: number, more: object = {}) =>
  move(set, start, end, { row_version: 0, ...more })

describe('moving one task', () => {
  contract(app, alterTask, {
    set: aCrowdedSaw,
    good: one => cut(one, at(2, 9), at(2, 11)),
    check: async (data, { mo }, company) => {
      expect(data.task).toMatchObject({
        id: mo.cut.id,
        start_time: at(2, 9),
        end_time: at(2, 11),
        row_version: 1,
        reasons: [{ kind: 'hand' }],
      })
      const [order] = await company.as(tx =>
        rows(tx, sql<{ planned_start_time: number }>`select planned_start_time from mo where id = ${mo.id}`),
      )
      expect(order!.planned_start_time).toBe(at(2, 9))
    },
    refused: one => [
      ['no such task', { ...cut(one, at(2, 9), at(2, 11)), task_id: nowhere }, generalErrors.recordNotFound],
      ['a stale version', cut(one, at(2, 9), at(2, 11), { row_version: 7 }), generalErrors.versionConflict],
      ['an unknown machine', cut(one, at(2, 9), at(2, 11), { machine_no: 'NONE' }), schedulingErrors.deviceUnavailable],
      [
        'a disabled machine',
        cut(one, at(2, 9), at(2, 11), { machine_no: one.disabled.machine_no }),
        schedulingErrors.deviceUnavailable,
      ],
      [
        'a machine that does not do it',
        cut(one, at(2, 9), at(2, 11), { machine_no: one.plant.welder.machine_no }),
        schedulingErrors.deviceUnavailable,
      ],
      ['over a break that must not be spanned', cut(one, at(2, 11), at(2, 14)), schedulingErrors.taskSpansBreak],
      [
        'after its follower begins, which is locked',
        { task_id: one.firm.cut.id, start_time: at(11, 9), end_time: at(11, 11), row_version: 0 },
        schedulingErrors.taskAfterSuccessor,
      ],
      [
        'the follower before what it waits for',
        { task_id: one.mo.weld.id, start_time: at(2, 9), end_time: at(2, 11), row_version: 1 },
        schedulingErrors.taskBeforePredecessor,
      ],
      [
        'on a frozen machine',
        cut(one, at(2, 9), at(2, 11), { machine_no: one.frozen.machine_no }),
        schedulingErrors.deviceFrozen,
      ],
      ['its start after its end', cut(one, at(2, 11), at(2, 9)), schedulingErrors.taskReversed],
      [
        'before its material is there',
        { task_id: one.waiting.cut.id, start_time: at(4, 14), end_time: at(4, 16), row_version: 0 },
        schedulingErrors.startBeforeKitting,
      ],
      [
        'a locked task',
        { task_id: one.locked.cut.id, start_time: at(5, 9), end_time: at(5, 11), row_version: 1 },
        schedulingErrors.capacityLocked,
      ],
      ['shorter than an hour', cut(one, at(2, 9), at(2, 9) + hour - 1), schedulingErrors.taskUnderOneHour],
      [
        'over a task that is locked',
        { task_id: one.neighbour.cut.id, start_time: at(5, 9), end_time: at(5, 11), row_version: 0 },
        schedulingErrors.taskOverlap,
      ],
      ['less time than the work takes', cut(one, at(2, 9), at(2, 10)), schedulingErrors.noCapacity],
      ['outside of working time', cut(one, at(2, 5), at(2, 7)), schedulingErrors.noCapacity],
      ['into the past', cut(one, at(-2, 9), at(-2, 11)), masterdataErrors.badTimeRange],
      ['milliseconds', cut(one, at(2, 9) * 1000, at(2, 11) * 1000), generalErrors.badParameter],
    ],
    foreign: generalErrors.recordNotFound,
  })

  contract(app, moveTasks, {
    set: aCrowdedSaw,
    good: one => ({ tasks: [cut(one, at(2, 9), at(2, 11)), cutOf(one.neighbour, at(4, 9), at(4, 11))] }),
    check: ({ changed }, { mo, neighbour }) => {
      expect(changed.map(({ id, start_time }) => [id, start_time])).toEqual([
        [mo.cut.id, at(2, 9)],
        [neighbour.cut.id, at(4, 9)],
      ])
    },
    refused: one => [
      ['none', { tasks: [] }, generalErrors.badParameter],
      [
        'one that is not there',
        { tasks: [cut(one, at(2, 9), at(2, 11)), { ...cut(one, at(2, 9), at(2, 11)), task_id: nowhere }] },
        generalErrors.recordNotFound,
      ],
      [
        'one that is locked',
        { tasks: [cut(one, at(2, 9), at(2, 11)), { ...cutOf(one.locked, at(5, 9), at(5, 11)), row_version: 1 }] },
        schedulingErrors.capacityLocked,
      ],
      [
        'two that cannot go',
        {
          tasks: [cut(one, at(2, 5), at(2, 7)), { ...cutOf(one.locked, at(5, 9), at(5, 11)), row_version: 1 }],
        },
        schedulingErrors.capacityLocked,
      ],
    ],
    foreign: generalErrors.recordNotFound,
  })

  const machineOf = async (company: TestCompany, id: string) =>
    (
      await company.as(tx =>
        rows(
          tx,
          sql<{
            device_id: string
            workgroup_id: string | null
          }>`select device_id, workgroup_id from production_task where id = ${id}`,
        ),
      )
    )[0]!

  test('to another machine, and the order of the refusal names the task in the way', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    await company.admin.ok(alterTask, cut(one, at(2, 9), at(2, 11), { machine_no: one.plant.saw2.machine_no }))
    expect((await machineOf(company, one.mo.cut.id)).device_id).toBe(one.plant.saw2.id)
    const { message } = await company.admin.send(
      alterTask,
      { task_id: one.neighbour.cut.id, start_time: at(5, 9), end_time: at(5, 11), row_version: 0 },
      { language: 'en' },
    )
    expect(message).toContain(`${one.locked.no} Cutting`)
  })
  test('what follows and what stands there is pushed along, and the answer tells', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    const { changed, warnings } = await company.admin.ok(alterTask, cut(one, at(4, 8), at(4, 10)))
    expect(changed.map(task => [task.id, task.start_time])).toEqual([
      [one.mo.cut.id, at(4, 8)],
      [one.mo.weld.id, at(4, 10)],
      [one.neighbour.cut.id, at(4, 10)],
    ])
    expect(warnings).toMatchObject([{ kind: 'moved' }])
  })
  test('people are shared: a task waits for a crew that is busy on another machine', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    const ids = await company.as(tx => rows(tx, sql<{ id: string }>`select id from app_user`))
    const crew = await aWorkgroup(company, { member_ids: ids.map(({ id }) => id) })
    await company.as(async tx => {
      await sql`update device set workgroup_id = ${crew.id} where id in (${one.plant.saw.id}, ${one.plant.saw2.id})`.execute(
        tx,
      )
      await sql`update cycle_time set employees = 2 where process_id = ${one.plant.cutting.id}`.execute(tx)
    })
    const process_devices = [one.disabled.id, one.frozen.id]
    await company.as(tx =>
      sql`delete from device_process where device_id = any(${process_devices}::uuid[])`.execute(tx),
    )
    const { task } = await company.admin.ok(
      alterTask,
      cut(one, at(4, 8), at(4, 10), { machine_no: one.plant.saw2.machine_no }),
    )
    expect(task.start_time).toBe(at(4, 10))
  })
  test('what has changed elsewhere since the last drag decides the next one', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    const there = (hourOfDay: number, row_version: number) => ({
      ...{ task_id: one.waiting.cut.id, start_time: at(6, hourOfDay), end_time: at(6, hourOfDay + 2), row_version },
    })
    const codeOf = async (input: In<typeof alterTask>) => (await company.admin.send(alterTask, input)).code
    await company.admin.ok(alterTask, there(9, 0))
    // Material is promised later now.
    await company.as(tx => sql`update mo_assignment set available_time = ${at(6, 10)}`.execute(tx))
    expect(await codeOf(there(8, 1))).toBe(schedulingErrors.startBeforeKitting.code)
    await company.admin.ok(alterTask, there(10, 1))
    // Somebody else has changed it, and then locked another one there.
    await company.as(tx =>
      sql`update production_task set row_version = row_version + 1 where id = ${one.waiting.cut.id}`.execute(tx),
    )
    expect(await codeOf(there(13, 2))).toBe(generalErrors.versionConflict.code)
    const taken = { setup_start_time: at(6, 13), start_time: at(6, 13), end_time: at(6, 15), capacity_locked: true }
    await company.as(tx =>
      tx.updateTable('production_task').set(taken).where('id', '=', one.neighbour.cut.id).execute(),
    )
    expect(await codeOf(there(13, 3))).toBe(schedulingErrors.taskOverlap.code)
    // A machine is slower than it was: the same time is too short.
    await company.as(tx => sql`update cycle_time set cycle_seconds = 90`.execute(tx))
    expect(await codeOf(there(15, 3))).toBe(schedulingErrors.noCapacity.code)
  })

  test('a longer task is allowed, and a touch is no overlap', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    await company.admin.ok(alterTask, {
      task_id: one.waiting.cut.id,
      start_time: at(6, 8),
      end_time: at(6, 11),
      row_version: 0,
    })
    await company.admin.ok(alterTask, {
      task_id: one.neighbour.cut.id,
      start_time: at(6, 13),
      end_time: at(6, 15),
      row_version: 0,
    })
    await company.admin.ok(alterTask, {
      task_id: one.neighbour.cut.id,
      start_time: at(6, 15),
      end_time: at(6, 17),
      row_version: 1,
    })
  })
  test('later than due: the order is late, and the answer warns', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const mo = await aPlannedMo(company, plant, 2, { steps: 1, delivery_date: at(2, 0) })
    const { warnings } = await company.admin.ok(alterTask, {
      task_id: mo.cut.id,
      start_time: at(3, 9),
      end_time: at(3, 11),
      row_version: 0,
    })
    expect(warnings).toMatchObject([{ kind: 'late' }])
    const [order] = await company.as(tx =>
      rows(
        tx,
        sql<object>`select ${capacityStatusOf(sql`mo`)} as capacity_status, ${deliveryStatusOf(sql`mo`)} as delivery_status from mo where id = ${mo.id}`,
      ),
    )
    expect(order).toEqual({ capacity_status: 3, delivery_status: 0 })
  })
  test('a dispatched task does not move', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    await company.as(tx => sql`update production_task set dispatch_status = 1 where id = ${one.mo.cut.id}`.execute(tx))
    expect(await company.admin.send(alterTask, cut(one, at(2, 9), at(2, 11), { row_version: 1 }))).toMatchObject({
      code: 5613,
    })
  })
  test('a published task keeps where the floor was told it is', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    await company.as(tx =>
      sql`update production_task set publish_status = 1, published_start_time = start_time, published_end_time = end_time, published_device_id = device_id
        where id = ${one.mo.cut.id}`.execute(tx),
    )
    const { task, warnings } = await company.admin.ok(alterTask, cut(one, at(2, 9), at(2, 11), { row_version: 1 }))
    expect(task).toMatchObject({ start_time: at(2, 9), published_start_time: at(2, 8) })
    expect(warnings).toMatchObject([{ kind: 'published_moved' }])
  })
  test('the change-over of the neighbour follows', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const first = await aPlannedMo(company, plant, 2, { steps: 1 })
    const second = await aPlannedMo(company, plant, 3, { steps: 1, material_id: plant.other.id })
    await company.as(async tx => {
      await sql`insert into change_line (id, from_material_id, to_material_id, change_seconds) values (${nowhere}, ${plant.product.id}, ${plant.other.id}, 1800)`.execute(
        tx,
      )
      await sql`update production_task set setup_start_time = start_time + 1800, start_time = start_time + 1800, end_time = end_time + 1800, setup_seconds = 0
        where id = ${second.cut.id}`.execute(tx)
    })
    const { changed } = await company.admin.ok(alterTask, {
      task_id: first.cut.id,
      start_time: at(2, 9),
      end_time: at(2, 11),
      row_version: 0,
    })
    expect(changed.find(({ id }) => id === second.cut.id)).toMatchObject({
      setup_seconds: 1800,
      setup_start_time: at(3, 8),
      start_time: at(3, 8) + 1800,
    })
  })
})

describe('shifting tasks', () => {
  contract(app, shiftTasks, {
    set: aCrowdedSaw,
    good: ({ neighbour }) => ({ task_ids: [neighbour.cut.id], direction: 'right' as const, duration: hour }),
    check: data => expect(data.changed).toMatchObject([{ start_time: at(4, 9), end_time: at(4, 11) }]),
    refused: ({ locked, mo, waiting, firm }) => [
      ['nothing', { task_ids: [], direction: 'left', duration: hour }, schedulingErrors.noMovablePlan],
      [
        'a task that is not there',
        { task_ids: [nowhere], direction: 'left', duration: hour },
        schedulingErrors.noMovablePlan,
      ],
      [
        'a locked task',
        { task_ids: [locked.cut.id], direction: 'right' as const, duration: hour },
        schedulingErrors.capacityLocked,
      ],
      [
        'before its material is there',
        { task_ids: [waiting.cut.id], direction: 'left', duration: 20 * hour },
        schedulingErrors.startBeforeKitting,
      ],
      [
        'the follower over what it waits for',
        { task_ids: [mo.weld.id], direction: 'left', duration: 24 * hour },
        schedulingErrors.taskBeforePredecessor,
      ],
      [
        'over its follower, which is locked',
        { task_ids: [firm.cut.id], direction: 'right', duration: 25 * hour },
        schedulingErrors.taskAfterSuccessor,
      ],
      ['no direction', { task_ids: [mo.cut.id], duration: hour }, generalErrors.fieldRequired],
    ],
    foreign: schedulingErrors.noMovablePlan,
  })
  test.each([
    ['zh', '等待物料', '等待', '可接续'],
    ['en', 'It waits for', 'It waits for', 'which lets it start'],
  ] as const)(
    'as far to the left as it goes, and it goes nowhere: what binds it is said in %s',
    async (language, kit, before, after) => {
      const company = await app.company()
      const { plant, mo, waiting } = await aCrowdedSaw(company)
      const left = (id: string) =>
        company.admin.send(shiftTasks, { task_ids: [id], direction: 'left', duration: 0 }, { language })
      expect((await left(mo.weld.id)).code).toBe(200)
      const welded = await left(mo.weld.id)
      expect(welded.code).toBe(schedulingErrors.taskBeforePredecessor.code)
      expect(welded.message).toContain(before)
      expect(welded.message).toContain(`${mo.no} Cutting`)
      expect(welded.message).toContain(after)
      const waits = await left(waiting.cut.id)
      expect(waits.code).toBe(schedulingErrors.startBeforeKitting.code)
      expect(waits.message).toContain(kit)
      expect(waits.message).toContain(plant.component.code)
    },
  )
  test('what follows is pushed along', async () => {
    const company = await app.company()
    const { mo } = await aCrowdedSaw(company)
    const { changed, warnings } = await company.admin.ok(shiftTasks, {
      task_ids: [mo.cut.id],
      direction: 'right',
      duration: 24 * hour,
    })
    expect(changed).toMatchObject([
      { id: mo.cut.id, start_time: at(3, 8), end_time: at(3, 10) },
      { id: mo.weld.id, start_time: at(3, 10), end_time: at(3, 12) },
    ])
    expect(warnings).toMatchObject([{ kind: 'moved' }])
  })
  test('as far left as the rules let it', async () => {
    const company = await app.company()
    const { mo } = await aCrowdedSaw(company)
    const { changed } = await company.admin.ok(shiftTasks, { task_ids: [mo.weld.id], direction: 'left', duration: 0 })
    expect(changed).toMatchObject([{ id: mo.weld.id, start_time: at(2, 10), end_time: at(2, 12) }])
  })
})

/** Where a task stood, to be put back there. */
const placeOf = ({ id, row_version, reasons, ...task }: TaskRow, version = row_version) => ({
  reasons,
  ...{ task_id: id, device_id: task.device_id, setup_start_time: task.setup_start_time, start_time: task.start_time },
  ...{ end_time: task.end_time, setup_seconds: task.setup_seconds, row_version: version },
})

describe('putting tasks back', () => {
  const away = (one: Set, hours: number) => ({
    ...{ task_id: one.mo.cut.id, device_id: one.plant.saw.id, setup_start_time: at(2, 8 + hours) },
    ...{ start_time: at(2, 8 + hours), end_time: at(2, 10 + hours), setup_seconds: 0, row_version: 0 },
  })
  contract(app, restoreTasks, {
    set: aCrowdedSaw,
    good: one => ({ tasks: [away(one, 1)] }),
    check: (data, { mo }) =>
      expect(data.changed).toMatchObject([{ id: mo.cut.id, start_time: at(2, 9), end_time: at(2, 11) }]),
    refused: one => [
      ['nothing', { tasks: [] }, generalErrors.badParameter],
      ['no such task', { tasks: [{ ...away(one, 1), task_id: nowhere }] }, generalErrors.recordNotFound],
      ['a stale version', { tasks: [{ ...away(one, 1), row_version: 7 }] }, generalErrors.versionConflict],
      [
        'a locked task',
        { tasks: [{ ...away(one, 1), task_id: one.locked.cut.id, row_version: 1 }] },
        schedulingErrors.capacityLocked,
      ],
      ['a place that breaks a rule', { tasks: [away(one, 30)] }, schedulingErrors.infeasible],
    ],
    foreign: generalErrors.recordNotFound,
  })
  test('a change is undone exactly, with all that it pushed', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    const ids = [one.mo.cut.id, one.mo.weld.id, one.neighbour.cut.id]
    const before = await tasksNow(company, ids)
    const { changed } = await company.admin.ok(alterTask, cut(one, at(4, 8), at(4, 10)))
    const versions = new Map(changed.map(task => [task.id, task.row_version]))
    await company.admin.ok(restoreTasks, { tasks: before.map(task => placeOf(task, versions.get(task.id))) })
    const places = (list: readonly TaskRow[]) => list.map(({ row_version: _, ...place }) => place)
    expect(places(await tasksNow(company, ids))).toEqual(places(before))
  })
  test('why a task stands where it stands goes with it: back, there again, and with a version', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
    const why = [{ kind: 'kit' as const, until: at(2, 8), object_id: null, object_name: 'Steel' }]
    await company.as(tx =>
      sql`update production_task set reasons = ${JSON.stringify(why)}::jsonb where id = ${one.mo.cut.id}`.execute(tx),
    )
    const [before] = await tasksNow(company, [one.mo.cut.id])
    const now = async () => (await tasksNow(company, [one.mo.cut.id]))[0]!
    await company.admin.ok(alterTask, cut(one, at(2, 9), at(2, 11), { row_version: before!.row_version }))
    const moved = await now()
    expect(moved.reasons).toMatchObject([{ kind: 'hand', until: at(2, 9) }])
    await company.admin.ok(restoreTasks, { tasks: [placeOf(before!, moved.row_version)] })
    expect((await now()).reasons).toEqual(why)
    await company.admin.ok(restoreTasks, { tasks: [placeOf(moved, (await now()).row_version)] })
    expect((await now()).reasons).toEqual(moved.reasons)
  })
})
