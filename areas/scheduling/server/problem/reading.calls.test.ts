import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { connectionsUsedAt } from '@qitao/app-server/testing/thread-use.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { aDevice, aSupplier } from '@qitao/masterdata/testing/factories.ts'
import { answersName } from '@qitao/platform/server/http/answer-thread.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listAssignedProducts, planLoad, resourceUtilization, stagePayload } from '../../model/load/plan-load.calls.ts'
import { freezeDevices, listFreezes, unfreezeDevices } from '../../model/publish/freeze.calls.ts'
import { listPlanVersions, restorePlanVersion } from '../../model/publish/plan-version.calls.ts'
import { autoSchedule, cancelSchedule, queryGantt } from '../../model/schedule.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { compareSimulations, simulateSchedule } from '../../model/what-if/simulation.calls.ts'
import { ended } from '../../testing/jobs.ts'
import { aComponent, aMo, aPlannedMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const between = (from: number, to: number): [number, number] => [from, to]
const backwards: [number, number] = [at(3, 0), at(2, 0)]
const milliseconds = [at(2, 0) * 1000, at(3, 0) * 1000]

/** The connections of the thread were used for it. */
async function inThread<T>(asked: () => Promise<T>): Promise<T> {
  const before = await connectionsUsedAt(app, answersName)
  const answer = await asked()
  expect(await connectionsUsedAt(app, answersName)).toBeGreaterThan(before)
  return answer
}

async function set(company: TestCompany) {
  const plant = await aPlant(company)
  return { plant, mo: await aPlannedMo(company, plant, 2) }
}

describe('the chart', () => {
  test('a machine that stands for a supplier has a calendar of its own on the chart: his working days, whole', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const { id: supplier_id } = await aSupplier(company)
    const lane = await aDevice(company, { process_ids: [plant.welding.id], supplier_id, lead_days: 2 })
    const chart = await company.admin.ok(queryGantt, { timestamp_range: [at(0, 0), at(14, 0)] })
    const calendarOf = (id: string) => {
      const { calendar_id } = chart.rows.find(one => one.id === id)!
      return chart.calendar.find(one => one.id === calendar_id)!
    }
    expect(calendarOf(lane.id).name).toBe(calendarOf(plant.saw.id).name)
    const longest = (id: string) => Math.max(...calendarOf(id).intervals.map(([from, to]) => to - from))
    expect(longest(plant.saw.id)).toBeLessThan(daySeconds)
    expect(longest(lane.id)).toBeGreaterThanOrEqual(daySeconds)
  })
  contract(app, queryGantt, {
    set,
    good: () => ({ timestamp_range: between(at(2, 0), at(3, 0)) }),
    check: (data, { mo, plant }) => {
      expect(data.tasks.map(({ id }) => id)).toEqual([mo.cut.id, mo.weld.id])
      expect(data.orders).toMatchObject([{ no: mo.no, due: at(21, 0), status: 20 }])
      expect(data.rows.map(({ id, load_share }) => [id, load_share])).toEqual([
        [plant.saw.id, 2 / 9],
        [plant.saw2.id, 0],
        [plant.welder.id, 2 / 9],
      ])
      expect(data.calendar[0]!.intervals).toContainEqual([at(2, 8), at(2, 17)])
      expect(data.problem.operations.find(({ id }) => id === mo.operations[1])!.predecessors).toEqual([
        { operation: mo.operations[0] },
      ])
    },
    refused: () => [
      ['no range', {}, generalErrors.fieldRequired],
      ['a range that ends before it starts', { timestamp_range: backwards }, masterdataErrors.badTimeRange],
      ['milliseconds', { timestamp_range: milliseconds }, masterdataErrors.badTimeRange],
      ['an unknown view', { timestamp_range: between(at(2, 0), at(3, 0)), view: 'nope' }, generalErrors.badParameter],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ tasks: [], rows: [], orders: [] }),
  })
  test('of some machines, and of some orders', async () => {
    const company = await app.company()
    const { plant, mo } = await set(company)
    const other = await aPlannedMo(company, plant, 3)
    const range: [number, number] = [at(2, 0), at(4, 0)]
    expect(
      (await company.admin.ok(queryGantt, { timestamp_range: range, machine_no_list: [plant.saw2.machine_no] })).tasks,
    ).toEqual([])
    const { tasks } = await company.admin.ok(queryGantt, { timestamp_range: range, mo_ids: [other.id] })
    expect(new Set(tasks.map(task => task.mo_id))).toEqual(new Set([other.id]))
    expect(mo.id).not.toBe(other.id)
  })
  test('of a thousand tasks it is made beside the event loop, and is the same', async () => {
    const company = await app.company()
    const plant = await aPlant(company)
    const mos: string[] = []
    for (let made = 0; made < 500; made += 20)
      mos.push(...(await Promise.all(Array.from({ length: 20 }, () => aPlannedMo(company, plant)))).map(({ id }) => id))
    const timestamp_range = between(at(2, 0), at(3, 0))
    const parts = [
      await company.admin.ok(queryGantt, { timestamp_range, mo_ids: mos.slice(0, 250) }),
      await company.admin.ok(queryGantt, { timestamp_range, mo_ids: mos.slice(250) }),
    ]
    expect(await connectionsUsedAt(app, answersName)).toBe(0)
    const whole = await inThread(() => company.admin.ok(queryGantt, { timestamp_range }))
    expect(whole.tasks.length).toBe(1_000)
    const sorted = (list: readonly { id: string }[]) => list.toSorted((a, b) => a.id.localeCompare(b.id))
    expect(sorted(whole.tasks)).toEqual(sorted(parts.flatMap(({ tasks }) => tasks)))
    expect(sorted(whole.orders)).toEqual(sorted(parts.flatMap(({ orders }) => orders)))
    expect(whole.calendar).toEqual(parts[0]!.calendar)
    const sum = (all: readonly (number | string)[]) => all.reduce<number>((so_far, one) => so_far + Number(one), 0)
    const load = await inThread(() => company.admin.ok(planLoad, { timestamp_range, page: -1, page_size: -1 }))
    expect(sum(load.result.map(({ task_count }) => task_count))).toBe(1_000)
    const stages = await inThread(() => company.admin.ok(stagePayload, { timestamp_range }))
    expect(sum(stages.result.map(({ planned_quantity }) => planned_quantity))).toBe(
      sum(whole.tasks.map(({ quantity }) => quantity)),
    )
    const hours = await inThread(() => company.admin.ok(resourceUtilization, { timestamp_range }))
    expect(sum(hours.result.map(({ planned_hours }) => planned_hours))).toBeGreaterThan(1_000)
    const { job_id, version_id } = await company.admin.ok(simulateSchedule, { mo_ids: mos.slice(0, 1), seconds: 1 })
    await ended(company, job_id)
    const compared = await inThread(() => company.admin.ok(compareSimulations, { version_ids: [version_id] }))
    expect(compared.plans.map(({ id, figures }) => [id, figures.orders])).toEqual([
      [null, 500],
      [version_id, 500],
    ])
    // The thread keeps the walls between companies.
    expect((await (await app.company()).admin.ok(queryGantt, { timestamp_range })).tasks).toEqual([])
  })
})

