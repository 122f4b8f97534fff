import { hourSeconds } from '@qitao/core/time.ts'
import { leadSeconds } from '@qitao/planning/netting/lead-time.ts'
import { expect, test } from 'vitest'
import { leadStepsOf, type StepFacts } from './lead-time.rules.ts'

const hour = hourSeconds
const always = {
  id: 'always',
  weekly: { zone: 'UTC', shifts: [{ days: [1, 2, 3, 4, 5, 6, 7], fromSecond: 0, toSecond: 0 }] },
}
/** Eight hours on seven days: a third of all time. */
const shift = {
  id: 'shift',
  weekly: { zone: 'UTC', shifts: [{ days: [1, 2, 3, 4, 5, 6, 7], fromSecond: 8 * hour, toSecond: 16 * hour }] },
}
const device = (id: string, process: string, calendar_id: string | null, efficiency = '1', status = 1) => ({
  ...{ id, process_ids: [process], calendar_id, efficiency, status, charge_capacity: null as string | null },
})
const time = (process_id: string, cycle_seconds: string, setup_seconds = 0) => ({
  ...{
    material_id: null,
    process_id,
    device_id: null as string | null,
    cycle_seconds,
    batch_quantity: '1',
    setup_seconds,
  },
  ...{ employees: 1, charge_load: '1', expected_oee: '1' },
})
const step = (sequence: number, process_id: string, next_sequences: number[], wait_seconds = 0) => ({
  ...{ sequence, process_id, next_sequences, wait_seconds, overlap_quantity: null },
})
const facts = (given: Partial<StepFacts> = {}): StepFacts => ({
  devices: [device('saw', 'cut', 'always'), device('bench', 'weld', 'always')],
  calendars: [always, shift],
  cycle_times: [time('cut', '60', hour), time('weld', '120')],
  queue_seconds: 0,
  ...given,
})
const hours = (of: StepFacts, operations: ReturnType<typeof step>[], quantity: number, precision = 0) => {
  const leadSteps = leadStepsOf(of)('product', operations, precision)
  return leadSteps && leadSeconds({ leadTimeSeconds: -1, leadSteps }, quantity) / hour
}
const inTurn = [step(10, 'cut', [20], 2 * hour), step(20, 'weld', [])]

test('steps follow each other with set-up, waiting and queue; a step takes an hour at least', () => {
  // 1 set-up, 2 run, 2 wait, 4 run.
  expect(hours(facts(), inTurn, 120)).toBe(9)
  expect(hours(facts({ queue_seconds: 3 * hour }), inTurn, 120)).toBe(15)
  expect(hours(facts(), inTurn, 1)).toBe(5)
})
test('of steps beside each other the longest way counts', () => {
  const beside = [step(10, 'cut', [30]), step(20, 'weld', [30]), step(30, 'cut', [])]
  // Welding takes 4, cutting 1 + 2, whichever comes first.
  expect(hours(facts(), beside, 120)).toBe(7)
})
test('hours are those of the machines: their calendar, their speed, the mean of several', () => {
  const closed = facts({ devices: [device('saw', 'cut', 'shift'), device('bench', 'weld', 'always', '2')] })
  expect(hours(closed, inTurn, 120)).toBe(9 + 2 + 2)
  const two = facts({
    devices: [device('saw', 'cut', 'always'), device('old', 'cut', 'always', '0.5'), device('bench', 'weld', 'always')],
  })
  expect(hours(two, inTurn, 120)).toBe(10)
  const off = facts({ devices: [...facts().devices, device('old', 'cut', 'always', '0.5', 0)] })
  expect(hours(off, inTurn, 120)).toBe(9)
})
test('a furnace runs by charges, however full the last one is', () => {
  const furnace = (charge_capacity: string, efficiency = '1') => ({
    ...device('furnace', 'cut', 'always', efficiency),
    charge_capacity,
  })
  const cycle_times = [{ ...time('cut', String(4 * hour)), charge_load: '0.1', batch_quantity: '7' }]
  const one = (charge_capacity: string, efficiency?: string) =>
    facts({ devices: [furnace(charge_capacity, efficiency)], cycle_times })
  const cut = [step(10, 'cut', [])]
  expect(hours(one('10'), cut, 100)).toBe(4)
  expect(hours(one('10'), cut, 1)).toBe(4)
  expect(hours(one('10'), cut, 101)).toBe(8)
  expect(hours(one('0.3'), cut, 3)).toBe(4)
  expect(hours(one('10', '2'), cut, 301)).toBe(8)
  expect(hours(one('10'), cut, 10_100, 2)).toBe(8)
  // Beside a saw of a minute a piece: the mean of both.
  const both = facts({
    devices: [furnace('10'), device('saw', 'cut', 'always')],
    cycle_times: [
      { ...cycle_times[0]!, device_id: 'furnace' },
      { ...time('cut', '60'), device_id: 'saw' },
    ],
  })
  expect(hours(both, cut, 100)).toBe(2 + 100 / 60 / 2)
  expect(hours(both, cut, 120)).toBe(4 + 1)
})
test('quantities are counted in the smallest unit of the product', () => {
  expect(hours(facts(), inTurn, 12_000, 2)).toBe(9)
})
test('a step without a machine, a calendar or a cycle time leaves it unknown', () => {
  expect(hours(facts({ cycle_times: [time('cut', '60')] }), inTurn, 1)).toBeNull()
  expect(
    hours(facts({ devices: [device('saw', 'cut', null), device('bench', 'weld', 'always')] }), inTurn, 1),
  ).toBeNull()
  expect(leadSeconds({ leadTimeSeconds: 7, leadSteps: [] }, 5)).toBe(7)
})
