import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { expect, test } from 'vitest'
import { judge, type StoredPlan } from './judge.ts'

const hour = 3600
const problem: Problem = {
  now: 0,
  limit: 100 * hour,
  calendars: [{ id: 'always', intervals: [[0, 100 * hour]], walls: [] }],
  machines: [{ id: 'm', calendar: 'always' }],
  orders: [
    { id: 'a', due: 50 * hour, priority: 100 },
    { id: 'b', due: 50 * hour, priority: 100 },
  ],
  operations: [
    {
      id: 'a1',
      order: 'a',
      machines: [{ machine: 'm', setupSeconds: 0, runSeconds: 2 * hour }],
      predecessors: [],
      quantity: 1,
      mayPause: true,
      kit: { at: 10 * hour, material: 'x' },
    },
    {
      id: 'b1',
      order: 'b',
      machines: [{ machine: 'm', setupSeconds: 0, runSeconds: 2 * hour }],
      predecessors: [],
      quantity: 1,
      mayPause: true,
    },
  ],
}
const task = (operation_id: string, start_time: number) =>
  ({
    operation_id,
    mo_id: operation_id[0]!,
    device_id: 'm',
    setup_start_time: start_time,
    start_time,
    end_time: start_time + 2 * hour,
    setup_seconds: 0,
  }) as StoredPlan['tasks'][number]
const orders = [
  { id: 'a', kitting_time: 10 * hour },
  { id: 'b', kitting_time: null },
]

test('a good plan has no violation', () => {
  const verdict = judge({ problem, tasks: [task('a1', 10 * hour), task('b1', 0)] }, orders)
  expect(verdict).toMatchObject({ violations: [], beforeKit: [], ordersBeforeKit: [], left: [], taskCount: 2 })
})
test('a start before the material is there is found by every look', () => {
  const verdict = judge({ problem, tasks: [task('a1', 9 * hour), task('b1', 0)] }, orders)
  expect(verdict.beforeKit).toEqual(['a1'])
  expect(verdict.ordersBeforeKit).toEqual([orders[0]])
  expect(verdict.violations.map(({ rule }) => rule)).toEqual(['kitting'])
})
test('two tasks at once on a machine are found', () => {
  const { violations } = judge({ problem, tasks: [task('a1', 10 * hour), task('b1', 11 * hour)] }, orders)
  expect(violations.map(({ rule }) => rule)).toContain('capacity')
})
test('an order that is left out is told; one that somebody waits for may not be', () => {
  const tasks = [task('a1', 10 * hour)]
  expect(judge({ problem, tasks }, orders)).toMatchObject({ violations: [], left: [{ id: 'b' }] })
  const [a1, b1] = problem.operations
  const waiting = { ...problem, operations: [{ ...a1!, predecessors: [{ operation: 'b1' }] }, b1!] }
  const { violations } = judge({ problem: waiting, tasks }, orders)
  expect(violations.map(({ rule }) => rule)).toContain('precedence')
})