describe('loads', () => {
  contract(app, planLoad, {
    set,
    good: ({ plant }) => ({ timestamp_range: between(at(2, 0), at(3, 12)), machine_no_list: [plant.saw.machine_no] }),
    check: (data, { plant }) =>
      expect(data).toMatchObject({
        total: 2,
        result: [
          {
            machine_no: plant.saw.machine_no,
            date: at(2, 0),
            available_seconds: 9 * 3600,
            planned_seconds: 2 * 3600,
            load_rate: '22.2',
            task_count: 1,
          },
          { date: at(3, 0), planned_seconds: 0, load_rate: '0' },
        ],
      }),
    refused: () => [
      ['a range that ends before it starts', { timestamp_range: backwards }, masterdataErrors.badTimeRange],
      ['milliseconds', { timestamp_range: milliseconds }, masterdataErrors.badTimeRange],
      ['a page that is no number', { page: 'one' }, generalErrors.numberRequired],
    ],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0 }),
  })
  test('all without a page, as many as asked for with one, two weeks without a range, and what is long past', async () => {
    const company = await app.company()
    const { plant } = await set(company)
    expect(await company.admin.ok(planLoad, {})).toMatchObject({
      total: 3 * 14,
      result: expect.objectContaining({ length: 3 * 14 }),
    })
    const page = await company.admin.ok(planLoad, { page: 2, page_size: 5 })
    expect(page.result).toHaveLength(5)
    expect(page.result[0]).toEqual((await company.admin.ok(planLoad, {})).result[5])
    const past = await company.admin.ok(planLoad, {
      timestamp_range: between(at(-300, 0), at(-300, 1)),
      machine_no_list: [plant.saw.machine_no],
    })
    expect(past.result[0]!.available_seconds).toBe(9 * 3600)
  })
  contract(app, stagePayload, {
    set,
    good: () => ({ timestamp_range: between(at(2, 0), at(2, 1)) }),
    check: (data, { plant }) => {
      const cutting = data.result.find(({ process_id }) => process_id === plant.cutting.id)
      expect(cutting).toMatchObject({
        stage: 'Cutting',
        planned_quantity: '120',
        finished_quantity: '0',
        planned_seconds: 7200,
      })
      const welding = data.result.find(({ process_id }) => process_id === plant.welding.id)
      expect(cutting!.available_seconds).toBe(2 * welding!.available_seconds)
    },
    refused: () => [
      ['more than a year', { timestamp_range: between(at(0, 0), at(367, 0)) }, generalErrors.dateSpanOverYear],
      ['an unknown granularity', { time_dimension: 9 }, generalErrors.badParameter],
    ],
    foreign: answer => expect(answer.data).toEqual({ result: [] }),
  })
})

