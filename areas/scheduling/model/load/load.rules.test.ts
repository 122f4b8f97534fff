import { hourSeconds } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { aDevice, clock, facts } from '../../testing/facts.ts'
import { problemFrom } from '../problem/problem.rules.ts'
import { daysOf, type LoadTask, loadOf, loadRate, loadShare, machinesOf, periodsOf, stageLoad } from './load.rules.ts'

const machines = machinesOf(
  problemFrom(facts({ devices: [aDevice('saw'), aDevice('pair', { capacity: 2 })] }), { only_kitted: false }),
)
const task = (start: number, end: number, more: Partial<LoadTask> = {}): LoadTask => ({
  device_id: 'saw',
  process_id: 'cut',
  setup_start_time: start,
  start_time: start,
  end_time: end,
  quantity: '10',
  reported_quantity: '4',
  ...more,
})
const monday = [clock('2026-01-05', 0), clock('2026-01-06', 0)] as const

describe('load of a machine', () => {
  test('counts working time only: a task over the night loads both days with what is worked there', () => {
    const over = task(clock('2026-01-05', 14), clock('2026-01-06', 9))
    expect(loadOf(machines, 'saw', [over], ...monday)).toMatchObject({
      available_seconds: 8 * hourSeconds,
      planned_seconds: 2 * hourSeconds,
      task_count: 1,
    })
    expect(loadOf(machines, 'saw', [over], monday[1], clock('2026-01-07', 0)).planned_seconds).toBe(hourSeconds)
  })
  test('set-up is part of it and told apart', () => {
    const one = task(clock('2026-01-05', 10), clock('2026-01-05', 12), { setup_start_time: clock('2026-01-05', 9) })
    expect(loadOf(machines, 'saw', [one], ...monday)).toMatchObject({
      planned_seconds: 3 * hourSeconds,
      setup_seconds: hourSeconds,
    })
  })
  test('a machine for two tasks at a time has twice the time', () => {
    expect(loadOf(machines, 'pair', [], ...monday).available_seconds).toBe(16 * hourSeconds)
  })
  test('a charge takes its furnace once', () => {
    const oven = machinesOf(
      problemFrom(facts({ devices: [aDevice('oven', { charge_capacity: '100' })] }), { only_kitted: false }),
    )
    const inCharge = task(clock('2026-01-05', 10), clock('2026-01-05', 12))
    expect(loadOf(oven, 'oven', [inCharge, inCharge], ...monday)).toMatchObject({
      planned_seconds: 2 * hourSeconds,
      task_count: 2,
    })
    expect(loadOf(machines, 'pair', [inCharge, inCharge], ...monday).planned_seconds).toBe(4 * hourSeconds)
  })
  test('rates are percent', () => {
    expect(loadRate({ available_seconds: 8, planned_seconds: 2 })).toBe('25')
    expect(loadRate({ available_seconds: 0, planned_seconds: 0 })).toBe('0')
    expect(loadRate({ available_seconds: 3, planned_seconds: 1 })).toBe('33.3')
    expect(loadShare({ available_seconds: 0, planned_seconds: 0 })).toBe(0)
  })
})

describe('time', () => {
  test('days of a range, the last one whole', () => {
    expect(daysOf(clock('2026-01-05', 9), clock('2026-01-06', 1), 'UTC').map(({ date }) => date)).toEqual(monday)
  })
  test('a day of 23 hours where the clock is put forward', () => {
    const [day] = daysOf(1_774_742_400, 1_774_742_401, 'Europe/Berlin')
    expect(day!.until - day!.date).toBe(23 * hourSeconds)
  })
  test('months and weeks from their first day', () => {
    expect(periodsOf(clock('2026-01-31', 9), clock('2026-03-01', 1), 3, 'UTC').map(({ period }) => period)).toEqual([
      clock('2026-01-01', 0),
      clock('2026-02-01', 0),
      clock('2026-03-01', 0),
    ])
    expect(periodsOf(clock('2026-01-07', 9), clock('2026-01-08', 0), 2, 'UTC')[0]!.period).toBe(monday[0])
  })
})

test('a stage sums its machines, and the quantities of tasks that start in the period', () => {
  const tasks = [
    task(clock('2026-01-05', 8), clock('2026-01-05', 12)),
    task(clock('2026-01-04', 8), clock('2026-01-05', 9), { device_id: 'pair' }),
  ]
  expect(stageLoad(machines, ['saw', 'pair'], tasks, ...monday)).toMatchObject({
    available_seconds: 24 * hourSeconds,
    planned_seconds: 5 * hourSeconds,
    planned_quantity: '10',
    finished_quantity: '4',
  })
})
