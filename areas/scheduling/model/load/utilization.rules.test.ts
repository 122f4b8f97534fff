import { closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { describe, expect, test } from 'vitest'
import { aDevice, clock, facts } from '../../testing/facts.ts'
import { problemFrom } from '../problem/problem.rules.ts'
import { machinesOf } from './load.rules.ts'
import { tasksByPeriod, utilizationOf, type WorkedTask, workOf } from './utilization.rules.ts'

const machines = machinesOf(problemFrom(facts(), { only_kitted: false }))
const closest = closestTimeOf(facts().cycle_times.map(time => ({ ...time, expected_oee: '0.5' })))
const saw = { id: 'saw', efficiency: '1', charge_capacity: null, freezes: [] }
const monday = [clock('2026-01-05', 0), clock('2026-01-06', 0)] as const
const task = (more: Partial<WorkedTask>): WorkedTask => ({
  device_id: 'saw',
  process_id: 'cut',
  material_id: 'product',
  setup_start_time: clock('2026-01-05', 8),
  start_time: clock('2026-01-05', 8),
  end_time: clock('2026-01-05', 12),
  quantity: '120',
  reported_quantity: '90',
  defective_quantity: '10',
  status: 2,
  actual_start_time: clock('2026-01-05', 8),
  actual_finish_time: clock('2026-01-05', 12),
  rests: [],
  ...more,
})
const of = (tasks: WorkedTask[], now = clock('2026-01-07', 0)) =>
  utilizationOf(machines, saw, tasks, closest, monday, now)

describe('OEE', () => {
  test('availability x performance x quality: 4 of 8 hours, 100 minutes of work in 240, 90 good of 100', () => {
    expect(of([task({})])).toMatchObject({
      availability: '50',
      performance: '41.7',
      quality: '90',
      oee: '18.8',
      planned_hours: '4',
      actual_hours: '4',
    })
  })
  test('only the time that has passed is open: at noon the machine has run all of it', () => {
    expect(of([task({})], clock('2026-01-05', 12)).availability).toBe('100')
  })
  test('what runs counts until now', () => {
    expect(of([task({ status: 1, actual_finish_time: null })], clock('2026-01-05', 10)).actual_hours).toBe('2')
  })
  test('nothing made is no OEE', () => {
    expect(of([task({ status: 0, actual_start_time: null, actual_finish_time: null })])).toMatchObject({
      oee: '0',
      quality: '0',
      planned_hours: '4',
    })
  })
})

describe('rests', () => {
  const at = (hour: number) => clock('2026-01-05', hour)
  test('a task that rests does not run, also where it rests beyond its end or while the machine is closed', () => {
    const rests = [
      [at(7), at(9)],
      [at(10), at(11)],
      [at(11.5), at(14)],
    ] as const
    expect(of([task({ rests })])).toMatchObject({
      run_seconds: 1.5 * 3600,
      idle_seconds: 6.5 * 3600,
      availability: '18.8',
    })
  })
  test('what it made counts by the time in which it was worked on', () => {
    const rested = task({ rests: [[at(8), at(11)]] })
    const morning = [at(0), at(11)] as const
    expect(utilizationOf(machines, saw, [rested], closest, morning, at(16)).good_quantity).toBe('0')
    expect(of([rested]).good_quantity).toBe('90')
  })
})

describe('a furnace', () => {
  const at = (hour: number) => clock('2026-01-05', hour)
  const given = facts({
    devices: [aDevice('oven', { charge_capacity: '100' })],
    cycle_times: [{ ...facts().cycle_times[0]!, cycle_seconds: '14400', charge_load: '1', expected_oee: '0.5' }],
  })
  const furnaces = machinesOf(problemFrom(given, { only_kitted: false }))
  const oven = { id: 'oven', efficiency: '1', charge_capacity: '100', freezes: [] }
  const timed = closestTimeOf(given.cycle_times)
  const inCharge = (reported_quantity: string, from: number, until: number, more: Partial<WorkedTask> = {}) =>
    task({
      ...{ device_id: 'oven', quantity: reported_quantity, reported_quantity, defective_quantity: '0' },
      ...{ actual_start_time: at(from), actual_finish_time: at(until) },
      ...more,
    })
  const done = (tasks: WorkedTask[], period: readonly [number, number] = monday) =>
    utilizationOf(furnaces, oven, tasks, timed, period, clock('2026-01-07', 0))
  test('runs once for all that stands in a charge, and a charge takes its time however much is in it', () => {
    const whole = { run_seconds: 14_400, availability: '50', performance: '100', good_quantity: '100', oee: '50' }
    expect(done([inCharge('40', 8, 12), inCharge('60', 8, 12)])).toMatchObject(whole)
    expect(done([inCharge('40', 8, 11.9), inCharge('60', 8.1, 12), inCharge('0', 12, 12)])).toMatchObject(whole)
    expect(done([inCharge('1', 8, 12)])).toMatchObject({ ...whole, good_quantity: '1' })
  })
  test('the next charge is another one, also if begun before the last was reported', () => {
    const two = { run_seconds: 28_800, performance: '100', good_quantity: '60' }
    expect(done([inCharge('30', 8, 12), inCharge('30', 12, 16)])).toMatchObject(two)
    expect(done([inCharge('30', 8, 12.1), inCharge('30', 11.9, 16)])).toMatchObject(two)
  })
  test('an operation of several charges takes the time of them all; nothing reported asks for none', () => {
    expect(done([inCharge('150', 8, 16)])).toMatchObject({ run_seconds: 28_800, performance: '100' })
    expect(done([inCharge('0', 8, 12)])).toMatchObject({ run_seconds: 14_400, performance: '0' })
  })
  test('rests only while all of the charge does', () => {
    const rests = [[at(9), at(10)]] as const
    expect(done([inCharge('40', 8, 12, { rests }), inCharge('60', 8, 12)]).run_seconds).toBe(14_400)
    expect(done([inCharge('40', 8, 12, { rests }), inCharge('60', 8, 12, { rests })]).run_seconds).toBe(10_800)
  })
  test('each period works out the same as when it looks at all of them, and together they are the whole', () => {
    const tasks = [inCharge('40', 8, 12), inCharge('60', 8, 9), inCharge('30', 12, 16)]
    const hours = [0, 9, 10, 12, 14, 20].map(at)
    const periods = hours.slice(1).map((until, n) => [hours[n]!, until] as const)
    const narrow = tasksByPeriod(oven, tasks, periods, at(20))
    const all = periods.map((period, n) => workOf(furnaces, oven, narrow[n]!, timed, period, at(20)))
    expect(all).toEqual(periods.map(period => workOf(furnaces, oven, tasks, timed, period, at(20))))
    const whole = workOf(furnaces, oven, tasks, timed, [hours[0]!, hours.at(-1)!], at(20))
    const total = (of: 'run_seconds' | 'ideal_seconds' | 'made_quantity') =>
      all.reduce((sum, one) => sum + Number(one[of]), 0)
    expect([total('run_seconds'), total('ideal_seconds'), total('made_quantity')]).toEqual([28_800, 28_800, 130])
    expect(whole).toMatchObject({ run_seconds: 28_800, ideal_seconds: '28800', made_quantity: '130' })
  })
})

describe('tasks of periods', () => {
  const hours = [0, 6, 9, 10, 12, 20].map(hour => clock('2026-01-05', hour))
  const periods = hours.slice(1).map((until, at) => [hours[at]!, until] as const)
  const now = clock('2026-01-05', 11)
  const done = { status: 2, actual_start_time: hours[2]!, actual_finish_time: hours[4]! } as const
  const running = { status: 1, actual_start_time: hours[2]!, actual_finish_time: null } as const
  test('a task is in all periods that it was planned for or ran in, and in no others', () => {
    const late = task({ ...done, setup_start_time: hours[1]!, start_time: hours[1]!, end_time: hours[2]! - 1 })
    expect(tasksByPeriod(saw, [late], periods, now).map(of => of.length)).toEqual([0, 1, 1, 1, 1])
  })
  test('each period works out the same as when it looks at all of them', () => {
    const tasks = [task({}), task(done), task(running), task({ setup_start_time: hours[3]!, start_time: hours[3]! })]
    const narrow = tasksByPeriod(saw, tasks, periods, now)
    for (const [at, period] of periods.entries())
      expect(workOf(machines, saw, narrow[at]!, closest, period, now)).toEqual(
        workOf(machines, saw, tasks, closest, period, now),
      )
  })
})