describe('OEE', () => {
  contract(app, resourceUtilization, {
    set: async company => {
      const made = await set(company)
      await company.as(tx =>
        sql`update production_task set status = 2, reported_quantity = 90, defective_quantity = 10, actual_start_time = ${at(-3, 8)},
          actual_finish_time = ${at(-3, 12)} where id = ${made.mo.cut.id}`.execute(tx),
      )
      return made
    },
    good: ({ plant }) => ({
      timestamp_range: between(at(-3, 0), at(-3, 1)),
      time_dimension: 2 as const,
      machine_no_list: [plant.saw.machine_no],
    }),
    check: data => expect(data.result).toMatchObject([{ actual_hours: '4', quality: '90', performance: '41.7' }]),
    refused: () => [
      ['more than a year', { timestamp_range: between(at(0, 0), at(367, 0)) }, generalErrors.dateSpanOverYear],
      ['no range', {}, generalErrors.fieldRequired],
    ],
    foreign: answer => expect(answer.data).toEqual({ result: [] }),
  })
})

test('what rested did not run', async () => {
  const company = await app.company()
  const { mo, plant } = await set(company)
  await company.as(async tx => {
    await sql`update production_task set status = 2, reported_quantity = 90, defective_quantity = 10, actual_start_time = ${at(-3, 8)},
      actual_finish_time = ${at(-3, 12)} where id = ${mo.cut.id}`.execute(tx)
    // Twice at once, and one that nobody has ended.
    await sql`insert into task_pause (id, task_id, reason, from_time, to_time)
      select gen_random_uuid(), ${mo.cut.id}, 1, * from (values (${at(-3, 9)}::bigint, ${at(-3, 10)}::bigint), (${at(-3, 9)}, ${at(-3, 9) + 600}),
        (${at(-3, 11)}, null)) r`.execute(tx)
  })
  const { result } = await company.admin.ok(resourceUtilization, {
    ...{ timestamp_range: between(at(-3, 0), at(-3, 1)), time_dimension: 2 as const },
    machine_no_list: [plant.saw.machine_no],
  })
  expect(result).toMatchObject([{ actual_hours: '2', performance: '83.3' }])
})

describe('lists', () => {
  contract(app, listAssignedProducts, {
    set: async company => {
      const made = await set(company)
      await aComponent(company, made.plant, made.mo, at(1, 0))
      return made
    },
    good: ({ mo }) => ({ mo_ids: [mo.id] }),
    check: (data, { mo, plant }) =>
      expect(data.result).toMatchObject([
        {
          mo_no: mo.no,
          material_code: plant.component.code,
          source_type: 2,
          quantity: '120.000000',
          available_time: at(1, 0),
        },
      ]),
    refused: () => [['no orders', {}, generalErrors.fieldRequired]],
    foreign: answer => expect(answer.data).toEqual({ result: [] }),
  })
})

