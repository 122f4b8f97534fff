import { closestTimeOf } from '@qitao/engineering/model/time/cycle-time.rules.ts'
import { describe, expect, test } from 'vitest'
import { clock, facts } from '../../testing/facts.ts'
import { problemFrom } from '../problem/problem.rules.ts'
import { machinesOf } from './load.rules.ts'
import { tasksByPeriod, utilizationOf, type WorkedTask, workOf } from './utilization.rules.ts'

const machines = machinesOf(problemFrom(facts(), { only_kitted: false }))
const closest = closestTimeOf(facts().cycle_times.map(time => ({ ...time, expected_oee: '0.5' })))
const saw = { id: 'saw', efficiency: '1', freezes: [] }
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

describe('tasks of periods', () => {
  const hours = [0, 6, 9, 10, 12, 20].map(hour => clock('2026-01-05', hour))
  const periods = hours.slice(1).map((until, at) => [hours[at]!, until] as const)
  const now = clock('2026-01-05', 11)
  const done = { status: 2, actual_start_time: hours[2]!, actual_finish_time: hours[4]! } as const
  const running = { status: 1, actual_start_time: hours[2]!, actual_finish_time: null } as const
  test('a task is in all periods that it was planned for or ran in, and in no others', () => {
    const late = task({ ...done, setup_start_time: hours[1]!, start_time: hours[1]!, end_time: hours[2]! - 1 })
    expect(tasksByPeriod([late], periods, now).map(of => of.length)).toEqual([0, 1, 1, 1, 1])
  })
  test('each period works out the same as when it looks at all of them', () => {
    const tasks = [task({}), task(done), task(running), task({ setup_start_time: hours[3]!, start_time: hours[3]! })]
    const narrow = tasksByPeriod(tasks, periods, now)
    for (const [at, period] of periods.entries())
      expect(workOf(machines, saw, narrow[at]!, closest, period, now)).toEqual(
        workOf(machines, saw, tasks, closest, period, now),
      )
  })
})
