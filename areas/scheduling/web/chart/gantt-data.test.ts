import { say as sayIn } from '@qitao/core/text.ts'
import type { Say } from '@qitao/platform/web/session/language.ts'
import { describe, expect, test } from 'vitest'
import type { GanttData, GanttMachine, GanttOrder } from '../../model/chart/gantt.record.ts'
import type { TaskReason, TaskRow } from '../../model/task.record.ts'
import { chainOf, reasonText } from '../late/reasons.ts'
import { barsOf, linksOf, rowsOf } from './gantt-data.ts'

const say: Say = (what, values) => sayIn(what, 'en', values)
const task = (id: string, more: Partial<TaskRow> = {}): TaskRow => ({
  id,
  task_no: id,
  row_version: 0,
  mo_id: 'mo',
  operation_id: `op-${id}`,
  part_no: null,
  sequence: 10,
  process_id: 'p',
  process_name: 'Cutting',
  device_id: 'saw',
  machine_no: 'M1',
  setup_seconds: 600,
  setup_start_time: 1_000,
  start_time: 1_600,
  end_time: 9_000,
  quantity: '10',
  reported_quantity: '4',
  defective_quantity: '0',
  status: 0,
  publish_status: 0,
  published_start_time: null,
  published_end_time: null,
  published_device_id: null,
  dispatch_status: 0,
  workgroup_id: null,
  capacity_locked: false,
  actual_start_time: null,
  actual_finish_time: null,
  reasons: [],
  ...more,
})
const order = {
  id: 'mo',
  no: 'MO-1',
  due: 10_000_000,
  planned_finish_time: null,
  material_status: null,
  material_code: 'P',
  material_name: 'Product',
} as GanttOrder
const machine = (id: string, more: Partial<GanttMachine> = {}): GanttMachine => ({
  id,
  machine_no: id,
  name: id,
  workgroup_id: null,
  workgroup_name: null,
  calendar_id: 'day',
  capacity: 1,
  status: 1,
  process_ids: [],
  freezes: [],
  ...{ load_share: 0.5, outside: false },
  ...more,
})
const data = (more: Partial<GanttData> = {}): GanttData =>
  ({
    rows: [machine('saw')],
    calendar: [{ id: 'day', name: 'Day', intervals: [[0, 5_000]] }],
    orders: [order],
    problem: {
      operations: [
        { id: 'op-a', predecessors: [] },
        { id: 'op-b', predecessors: [{ operation: 'op-a' }, { operation: 'elsewhere' }] },
      ],
    },
    ...more,
  }) as GanttData
const bar = (
  of: Partial<TaskRow>,
  view: Parameters<typeof barsOf>[0]['view'] = 'task',
  orders: Partial<GanttOrder> = {},
) =>
  barsOf({ data: data({ orders: [{ ...order, ...orders }] }), tasks: [task('a', of)], grouping: 'machine', view })[0]!