describe('freezing', () => {
  const range: [number, number] = [at(2, 9), at(2, 12)]
  contract(app, freezeDevices, {
    set: async company => {
      const made = await set(company)
      await company.admin.ok(freezeDevices, { machine_no_list: [made.plant.saw2.machine_no], timestamp_range: range })
      return made
    },
    good: ({ plant }) => ({ machine_no_list: [plant.saw.machine_no], timestamp_range: range, reason: 'Maintenance' }),
    check: (data, { mo }) => expect(data).toMatchObject({ affected: 1, tasks: [{ id: mo.cut.id, mo_no: mo.no }] }),
    refused: ({ plant }) => [
      [
        'frozen already',
        { machine_no_list: [plant.saw.machine_no, plant.saw2.machine_no], timestamp_range: range },
        schedulingErrors.deviceFrozen,
      ],
      [
        'a range that ends before it starts',
        { machine_no_list: [plant.saw.machine_no], timestamp_range: backwards },
        masterdataErrors.badTimeRange,
      ],
      [
        'no time at all',
        { machine_no_list: [plant.saw.machine_no], timestamp_range: between(at(2, 9), at(2, 9)) },
        masterdataErrors.badTimeRange,
      ],
      ['an unknown machine', { machine_no_list: ['NONE'], timestamp_range: range }, generalErrors.recordNotFound],
    ],
    foreign: generalErrors.recordNotFound,
  })
  const frozen = async (company: TestCompany) => {
    const made = await set(company)
    const { freeze_ids } = await company.admin.ok(freezeDevices, {
      machine_no_list: [made.plant.saw.machine_no],
      timestamp_range: range,
    })
    return { ...made, freeze_ids }
  }
  contract(app, unfreezeDevices, {
    set: frozen,
    good: ({ freeze_ids }) => ({ freeze_ids }),
    check: async (data, _set, company) => {
      expect(data).toEqual({ affected: 1 })
      expect((await company.admin.ok(listFreezes, {})).result).toEqual([])
    },
    refused: ({ freeze_ids }) => [
      ['one that is not there', { freeze_ids: [...freeze_ids, nowhere] }, generalErrors.recordNotFound],
      ['none', { freeze_ids: [] }, generalErrors.badParameter],
    ],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, listFreezes, {
    set: frozen,
    good: ({ plant }) => ({ machine_no_list: [plant.saw.machine_no], timestamp_range: between(at(2, 11), at(5, 0)) }),
    check: (data, { plant }) =>
      expect(data.result).toMatchObject([{ machine_no: plant.saw.machine_no, timestamp_range: range, active: false }]),
    refused: () => [
      ['a range that ends before it starts', { timestamp_range: backwards }, masterdataErrors.badTimeRange],
    ],
    foreign: answer => expect(answer.data).toEqual({ result: [] }),
  })
})

describe('versions', () => {
  const versioned = async (company: TestCompany) => {
    const plant = await aPlant(company)
    const mo = await aMo(company, plant)
    const { job_id } = await company.admin.ok(autoSchedule, { mo_ids: [mo.id], seconds: 1, start_time: at(1, 0) })
    await ended(company, job_id)
    const { result } = await company.admin.ok(listPlanVersions, {})
    await company.admin.ok(cancelSchedule, { mo_ids: [mo.id] })
    return { plant, mo, version: result[0]! }
  }
  contract(app, listPlanVersions, {
    set: versioned,
    good: () => ({}),
    check: data =>
      expect(data.result).toMatchObject([
        { version_no: 1, status: 1, mo_count: 1, task_count: 2, summary: { objective: 'delivery' } },
      ]),
    refused: () => [['an unknown field', { all: true }, generalErrors.badParameter]],
    foreign: answer => expect(answer.data).toMatchObject({ total: 0 }),
  })
  contract(app, restorePlanVersion, {
    set: versioned,
    good: ({ version }) => ({ id: version.id }),
    check: async (data, { mo }, company) => {
      expect(data).toEqual({ done_ids: [mo.id], failed: [] })
      const { tasks } = await company.admin.ok(queryGantt, { timestamp_range: between(at(0, 0), at(30, 0)) })
      expect(tasks.map(task => task.mo_id)).toEqual([mo.id, mo.id])
      expect((await company.admin.ok(listPlanVersions, {})).result[0]).toMatchObject({ version_no: 3, status: 1 })
    },
    refused: () => [['one that is not there', { id: nowhere }, generalErrors.recordNotFound]],
    foreign: generalErrors.recordNotFound,
  })
  test('what no longer fits is not put back, and is told', async () => {
    const company = await app.company()
    const { version } = await versioned(company)
    await company.as(tx => sql`update cycle_time set cycle_seconds = 600`.execute(tx))
    expect(await company.admin.send(restorePlanVersion, { id: version.id })).toMatchObject({
      code: schedulingErrors.infeasible.code,
    })
  })
})
