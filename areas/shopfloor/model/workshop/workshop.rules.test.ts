import { expect, test } from 'vitest'
import { latenessOf, queuesOf, readinessOf, shiftsBeginningOn, workDayOf } from './workshop.rules.ts'

const zone = 'Asia/Shanghai'
const hour = 3600
const weekly = (name: string, start: number, end: number, week_days = [1, 2, 3, 4, 5]) => ({
  ...{ name, week_days, start_second: start * hour, end_second: end * hour, breaks: [] },
})
const monday = '2026-11-23'

test('shifts of several calendars stand once, earliest first; a night shift ends on the next day', () => {
  const day = { shifts: [weekly('Day', 8, 16)], exceptions: [] }
  const two = { shifts: [weekly('Night', 22, 6), weekly('Day', 8, 16)], exceptions: [] }
  const shifts = shiftsBeginningOn([day, two], monday, zone)
  expect(shifts.map(({ name, start_time, end_time }) => [name, (end_time - start_time) / hour])).toEqual([
    ['Day', 8],
    ['Night', 8],
  ])
  const [from, to] = workDayOf(shifts, monday, zone)
  expect((to - from) / hour).toBe(30)
})
test('a day that is an exception has its own shifts', () => {
  const exceptions = [{ day: monday, day_type: 3, shifts: [], remark: null }]
  expect(shiftsBeginningOn([{ shifts: [weekly('Day', 8, 16)], exceptions }], monday, zone)).toEqual([])
})

const task = {
  status: 0,
  paused_since: null,
  reportable_quantity: '5',
  picking_status: 0,
  material_status: null,
  start_time: 100,
  end_time: 200,
} as const
test('a task is ready when the steps before have handed on and its material is there', () => {
  expect(readinessOf(task)).toBe('ready')
  expect(readinessOf({ ...task, reportable_quantity: '0' })).toBe('waits_for_step')
  expect(readinessOf({ ...task, material_status: 6 })).toBe('waits_for_material')
  expect(readinessOf({ ...task, material_status: 6, picking_status: 2 })).toBe('ready')
  expect(readinessOf({ ...task, material_status: 1 })).toBe('ready')
  expect(readinessOf({ ...task, status: 1, material_status: 6 })).toBe('running')
  expect(readinessOf({ ...task, status: 1, paused_since: 5 })).toBe('paused')
  expect(readinessOf({ ...task, status: 2, paused_since: null })).toBe('done')
})
test('late is what should have begun, or should be over', () => {
  expect(latenessOf(task, 50)).toBeUndefined()
  expect(latenessOf(task, 150)).toBe('start_overdue')
  expect(latenessOf({ ...task, status: 1 }, 150)).toBeUndefined()
  expect(latenessOf({ ...task, status: 1 }, 250)).toBe('overdue')
  expect(latenessOf({ ...task, status: 2 }, 250)).toBeUndefined()
})
test('the next of a machine is the first that is not begun', () => {
  const rows = [
    { id: 'c', device_id: 'm', status: 0, start_time: 3 },
    { id: 'a', device_id: 'm', status: 1, start_time: 1 },
    { id: 'b', device_id: 'm', status: 0, start_time: 2 },
  ] as const
  const queue = queuesOf(rows).get('m')!
  expect(queue.tasks.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(queue.next_id).toBe('b')
})
