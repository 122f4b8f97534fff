import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { cycleTimeCalls } from '@qitao/engineering/model/time/cycle-time.calls.ts'
import { acceptLearntTimes, listLearntTimes } from '@qitao/engineering/model/time/learnt-time.calls.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { aFreeze } from '@qitao/masterdata/testing/factories.ts'
import { aMo, aPlant, aTask, at } from '@qitao/scheduling/testing/plant.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listDeviceStops, listDeviceTasks, queryDeviceOee } from '../../model/equipment/equipment.calls.ts'

const app = await testApp()
const { breakdown, maintenance } = freezeKind.codes
const done = 2

/**
 * Yesterday, nine hours open, a minute a piece: one hour of maintenance, one broken down; 120 pieces in four hours, of which
 * twelve are scrap. The day before as much in two hours.
 */
async function set(company: TestCompany) {
  const plant = await aPlant(company)
  const { id } = plant.saw
  await company.as(tx => sql`update device set hourly_rate = 90 where id = ${id}`.execute(tx))
  const made = async (day: number, from: number, to: number) => {
    const mo = await aMo(company, plant, { steps: 1 })
    const task = await aTask(company, mo, 0, plant.saw, at(day, from), {
      status: done,
      reported_quantity: '108',
      defective_quantity: '12',
      actual_start_time: at(day, from),
      actual_finish_time: at(day, to),
    })
    return { mo, task }
  }
  await made(-2, 8, 10)
  const { mo } = await made(-1, 10, 14)
  await aFreeze(company, { device_id: id, start_time: at(-1, 8), end_time: at(-1, 9), kind: maintenance })
  await aFreeze(company, {
    device_id: id,
    start_time: at(-1, 15),
    end_time: at(-1, 16),
    kind: breakdown,
    reason: 'Belt',
  })
  return { plant, id, mo, range: [at(-1, 0), at(0, 0) - 1] as [number, number] }
}
const backwards: [number, number] = [at(1, 0), at(0, 0)]

contract(app, queryDeviceOee, {
  set,
  good: ({ id, range: timestamp_range }) => ({ id, timestamp_range }),
  check: data => {
    const h = hourSeconds
    expect(data.total).toMatchObject({
      calendar_seconds: 9 * h,
      planned_stop_seconds: h,
      breakdown_seconds: h,
      idle_seconds: 3 * h,
      run_seconds: 4 * h,
      speed_seconds: 2 * h,
      quality_seconds: 0.2 * h,
      effective_seconds: 1.8 * h,
      // 4 of 8 hours planned; 2 hours of work in 4; 108 good of 120.
      ...{ availability: '50', performance: '50', quality: '90', oee: '22.5' },
    })
    expect(data.days).toHaveLength(1)
    expect(data).toMatchObject({ breakdowns: 1, mtbf_seconds: 4 * h, mttr_seconds: h, hourly_rate: '90' })
  },
  refused: ({ id }) => [
    ['a range that ends before it starts', { id, timestamp_range: backwards }, masterdataErrors.badTimeRange],
  ],
  foreign: generalErrors.recordNotFound,
})
test('each second of the calendar is in one part', async () => {
  const company = await app.company()
  const { id } = await set(company)
  const { total, days } = await company.admin.ok(queryDeviceOee, { id, timestamp_range: [at(-5, 0), at(0, 0) - 1] })
  expect(total.calendar_seconds).toBe(
    total.planned_stop_seconds +
      total.breakdown_seconds +
      total.idle_seconds +
      total.speed_seconds +
      total.quality_seconds +
      total.effective_seconds,
  )
  expect(days.reduce((all, day) => all + day.run_seconds, 0)).toBe(total.run_seconds)
})

test('of a machine that has two tasks at a time the hours to a breakdown are those of the machine', async () => {
  const company = await app.company()
  const { plant, id, range: timestamp_range } = await set(company)
  await company.as(tx => sql`update device set capacity = 2 where id = ${id}`.execute(tx))
  const beside = await aMo(company, plant, { steps: 1 })
  await aTask(company, beside, 0, plant.saw, at(-1, 10), {
    ...{ status: done, reported_quantity: '60', defective_quantity: '0' },
    ...{ actual_start_time: at(-1, 10), actual_finish_time: at(-1, 14) },
  })
  const oee = await company.admin.ok(queryDeviceOee, { id, timestamp_range })
  expect(oee.total.run_seconds).toBe(8 * hourSeconds)
  expect(oee).toMatchObject({ mtbf_seconds: 4 * hourSeconds, mttr_seconds: hourSeconds })
})

