import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { GanttTask } from './gantt-types.ts'
import { laneBox, PlanIndex, rowHeight, tasksBetween } from './plan-index.ts'

const task = (id: string, row_id: string, start: number, end: number, more: Partial<GanttTask> = {}): GanttTask => ({
  id,
  row_id,
  start,
  end,
  label: id,
  ...more,
})
const rows = ['a', 'b', 'c'].map(id => ({ id, label: id }))
const tasksOf = fc.array(
  fc.record({
    row: fc.integer({ min: 0, max: 2 }),
    start: fc.integer({ min: 0, max: 500 }),
    length: fc.integer({ min: 0, max: 90 }),
  }),
  { maxLength: 60 },
)

test('the span found holds every task that reaches into the time, and only tasks that begin before its end', () => {
  fc.assert(
    fc.property(
      tasksOf,
      fc.integer({ min: -20, max: 520 }),
      fc.integer({ min: 1, max: 200 }),
      (made, start, length) => {
        const tasks = made.map((one, n) => task(`t${n}`, 'abc'[one.row]!, one.start, one.start + one.length))
        const index = new PlanIndex(rows, tasks, [])
        for (const row of index.rows) {
          const [first, last] = tasksBetween(row, start, start + length)
          const found = new Set(row.tasks.slice(first, last).map(one => one.id))
          for (const one of row.tasks)
            if (one.end > start && one.start < start + length) expect(found.has(one.id)).toBe(true)
          for (const one of row.tasks.slice(first, last)) expect(one.start).toBeLessThan(start + length)
        }
      },
    ),
  )
})

test('a long task is found behind many short ones that end before it', () => {
  const short = Array.from({ length: 20 }, (_, n) => task(`s${n}`, 'a', 10 + n * 10, 15 + n * 10))
  const index = new PlanIndex(rows, [task('long', 'a', 0, 1000), ...short], [])
  const row = index.rowById.get('a')!
  const [first, last] = tasksBetween(row, 900, 950)
  expect(row.tasks.slice(first, last).map(one => one.id)).toContain('long')
})

test('tasks that overlap never share a lane, and bars stay inside their row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 9 })), { maxLength: 14 }),
      made => {
        const index = new PlanIndex(
          rows,
          made.map(([start, length], n) => task(`t${n}`, 'a', start, start + length)),
          [],
        )
        const row = index.rowById.get('a')!
        for (let i = 0; i < row.tasks.length; i += 1) {
          const box = laneBox(row, row.lanes[i]!)
          expect(box.top + box.height).toBeLessThan(row.height)
          if (row.lane_count >= 8) continue
          for (let j = 0; j < i; j += 1)
            if (row.tasks[j]!.end > row.tasks[i]!.start) expect(row.lanes[i]).not.toBe(row.lanes[j])
        }
      },
    ),
  )
})

test('a row of bars that follow each other is 32 pixels high; overlap makes it higher and lowers the rows under it', () => {
  const index = new PlanIndex(
    rows,
    [task('1', 'a', 0, 10), task('2', 'a', 10, 20), task('3', 'b', 0, 10), task('4', 'b', 5, 15)],
    [],
  )
  const [a, b, c] = index.rows
  expect(a!.height).toBe(rowHeight)
  expect(b!.height).toBeGreaterThan(rowHeight)
  expect(c!.top).toBe(a!.height + b!.height)
  expect(index.rowAt(c!.top)).toBe(c)
  expect(index.rowAt(c!.top - 1)).toBe(b)
  expect(index.rowAt(index.height)).toBeUndefined()
  expect(index.rowsBetween(1, a!.height + 1)).toEqual([0, 2])
})

test('placing elsewhere moves a copy, and unknown tasks are ignored', () => {
  const given = task('1', 'a', 0, 10)
  const index = new PlanIndex(rows, [given], [])
  index.place(
    new Map([
      ['1', { row_id: 'c', start: 50, end: 60 }],
      ['gone', { row_id: 'a', start: 0, end: 1 }],
    ]),
  )
  expect(given.row_id).toBe('a')
  expect(index.rowById.get('a')!.tasks).toEqual([])
  expect(index.rowById.get('c')!.tasks).toMatchObject([{ id: '1', start: 50 }])
  expect(index.tasks.size).toBe(1)
})

test('the chain holds all predecessors and successors, not their other branches', () => {
  const links = ['ab', 'bc', 'cd', 'xc', 'by'].map(([from, to]) => ({ from: from!, to: to! }))
  const index = new PlanIndex(rows, [], links)
  const names = index.chain(['b']).map(({ from, to }) => from + to)
  expect(names.sort()).toEqual(['ab', 'bc', 'by', 'cd'])
})

test('a ring of links ends', () => {
  const index = new PlanIndex(
    rows,
    [],
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ],
  )
  expect(index.chain(['a']).length).toBeLessThanOrEqual(4)
})

test('group rows hold no tasks', () => {
  const index = new PlanIndex([{ id: 'g', label: 'g', kind: 'group' }, ...rows], [], [])
  expect(index.places.map(place => place.row.id)).toEqual(['a', 'b', 'c'])
})
