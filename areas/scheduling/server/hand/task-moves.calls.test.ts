import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import type { In } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { capacityStatusOf, deliveryStatusOf } from '@qitao/manufacturing/server'
import { dayType } from '@qitao/masterdata/model/calendar/day-type.status.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { aDevice, aFreeze, aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countConflicts } from '../../model/conflict/conflict.calls.ts'
import {
  alterTask,
  moveTasks,
  previewRepair,
  queryGantt,
  repairPlan,
  restoreTasks,
  shiftTasks,
  undoRepair,
} from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { aComponent, aMo, aPlannedMo, aPlant, aTask, at } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const hour = hourSeconds
/** Mornings and afternoons, with an hour between that no task may span. */
const withHardBreak = [
  {
    name: 'Day',
    week_days: [1, 2, 3, 4, 5, 6, 7],
    start_second: 8 * hour,
    end_second: 17 * hour,
    breaks: [{ start_second: 12 * hour, end_second: 13 * hour, spannable: false }],
  },
]

/**
 * Four orders from 08:00: the moved one is cut on day 2 and welded on day 3; others stand on the saws, one is locked, one waits
 * for material until 10:00 of day 2.
 */
async function set(company: TestCompany) {
  const plant = await aPlant(company, { shifts: withHardBreak })
  const mo = await aPlannedMo(company, plant, 2)
  await company.as(async tx => {
    await sql`update production_task set setup_start_time = ${at(3, 8)}, start_time = ${at(3, 8)}, end_time = ${at(3, 10)} where id = ${mo.weld.id}`.execute(
      tx,
    )
  })
  const neighbour = await aPlannedMo(company, plant, 4, { steps: 1 })
  const locked = await aPlannedMo(company, plant, 5, { steps: 1, capacity_locked: true })
  await company.as(tx => sql`update production_task set capacity_locked = true where mo_id = ${locked.id}`.execute(tx))
  const waiting = await aPlannedMo(company, plant, 6, { steps: 1 })
  await aComponent(company, plant, waiting, at(6, 8))
  // Cut on day 10, and what follows it is locked on day 11.
  const firm = await aPlannedMo(company, plant, 10)
  await company.as(tx =>
    sql`update production_task set setup_start_time = ${at(11, 8)}, start_time = ${at(11, 8)}, end_time = ${at(11, 10)}, capacity_locked = true
      where id = ${firm.weld.id}`.execute(tx),
  )
  const disabled = await aDevice(company, { process_ids: [plant.cutting.id], status: 0 })
  const frozen = await aDevice(company, { process_ids: [plant.cutting.id] })
  await aFreeze(company, { device_id: frozen.id, start_time: at(2, 9), end_time: at(2, 11) })
  return { plant, mo, neighbour, locked, waiting, firm, disabled, frozen }
}
type Set = Awaited<ReturnType<typeof set>>
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
    set,
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
    set,
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
    const one = await set(company)
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
    const one = await set(company)
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
    const one = await set(company)
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
    const one = await set(company)
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
    const one = await set(company)
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
    const one = await set(company)
    await company.as(tx => sql`update production_task set dispatch_status = 1 where id = ${one.mo.cut.id}`.execute(tx))
    expect(await company.admin.send(alterTask, cut(one, at(2, 9), at(2, 11), { row_version: 1 }))).toMatchObject({
      code: 5613,
    })
  })
  test('a published task keeps where the floor was told it is', async () => {
    const company = await app.company()
    const one = await set(company)
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
    set,
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
      const { plant, mo, waiting } = await set(company)
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
    const { mo } = await set(company)
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
    const { mo } = await set(company)
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
const tasksNow = (company: TestCompany, ids: readonly string[]) =>
  company.as(tx =>
    rows(
      tx,
      sql<TaskRow>`select id, row_version, device_id, setup_start_time, start_time, end_time, setup_seconds, reasons from production_task
        where id = any(${ids}::uuid[]) order by start_time, id`,
    ),
  )

describe('putting tasks back', () => {
  const away = (one: Set, hours: number) => ({
    ...{ task_id: one.mo.cut.id, device_id: one.plant.saw.id, setup_start_time: at(2, 8 + hours) },
    ...{ start_time: at(2, 8 + hours), end_time: at(2, 10 + hours), setup_seconds: 0, row_version: 0 },
  })
  contract(app, restoreTasks, {
    set,
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
    const one = await set(company)
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
    const one = await set(company)
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

describe('putting the plan right', () => {
  const broken = async (company: TestCompany) => {
    const one = await set(company)
    await aFreeze(company, { device_id: one.plant.saw.id, start_time: at(2, 8), end_time: at(2, 15) })
    return one
  }
  contract(app, repairPlan, {
    set: broken,
    good: () => ({}),
    check: async (data, one, company) => {
      expect(data.moved.map(({ task_id, start_time }) => [task_id, start_time])).toEqual([[one.mo.cut.id, at(2, 15)]])
      const [task] = await tasksNow(company, [one.mo.cut.id])
      expect(task).toMatchObject({ start_time: at(2, 15), end_time: at(2, 17) })
    },
    refused: () => [
      ['what it does not know', { how: 1 }, generalErrors.badParameter],
      ['no such choice', { choice: 'push' }, generalErrors.badParameter],
    ],
    foreign: ({ data }) => expect(data).toMatchObject({ moved: [], orders: [] }),
  })
  contract(app, undoRepair, {
    set: async company => {
      const one = await broken(company)
      return { ...one, plan_version: (await company.admin.ok(repairPlan, {})).plan_version }
    },
    good: ({ plan_version }) => ({ plan_version }),
    check: async (data, one, company) => {
      expect(data.affected).toBe(1)
      expect(await tasksNow(company, [one.mo.cut.id])).toMatchObject([{ start_time: at(2, 8) }])
    },
    refused: ({ plan_version }) => [
      ['a plan that is another by now', { plan_version: plan_version - 1 }, generalErrors.versionConflict],
    ],
    foreign: generalErrors.versionConflict,
  })
  contract(app, previewRepair, {
    set: broken,
    good: () => ({}),
    check: (data, one) =>
      expect(data).toMatchObject({
        before: { late_orders: 0 },
        advised: 'fewest_moves',
        choices: [
          {
            kind: 'fewest_moves',
            moved: [
              {
                ...{ task_id: one.mo.cut.id, from_time: at(2, 8), start_time: at(2, 15) },
                ...{ reason: 'machine_stopped', object: one.plant.saw.machine_no },
              },
            ],
          },
        ],
      }),
    refused: () => [['what it does not know', { how: 1 }, generalErrors.badParameter]],
    foreign: ({ data }) => expect(data).toMatchObject({ choices: [], stay: [] }),
  })
  test('a task that a repair has moved says why it stands where it stands now', async () => {
    const company = await app.company()
    const one = await broken(company)
    const why = [{ kind: 'now', until: at(2, 8), object_id: null, object_name: null }]
    await company.as(tx => sql`update production_task set reasons = ${JSON.stringify(why)}::jsonb`.execute(tx))
    const { moved } = await company.admin.ok(repairPlan, {})
    const ids = moved.map(({ task_id }) => task_id)
    expect(ids).toEqual([one.mo.cut.id])
    expect((await tasksNow(company, ids))[0]!.reasons).toMatchObject([{ kind: 'frozen', until: at(2, 15) }])
  })
  test('a preview moves nothing, and what keeps every rule stays', async () => {
    const company = await app.company()
    const one = await broken(company)
    const before = await tasksNow(company, [one.mo.cut.id, one.mo.weld.id])
    const { choices } = await company.admin.ok(previewRepair, {})
    expect(choices.map(({ moved }) => moved.length)).toEqual([1])
    expect(await tasksNow(company, [one.mo.cut.id, one.mo.weld.id])).toEqual(before)
    await company.admin.ok(repairPlan, {})
    expect((await company.admin.ok(repairPlan, {})).moved).toEqual([])
  })
  test('set-ups are counted as in the head of the page, with those of tasks that a repair may not touch', async () => {
    const company = await app.company()
    const one = await broken(company)
    await company.as(tx =>
      tx
        .updateTable('production_task')
        .set({ setup_seconds: 1800, dispatch_status: 1 })
        .where('id', '=', one.mo.weld.id)
        .execute(),
    )
    const { summary } = await company.admin.ok(queryGantt, { timestamp_range: [at(0, 0), at(30, 0)] })
    const { before, choices } = await company.admin.ok(previewRepair, {})
    expect(summary.setup_hours).toBeGreaterThan(0)
    expect(before.setup_seconds).toBe(summary.setup_hours * 3600)
    await company.admin.ok(repairPlan, {})
    const after = await company.admin.ok(queryGantt, { timestamp_range: [at(0, 0), at(30, 0)] })
    expect(choices[0]!.totals.setup_seconds).toBe(after.summary.setup_hours * 3600)
  })
  test('what was agreed to is done as it was shown, or not at all', async () => {
    const company = await app.company()
    const one = await broken(company)
    const { time, choices } = await company.admin.ok(previewRepair, {})
    const agreed = { digest: choices[0]!.digest, time }
    await company.as(tx => sql`update production_task set dispatch_status = 1 where id = ${one.mo.cut.id}`.execute(tx))
    const before = await tasksNow(company, [one.mo.cut.id])
    expect(await company.admin.send(repairPlan, { agreed })).toMatchObject({ code: generalErrors.versionConflict.code })
    expect(await tasksNow(company, [one.mo.cut.id])).toEqual(before)
    await company.as(tx => sql`update production_task set dispatch_status = 0 where id = ${one.mo.cut.id}`.execute(tx))
    // A time at which nothing was shown to anybody.
    for (const never of [0, time - 3600, time + 3600])
      expect(await company.admin.send(repairPlan, { agreed: { ...agreed, time: never } })).toMatchObject({
        code: generalErrors.versionConflict.code,
      })
    expect(await tasksNow(company, [one.mo.cut.id])).toMatchObject([{ start_time: before[0]!.start_time }])
    const { moved } = await company.admin.ok(repairPlan, { agreed })
    expect(moved).toEqual(choices[0]!.moved)
  })
  test('what is dispatched to a machine that is down stays, and is told until it runs', async () => {
    const company = await app.company()
    const one = await broken(company)
    const stand = (dispatch_status: number, status: number) =>
      company.as(tx =>
        tx.updateTable('production_task').set({ dispatch_status, status }).where('id', '=', one.mo.cut.id).execute(),
      )
    expect((await company.admin.ok(previewRepair, {})).stay).toEqual([])
    await stand(1, 0)
    const { moved, stay } = await company.admin.ok(repairPlan, {})
    expect(moved).toEqual([])
    expect(stay).toMatchObject([
      {
        task_id: one.mo.cut.id,
        mo_no: one.mo.no,
        machine_no: one.plant.saw.machine_no,
        start_time: at(2, 8),
        end_time: at(2, 10),
      },
    ])
    await stand(1, 1)
    expect((await company.admin.ok(previewRepair, {})).stay).toEqual([])
  })
  test('material that comes later, and a machine that runs longer, push what waits', async () => {
    const company = await app.company()
    const one = await set(company)
    await company.as(tx => sql`update mo_assignment set available_time = ${at(7, 9)}`.execute(tx))
    const { moved } = await company.admin.ok(repairPlan, {})
    expect(moved.map(({ task_id, start_time }) => [task_id, start_time])).toEqual([[one.waiting.cut.id, at(7, 9)]])
  })
  test('a machine that is out of use for good: its tasks go to another; where there is none, it is named', async () => {
    const company = await app.company()
    const one = await set(company)
    const outOfUse = (device: { id: string }) =>
      company.as(tx => sql`update device set status = 0 where id = ${device.id}`.execute(tx))
    await outOfUse(one.plant.saw)
    const { choices } = await company.admin.ok(previewRepair, {})
    const moved = choices[0]!.moved.find(({ task_id }) => task_id === one.mo.cut.id)!
    expect(moved).toMatchObject({
      ...{ from_machine_no: one.plant.saw.machine_no },
      ...{ reason: 'machine_stopped', object: one.plant.saw.machine_no },
    })
    // Two others saw as well.
    expect([one.plant.saw2.machine_no, one.frozen.machine_no]).toContain(moved.machine_no)
    await company.as(tx => sql`update device set status = 0 where id <> ${one.plant.welder.id}`.execute(tx))
    const refused = await company.admin.send(repairPlan, {})
    expect(refused).toMatchObject({ code: schedulingErrors.noCapacity.code })
    expect(refused.message).toMatch(/MO-T\d+ Cutting/)
  })
})

describe('overtime puts the plan right', () => {
  /** Twelve late orders on one saw, four a day, that is down up to the end of the first of the days: whatever the clock says, none goes before. */
  async function crowded(company: TestCompany) {
    const plant = await aPlant(company)
    await company.as(tx => sql`update device set status = 0 where id = ${plant.saw2.id}`.execute(tx))
    for (let k = 0; k < 12; k++) {
      const mo = await aMo(company, plant, { steps: 1, delivery_date: at(1, 0) })
      await aTask(company, mo, 0, plant.saw, at(2 + Math.floor(k / 4), 8 + 2 * (k % 4)))
    }
    await aFreeze(company, { device_id: plant.saw.id, start_time: at(0, 0), end_time: at(2, 18) })
    return plant
  }
  const dayOff = (company: TestCompany) =>
    company.as(tx =>
      rows(tx, sql<{ day: string; day_type: number }>`select day::text, day_type from calendar_day order by day`),
    )

  test('it is offered with its days and hours, and what is agreed to is done: calendar and tasks together', async () => {
    const company = await app.company()
    await crowded(company)
    const { time, choices } = await company.admin.ok(previewRepair, {})
    expect(choices.slice(0, -1).every(({ overtime }) => overtime.length === 0)).toBe(true)
    const last = choices.at(-1)!
    expect(last.kind).toBe('with_overtime')
    expect(last.totals.late_hours).toBeLessThan(choices.at(-2)!.totals.late_hours)
    for (const { seconds, machines } of last.overtime) {
      expect(seconds % 1800).toBe(0)
      expect(seconds).toBeLessThanOrEqual(2 * 3600)
      expect(machines).toBe(3)
    }
    expect(await dayOff(company)).toEqual([])
    const { digest } = choices[0]!
    const other = { choice: 'with_overtime' as const, agreed: { digest, time } }
    expect(await company.admin.send(repairPlan, other)).toMatchObject({ code: generalErrors.versionConflict.code })
    expect(await dayOff(company)).toEqual([])

    const done = await company.admin.ok(repairPlan, { choice: 'with_overtime', agreed: { digest: last.digest, time } })
    expect(done.moved).toEqual(last.moved)
    expect(await dayOff(company)).toEqual(last.overtime.map(({ day }) => ({ day, day_type: dayType.codes.overtime })))
    // The plan keeps every rule in the days as they are now.
    expect((await company.admin.ok(countConflicts, {})).total).toBe(0)
    const after = await company.admin.ok(previewRepair, {})
    expect(after.before.late_hours).toBeCloseTo(last.totals.late_hours, 6)
  })
  test('taken back, the tasks stand where they stood and the overtime is given back', async () => {
    const company = await app.company()
    await crowded(company)
    const places = () =>
      company.as(tx =>
        rows(
          tx,
          sql`select id, device_id, setup_start_time, start_time, end_time, setup_seconds, reasons from production_task order by id`,
        ),
      )
    const before = await places()
    const repaired = async () => {
      const { time, choices, last } = await company.admin.ok(previewRepair, {})
      const { kind, digest } = choices.at(-1)!
      expect({ kind, last }).toEqual({ kind: 'with_overtime', last: null })
      return company.admin.ok(repairPlan, { choice: kind, agreed: { digest, time } })
    }
    const done = await repaired()
    const { plan_version } = done
    expect((await company.admin.ok(previewRepair, {})).last).toEqual({
      ...{ plan_version, moved_count: done.moved.length, overtime_days: done.overtime.length, is_split: false },
    })
    const planner = await company.member([pages.productionPlan])
    expect(await planner.send(undoRepair, { plan_version })).toMatchObject({ code: generalErrors.noPermission.code })
    expect(await company.admin.ok(undoRepair, { plan_version })).toMatchObject({ affected: done.moved.length })
    expect(await places()).toEqual(before)
    expect(await dayOff(company)).toEqual([])
    expect(await company.admin.send(undoRepair, { plan_version })).toMatchObject({
      code: generalErrors.versionConflict.code,
    })

    // Somebody has another plan for one of the days by now: nothing goes back.
    const again = await repaired()
    await company.as(tx =>
      sql`update calendar_day set day_type = ${dayType.codes.rest} where day = ${again.overtime[0]!.day}::date`.execute(
        tx,
      ),
    )
    const stands = await places()
    expect(await company.admin.send(undoRepair, { plan_version: again.plan_version })).toMatchObject({
      code: generalErrors.versionConflict.code,
    })
    expect(await places()).toEqual(stands)
  })
  test('none to whom the calendars are not open, and none where the setting says none', async () => {
    const company = await app.company()
    await crowded(company)
    const planner = await company.member([pages.productionPlan])
    const offered = await planner.ok(previewRepair, {})
    expect(offered.choices.length).toBeGreaterThan(0)
    expect(offered.choices.map(({ kind }) => kind)).not.toContain('with_overtime')
    await company.admin.ok(setOrganizationConfig, {
      configs: [{ config_key: 'repair_overtime_hours', config_value: '0' }],
    })
    const { choices } = await company.admin.ok(previewRepair, {})
    expect(choices.map(({ kind }) => kind)).not.toContain('with_overtime')
  })
})

describe('a split puts the plan right', () => {
  /** Fifteen hours of cutting on a day of nine, for which the material comes that morning; due at its end. */
  async function tooLong(company: TestCompany) {
    const plant = await aPlant(company)
    const mo = await aMo(company, plant, { steps: 1, planned_quantity: '900', delivery_date: at(2, 0) })
    await aComponent(company, plant, mo, at(2, 8))
    const task = await aTask(company, mo, 0, plant.saw, at(2, 8), { end_time: at(3, 14), quantity: '900' })
    return { plant, mo, task }
  }
  const tasks = (company: TestCompany) =>
    company.as(tx =>
      rows(
        tx,
        sql<{
          id: string
        }>`select id, part_id, device_id, setup_start_time, start_time, end_time, setup_seconds, quantity, reasons
          from production_task order by task_no`,
      ),
    )
  const offered = async (company: TestCompany) => {
    const { time, choices, last } = await company.admin.ok(previewRepair, {})
    return { time, last, split: choices.find(({ kind }) => kind === 'with_split') }
  }

  test('it is offered with its parts, done as it was shown, and taken back whole', async () => {
    const company = await app.company()
    const { plant, mo, task } = await tooLong(company)
    const before = await tasks(company)
    const { time, split } = await offered(company)
    expect(split).toMatchObject({
      totals: { late_orders: 0 },
      split: {
        ...{ task_id: task.id, mo_no: mo.no, machine_no: plant.saw.machine_no, quantity: '450' },
        ...{ part_machine_no: plant.saw2.machine_no, part_quantity: '450', start_time: at(2, 8) },
      },
      moved: [{ task_id: task.id, reason: 'split', end_time: at(2, 15.5) }],
    })
    expect(await tasks(company)).toEqual(before)

    const agreed = { choice: 'with_split' as const, agreed: { digest: split!.digest, time } }
    const done = await company.admin.ok(repairPlan, agreed)
    expect(done.split).toEqual(split!.split)
    expect(await tasks(company)).toMatchObject([
      { id: task.id, device_id: plant.saw.id, quantity: '450.000000', start_time: at(2, 8), end_time: at(2, 15.5) },
      { device_id: plant.saw2.id, quantity: '450.000000', start_time: at(2, 8), end_time: at(2, 15.5) },
    ])
    expect((await company.admin.ok(countConflicts, {})).total).toBe(0)
    const { plan_version } = done
    expect((await offered(company)).last).toMatchObject({ plan_version, is_split: true })

    const [, part] = await tasks(company)
    const dispatched = (dispatch_status: number) =>
      company.as(tx =>
        sql`update production_task set dispatch_status = ${dispatch_status} where id = ${part!.id}`.execute(tx),
      )
    await dispatched(1)
    expect(await company.admin.send(undoRepair, { plan_version })).toMatchObject({
      code: schedulingErrors.capacityLocked.code,
    })
    await dispatched(0)
    await company.admin.ok(undoRepair, { plan_version })
    expect(await tasks(company)).toEqual(before)
    expect(await company.as(tx => rows(tx, sql`select from operation_part`))).toEqual([])
    // And done again as it was agreed to.
    expect((await company.admin.ok(repairPlan, agreed)).split).toEqual(split!.split)
  })
  test('not of what is dispatched or was made longer by hand, and not in less than whole pieces', async () => {
    const company = await app.company()
    const { mo, task } = await tooLong(company)
    const written = (what: ReturnType<typeof sql>) => company.as(tx => what.execute(tx))
    expect((await offered(company)).split).toBeDefined()
    await written(sql`update production_task set dispatch_status = 1 where id = ${task.id}`)
    expect((await offered(company)).split).toBeUndefined()
    await written(sql`update production_task set dispatch_status = 0, end_time = ${at(3, 15)} where id = ${task.id}`)
    expect((await offered(company)).split).toBeUndefined()
    await written(sql`update production_task set end_time = ${at(3, 14)} where id = ${task.id}`)
    await written(sql`update cycle_time set cycle_seconds = 54000`)
    await written(sql`update mo set planned_quantity = 1 where id = ${mo.id}`)
    expect((await offered(company)).split).toBeUndefined()
  })
})
