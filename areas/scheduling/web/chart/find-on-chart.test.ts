import { describe, expect, test } from 'vitest'
import type { GanttMachine, GanttOrder } from '../../model/chart/gantt.record.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { findOnChart } from './find-on-chart.ts'

const order = (id: string, more: Partial<GanttOrder>) =>
  ({
    ...{ id, no: id, order_no: null, customer_name: null, material_code: 'P-1', material_name: '车架', ...more },
  }) as GanttOrder
const machine = (id: string, name: string) => ({ id, machine_no: id, name }) as GanttMachine
const task = (id: string, mo_id: string, device_id: string, start: number) =>
  ({ id, mo_id, device_id, status: 0, setup_start_time: start, start_time: start, end_time: start + 10 }) as TaskRow

const data = {
  orders: [order('MO-7', { order_no: 'SO-3', customer_name: 'Acme' }), order('MO-8', { material_code: 'W-9' })],
  rows: [machine('M1', 'Saw'), machine('M2', 'Welder')],
}
const tasks = [task('late', 'MO-7', 'M2', 50), task('early', 'MO-7', 'M1', 10), task('other', 'MO-8', 'M1', 30)]
const idsOf = (words: string, grouping: 'machine' | 'order' = 'machine', range: [number, number] = [0, 100]) =>
  findOnChart(data, tasks, words, { grouping, range }).map(({ id }) => id)

describe('finding on the chart', () => {
  test.each([
    ['mo-7', ['early', 'late']],
    ['so-3', ['early', 'late']],
    ['acme', ['early', 'late']],
    ['w-9', ['other']],
    ['车架', ['early', 'other', 'late']],
    ['weld', ['M2']],
    [' ', []],
    ['nowhere', []],
  ])('%s finds %j, as time goes', (words, ids) => expect(idsOf(words)).toEqual(ids))
  test('a machine of a chart of orders is found by its tasks', () =>
    expect(idsOf('saw', 'order')).toEqual(['early', 'other']))
  test('what lies outside of the time shown is not found', () =>
    expect(idsOf('mo-7', 'machine', [40, 100])).toEqual(['late']))
})
