import { setOrganizationConfig } from '@qitao/access/model/company/organization.calls.ts'
import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { dayType } from '@qitao/masterdata/model/calendar/day-type.status.ts'
import { aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { countConflicts } from '../../model/conflict/conflict.calls.ts'
import { previewRepair, queryGantt, repairPlan, undoRepair } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { aCrowdedSaw, tasksNow } from '../../testing/crowded-saw.ts'
import { aComponent, aMo, aPlant, aTask, at } from '../../testing/plant.ts'

const app = await testApp()

describe('putting the plan right', () => {
  const broken = async (company: TestCompany) => {
    const one = await aCrowdedSaw(company)
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
    const one = await aCrowdedSaw(company)
    await company.as(tx => sql`update mo_assignment set available_time = ${at(7, 9)}`.execute(tx))
    const { moved } = await company.admin.ok(repairPlan, {})
    expect(moved.map(({ task_id, start_time }) => [task_id, start_time])).toEqual([[one.waiting.cut.id, at(7, 9)]])
  })
  test('a machine that is out of use for good: its tasks go to another; where there is none, it is named', async () => {
    const company = await app.company()
    const one = await aCrowdedSaw(company)
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