contract(app, listDeviceTasks, {
  set,
  good: ({ id, range: timestamp_range }) => ({ id, timestamp_range }),
  check: (data, { mo }) =>
    expect(data).toMatchObject({ total: 1, result: [{ mo_no: mo.no, start_time: at(-1, 10), end_time: at(-1, 14) }] }),
  refused: ({ id }) => [
    ['a range that ends before it starts', { id, timestamp_range: backwards }, masterdataErrors.badTimeRange],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, listDeviceStops, {
  set,
  good: ({ id }) => ({ id }),
  check: async (data, { id }, company) => {
    expect(data.result).toMatchObject([
      { kind: breakdown, reason: 'Belt', lost_seconds: hourSeconds },
      { kind: maintenance, lost_seconds: hourSeconds },
    ])
    const second = await company.admin.ok(listDeviceStops, { id, page: 2, page_size: 1 })
    expect(second).toMatchObject({ total: 2, result: [{ kind: maintenance, lost_seconds: hourSeconds }] })
  },
  refused: ({ id }) => [
    ['no machine', {}, generalErrors.fieldRequired],
    ['an order that it has not', { id, order_by: 'reason' }, generalErrors.badParameter],
  ],
  foreign: generalErrors.recordNotFound,
})
test('maintenance is due its interval after the last, or when it is planned', async () => {
  const company = await app.company()
  const { id } = await set(company)
  const due = async () => (await company.admin.ok(deviceCalls.detail, { id })).record.next_maintenance
  expect(await due()).toBeNull()
  await company.as(tx => sql`update device set maintenance_days = 30 where id = ${id}`.execute(tx))
  expect(await due()).toBe(at(29, 9))
  await aFreeze(company, { device_id: id, start_time: at(5, 8), end_time: at(5, 9), kind: maintenance })
  expect(await due()).toBe(at(5, 8))
})

contract(app, listLearntTimes, {
  set,
  good: ({ id }) => ({ device_id: id }),
  // One and two minutes a piece, where plans count one.
  check: (data, { plant }) =>
    expect(data).toMatchObject({
      total: 1,
      result: [
        {
          machine_no: plant.saw.machine_no,
          ...{ standard_seconds: '60', median_seconds: '90', p90_seconds: '114', count: 2, deviation: '50' },
        },
      ],
    }),
  refused: () => [['no id', { device_id: 'saw' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data).toEqual({ result: [], total: 0 }),
})
test('the time in which a task rested is not learnt, nor counted twice, nor counted beyond its end', async () => {
  const company = await app.company()
  const { mo } = await set(company)
  const rests = [
    [at(-1, 11), at(-1, 12)],
    [at(-1, 11.5), at(-1, 12.5)],
    [at(-1, 13.5), at(-1, 15)],
  ] as const
  for (const [from, to] of rests)
    await company.as(tx =>
      sql`insert into task_pause (id, task_id, reason, from_time, to_time)
        select gen_random_uuid(), id, 1, ${from}, ${to} from production_task where mo_id = ${mo.id}`.execute(tx),
    )
  // Two of its four hours are left: a minute a piece, as the day before.
  expect((await company.admin.ok(listLearntTimes, {})).result).toMatchObject([
    { median_seconds: '60', p90_seconds: '60', count: 2, deviation: '0' },
  ])
})
const seen = async (company: TestCompany) => {
  const made = await set(company)
  const { result } = await company.admin.ok(listLearntTimes, {})
  const { material_id, process_id, device_id, median_seconds, count, standard_seconds } = result[0]!
  return { ...made, time: { material_id, process_id, device_id, median_seconds, count, standard_seconds } }
}
contract(app, acceptLearntTimes, {
  set: seen,
  good: ({ time }) => ({ times: [time] }),
  check: async (data, { time }, company) => {
    expect(data.affected).toBe(1)
    const { result } = await company.admin.ok(cycleTimeCalls.list, { device_id: time.device_id })
    expect(result).toMatchObject([{ material_id: time.material_id, cycle_seconds: '90', learnt_count: 2 }])
    // What is planned from now on counts with it.
    expect((await company.admin.ok(listLearntTimes, {})).result).toMatchObject([
      { standard_seconds: '90', deviation: '0' },
    ])
    // Typed over, it is nobody's measure any more.
    const { id, row_version, material_id, process_id, device_id } = result[0]!
    const typed = { id, row_version, material_id, process_id, device_id, cycle_seconds: '80' }
    await company.admin.ok(cycleTimeCalls.alter, typed)
    const { record } = await company.admin.ok(cycleTimeCalls.detail, { id })
    expect(record).toMatchObject({ cycle_seconds: '80', learnt_time: null })
  },
  refused: ({ time }) => [
    ['measured anew since', { times: [{ ...time, count: 7 }] }, generalErrors.versionConflict],
    [
      'planned with another time since',
      { times: [{ ...time, standard_seconds: '59' }] },
      generalErrors.versionConflict,
    ],
    ['one twice', { times: [time, time] }, generalErrors.badParameter],
    ['none of it', { times: [{ ...time, process_id: time.material_id }] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})

test('a furnace says nothing of the seconds of a piece', async () => {
  const company = await app.company()
  const { id } = await set(company)
  await company.as(tx => sql`update device set charge_capacity = 100 where id = ${id}`.execute(tx))
  expect((await company.admin.ok(listLearntTimes, {})).total).toBe(0)
})

test('what a person has written since is not written over, nor what he writes at that moment', async () => {
  const company = await app.company()
  const { time } = await seen(company)
  const { material_id, process_id, device_id } = time
  const typed = { material_id, process_id, device_id, cycle_seconds: '80' }
  const { id } = await company.admin.ok(cycleTimeCalls.add, typed)
  const accept = (of: object) => company.admin.send(acceptLearntTimes, { times: [{ ...time, ...of }] })
  expect((await accept({})).code).toBe(generalErrors.versionConflict.code)
  const now = async () => (await company.admin.ok(cycleTimeCalls.detail, { id })).record
  expect(await now()).toMatchObject({ cycle_seconds: '80', learnt_time: null })
  const row_version = (await now()).row_version
  const [taken, written] = await Promise.all([
    accept({ standard_seconds: '80' }),
    company.admin.send(cycleTimeCalls.alter, { ...typed, cycle_seconds: '70', id, row_version }),
  ])
  expect([taken.code, written.code].sort()).toEqual([200, generalErrors.versionConflict.code])
  expect((await now()).cycle_seconds).toBe(taken.code === 200 ? '90' : '70')
})
test('an entry that is off is in use again once its time is taken over', async () => {
  const company = await app.company()
  const { time } = await seen(company)
  const { material_id, process_id, device_id } = time
  const off = { material_id, process_id, device_id, cycle_seconds: '80', expected_oee: '0.5', status: 0 as const }
  await company.admin.ok(cycleTimeCalls.add, off)
  await company.admin.ok(acceptLearntTimes, { times: [time] })
  expect((await company.admin.ok(listLearntTimes, {})).result).toMatchObject([
    { standard_seconds: '90', median_seconds: '90', deviation: '0' },
  ])
})
test('a time of less than a hundredth of a second is kept', async () => {
  const company = await app.company()
  const plant = await aPlant(company)
  const mo = await aMo(company, plant, { steps: 1 })
  const made = { status: done, reported_quantity: '2000000', defective_quantity: '0' }
  await aTask(company, mo, 0, plant.saw, at(-1, 10), {
    ...made,
    ...{ actual_start_time: at(-1, 10), actual_finish_time: at(-1, 12) },
  })
  const [row] = (await company.admin.ok(listLearntTimes, {})).result
  expect(row!.median_seconds).toBe('0.0036')
  const { material_id, process_id, device_id, median_seconds, count, standard_seconds } = row!
  const time = { material_id, process_id, device_id, median_seconds, count, standard_seconds }
  await company.admin.ok(acceptLearntTimes, { times: [time] })
  expect((await company.admin.ok(cycleTimeCalls.list, { device_id })).result).toMatchObject([
    { cycle_seconds: '0.0036' },
  ])
})
