import { say as sayIn, type Text } from '@qitao/core/text.ts'
import { expect, test } from 'vitest'
import type { WorkshopMachine, WorkshopTaskRow } from '../../model/workshop/workshop.calls.ts'
import { machineRows, rangeOfBars, taskBars, workedSpan } from './workshop-bars.ts'

const say = (what: Text, values?: Record<string, unknown>) => sayIn(what, 'en', values)
const machine = (machine_no: string, workgroup_name: string | null, available_seconds = 100): WorkshopMachine => ({
  ...{ device_id: machine_no, machine_no, name: `Machine ${machine_no}`, workgroup_name },
  loads: [{ available_seconds, planned_seconds: 50, task_count: 1 }],
  working: [[0, 100]],
  frozen: [],
})
const task = (of: Partial<WorkshopTaskRow>) =>
  ({
    ...{ id: 'a', device_id: 'M1', mo_id: 'mo', mo_no: 'MO-1', process_name: 'Cut', unit_name: 'pcs' },
    ...{ material_code: 'P', material_name: 'Part', quantity: '10', reported_quantity: '5', reportable_quantity: '5' },
    ...{ setup_start_time: 10, start_time: 20, end_time: 60, status: 0, paused_since: null },
    ...{ picking_status: 0, material_status: null, ...of },
  }) as WorkshopTaskRow

test('machines of one group stand alone, of several under their group, and a folded group hides its own', () => {
  expect(machineRows([machine('M1', 'A')], new Set(), say).map(({ label }) => label)).toEqual(['M1'])
  const both = [machine('M1', 'A'), machine('M2', null)]
  expect(machineRows(both, new Set(), say).map(({ label }) => label)).toEqual(['A', 'M1', 'No workgroup', 'M2'])
  expect(machineRows(both, new Set(['group:A']), say).map(({ label }) => label)).toEqual(['A', 'No workgroup', 'M2'])
})
test('a machine that does not work that day has no load', () => {
  const [works, rests] = machineRows([machine('M1', 'A'), machine('M2', 'A', 0)], new Set(), say)
  expect(works).toMatchObject({ load_share: 0.5, working: [{ start: 0, end: 100 }] })
  expect(rests).not.toHaveProperty('load_share')
})
test('a bar is as long as set-up and run, as full as what is reported, and nobody drags it', () => {
  const bar = {
    start: 10,
    end: 60,
    setup_seconds: 10,
    progress_share: 0.5,
    colour: 'info',
    late: false,
    movable: false,
  }
  expect(taskBars([task({})], 15)).toMatchObject([bar])
  expect(taskBars([task({})], 100)).toMatchObject([{ late: true }])
})
test('what is overdue still can be scrolled to', () => {
  expect(rangeOfBars([task({})], [50, 100])).toEqual({ start: 10, end: 100 })
  expect(rangeOfBars([], [50, 100])).toEqual({ start: 50, end: 100 })
})
test('the hours that some machine works are looked at first, of a shift its own, of a day off all of it', () => {
  const machines = [{ ...machine('M1', 'A'), working: [[20, 40] as [number, number], [60, 90] as [number, number]] }]
  expect(workedSpan(machines, [0, 100])).toEqual({ start: 20, end: 90 })
  expect(workedSpan(machines, [50, 80])).toEqual({ start: 60, end: 80 })
  expect(workedSpan(machines, [91, 99])).toEqual({ start: 91, end: 99 })
})