describe('bars', () => {
  test('a task in conflict is marked, the others are not', () => {
    const tasks = [task('a', {}), task('b', {})]
    const conflicts = new Map([['b', ['kit']]])
    const bars = barsOf({ data: data(), tasks, grouping: 'machine', view: 'task', conflicts })
    expect(bars.map(({ id, conflict }) => [id, conflict])).toEqual([
      ['a', undefined],
      ['b', true],
    ])
  })
  test('what a supplier makes is marked, whatever the rows are', () => {
    const rows = [machine('saw'), machine('plater', { outside: true })]
    const tasks = [task('a', {}), task('b', { device_id: 'plater' })]
    for (const grouping of ['machine', 'order'] as const) {
      const bars = barsOf({ data: data({ rows }), tasks, grouping, view: 'task' })
      expect(bars.map(({ id, outside }) => [id, outside])).toEqual([
        ['a', undefined],
        ['b', true],
      ])
    }
  })
  test('from set-up to end, with the set-up as its hatched part', () => {
    expect(bar({})).toMatchObject({
      row_id: 'saw',
      start: 1_000,
      end: 9_000,
      setup_seconds: 600,
      label: 'MO-1',
      progress_share: 0.4,
      movable: true,
    })
  })
  test('a task that is held cannot be dragged', () => expect(bar({ dispatch_status: 1 }).movable).toBe(false))
  test('where it really was when it is done', () => {
    expect(bar({ status: 2, actual_start_time: 200, actual_finish_time: 800 })).toMatchObject({
      start: 200,
      end: 800,
      setup_seconds: 0,
    })
  })
  test('the published place only where it differs', () => {
    const told = {
      publish_status: 1,
      published_start_time: 1_600,
      published_end_time: 9_000,
      published_device_id: 'saw',
    } as const
    expect(bar(told).published).toBeUndefined()
    expect(bar({ ...told, published_device_id: 'saw2' }).published).toEqual({
      start: 1_600,
      end: 9_000,
      row_id: 'saw2',
    })
  })
  test('lead time colours by what is left until due', () => {
    expect(bar({}, 'lead_time').colour).toBe('success')
    expect(bar({}, 'lead_time', { due: 100_000 }).colour).toBe('warning')
    expect(bar({}, 'lead_time', { due: 5_000 })).toMatchObject({ colour: 'danger', late: true })
  })
  test('material colours and marks by kitting', () => {
    expect(bar({}, 'material', { material_status: 1 })).toMatchObject({ colour: 'success', kitting: 'ready' })
    expect(bar({}, 'material', { material_status: 4 })).toMatchObject({ colour: 'processing', kitting: 'coming' })
    expect(bar({}, 'material', { material_status: 6 })).toMatchObject({ colour: 'danger', kitting: 'short' })
    expect(bar({}, 'material').colour).toBe('neutral')
  })
  test('what the floor has not been told of has a dashed edge', () => {
    expect(bar({}).tentative).toBe(true)
    expect(bar({ publish_status: 1 }).tentative).toBe(false)
    expect(bar({ status: 1 }).tentative).toBe(false)
  })
  test('a bar of a machine says what was chosen, the first first', () => {
    expect(bar({})).toMatchObject({ label: 'MO-1', sub_label: 'P · Product · Cutting' })
    const chosen = { data: data(), tasks: [task('a')], grouping: 'machine', view: 'task' } as const
    expect(barsOf({ ...chosen, shows: ['process', 'material_name'] })[0]).toMatchObject({
      label: 'Product',
      sub_label: 'Cutting',
    })
    expect(barsOf({ ...chosen, shows: ['quantity'] })[0]).not.toHaveProperty('sub_label')
  })
  test('by order each order is a row', () => {
    const tasks = [task('a')]
    expect(barsOf({ data: data(), tasks, grouping: 'order', view: 'task' })[0]).toMatchObject({
      row_id: 'mo',
      label: 'Cutting',
    })
    expect(rowsOf({ data: data(), tasks, grouping: 'order', folded: new Set(), say })).toMatchObject([
      { id: 'mo', label: 'MO-1' },
    ])
  })
  test('by orders, what is made for one stands below it, each with its due day; bars stop where their machine does', () => {
    const made = (id: string, parent_mo_id: string | null, planned_finish_time: number): GanttOrder =>
      ({ ...order, id, no: id, parent_mo_id, planned_finish_time }) as GanttOrder
    // As they come: by due day, a child before its parent.
    const orders = [made('child', 'top', 9_000), made('other', null, 11_000_000), made('top', null, 9_000)]
    const all = data({ orders: [...orders, made('part', 'child', 9_000), made('lone', 'away', 9_000)] })
    const tasks = all.orders.map(({ id }) => task(`t-${id}`, { mo_id: id }))
    const rows = rowsOf({ data: all, tasks, grouping: 'order', folded: new Set(), say })
    expect(rows.map(({ id, level, due }) => [id, level, due!.missed])).toEqual([
      ['other', 0, true],
      ['top', 0, false],
      ['child', 1, false],
      ['part', 2, false],
      ['lone', 0, false],
    ])
    expect(rows[0]!.due).toMatchObject({ at: 10_000_000, label: 'misses its due date' })
    expect(barsOf({ data: all, tasks, grouping: 'order', view: 'task' })[0]!.working).toEqual([
      { start: 0, end: 5_000 },
    ])
    expect(barsOf({ data: all, tasks, grouping: 'machine', view: 'task' })[0]).not.toHaveProperty('working')
  })
})

describe('rows', () => {
  const two = data({ rows: [machine('saw', { workgroup_id: 'w', workgroup_name: 'Frame shop' }), machine('press')] })
  test('machines under their workgroups, which fold', () => {
    const ids = (folded: string[]) =>
      rowsOf({ data: two, tasks: [], grouping: 'machine', folded: new Set(folded), say }).map(row => row.id)
    expect(ids([])).toEqual(['group:w', 'saw', 'group:', 'press'])
    expect(ids(['group:w'])).toEqual(['group:w', 'group:', 'press'])
  })
  test('machines of one calendar share its working time', () => {
    const [, saw, , press] = rowsOf({ data: two, tasks: [], grouping: 'machine', folded: new Set(), say })
    expect(saw!.working).toBe(press!.working)
    expect(saw!.working).toEqual([{ start: 0, end: 5_000 }])
  })
})

test('a link that hands over in parts says so', () => {
  const operations = [
    { id: 'op-a', predecessors: [] },
    { id: 'op-b', predecessors: [{ operation: 'op-a', transferQuantity: 5 }] },
  ]
  const parts = data({ problem: { operations } as unknown as GanttData['problem'] })
  expect(linksOf(parts, [task('a'), task('b')])).toEqual([{ from: 'a', to: 'b', in_parts: true }])
})
test('links between tasks that are on the chart', () => {
  expect(linksOf(data(), [task('a'), task('b')])).toEqual([{ from: 'a', to: 'b' }])
})

describe('why a task is where it is', () => {
  const because = (kind: TaskReason['kind'], object_id: string | null = null): TaskReason => ({
    kind,
    until: 60,
    object_id,
    object_name: object_id,
  })
  const all = [
    task('a', { reasons: [because('predecessor', 'op-b'), because('kit', 'steel')] }),
    task('b', { reasons: [because('machine', 'op-c')] }),
    task('c', { reasons: [because('kit', 'tube')] }),
  ]
  const byOperation = new Map(all.map(one => [one.operation_id, one]))
  test('the deciding reasons, back to one that is no task', () => {
    expect(chainOf(all[0]!, byOperation).map(step => [step.task.id, step.reason?.kind])).toEqual([
      ['a', 'predecessor'],
      ['b', 'machine'],
      ['c', 'kit'],
    ])
  })
  test('it ends where the chart ends, and goes round no circle', () => {
    expect(chainOf(task('x', { reasons: [because('machine', 'nowhere')] }), byOperation)).toHaveLength(1)
    const loop = task('l', { reasons: [because('machine', 'op-l')] })
    expect(chainOf(loop, new Map([[loop.operation_id, loop]]))).toHaveLength(1)
  })
  test('in words', () => {
    expect(reasonText(because('kit', 'tube'), say, () => '08:00')).toBe('It waits for tube, which is there at 08:00')
  })
})
