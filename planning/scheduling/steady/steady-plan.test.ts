import { hourSeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import type { Problem } from '../problem/problem.ts'
import { scheduleSteadily } from './steady-plan.ts'

const at = 1_772_409_600
const hours = (count: number) => at + count * hourSeconds

/** One machine, and the tasks that stand on it one after the other, by hours of run. */
function plantOf(tasks: readonly { id: string; run: number; due: number; kit?: number }[]): Problem {
  let free = 0
  return {
    now: at,
    limit: hours(1000),
    calendars: [{ id: 'always', intervals: [[at, hours(1000)]] }],
    machines: [{ id: 'M', calendar: 'always' }],
    orders: tasks.map(({ id, due }) => ({ id, due: hours(due), priority: 100 })),
    operations: tasks.map(({ id, run, kit }) => {
      const start = hours(free)
      free += run
      return {
        ...{ id, order: id, predecessors: [], mayPause: true },
        machines: [{ machine: 'M', setupSeconds: 0, runSeconds: run * hourSeconds }],
        ...(kit === undefined ? {} : { kit: { at: hours(kit), material: 'late' } }),
        standing: { machine: 'M', setupStart: start, start, end: hours(free) },
      }
    }),
  }
}
const objective = { tardiness: 1000, changeover: 0, makespan: 10, flow: 1, stability: 1 }
const startsOf = (problem: Problem) =>
  Object.fromEntries(
    scheduleSteadily(problem, { iterations: 20, objective }).tasks.map(task => [
      task.operation,
      (task.start - at) / hourSeconds,
    ]),
  )

test('two hours of lateness are not worth a change of turn in the next days, a day of it is', () => {
  const withFirst = (run: number) =>
    plantOf([
      { id: 'A', run, due: 200 },
      { id: 'B', run: 2, due: 2 },
    ])
  expect(startsOf(withFirst(2))).toEqual({ A: 0, B: 2 })
  expect(startsOf(withFirst(24))).toEqual({ A: 2, B: 0 })
})

test('what its material has overtaken goes on, and what stood behind it stays', () => {
  const problem = plantOf([
    { id: 'A', run: 4, due: 200, kit: 30 },
    { id: 'B', run: 4, due: 200 },
    { id: 'C', run: 4, due: 200 },
  ])
  expect(startsOf(problem)).toEqual({ A: 30, B: 4, C: 8 })
})

test('a run that takes longer pushes on what stands behind it, in its turn', () => {
  const problem = plantOf([
    { id: 'A', run: 4, due: 200 },
    { id: 'B', run: 4, due: 200 },
    { id: 'C', run: 2, due: 200 },
  ])
  const [, ...others] = problem.operations
  const fixed = { machine: 'M', setupStart: at, start: at, end: hours(5), why: 'running' as const }
  const { standing: _, ...running } = problem.operations[0]!
  expect(startsOf({ ...problem, operations: [{ ...running, fixed }, ...others] })).toEqual({ A: 0, B: 5, C: 9 })
})

test('where stability weighs nothing the next days are planned as all others', () => {
  const problem = plantOf([
    { id: 'A', run: 4, due: 200 },
    { id: 'B', run: 2, due: 2 },
  ])
  const { tasks } = scheduleSteadily(problem, { iterations: 20, objective: { ...objective, stability: 0 } })
  expect(tasks[0]!.operation).toBe('B')
})

/** `promised` counts on the machine from 10 to 14; all others are more urgent, and due earlier. */
function rivalsOf(count: number): Problem {
  const { operations, orders, ...plant } = plantOf([
    { id: 'P', run: 4, due: 14 },
    ...Array.from({ length: count }, (_, i) => ({ id: `R${i}`, run: 3, due: 6 })),
  ])
  return {
    ...plant,
    operations: operations.map(({ standing: _, ...one }) => one),
    orders: orders.map(one => (one.id === 'P' ? one : { ...one, priority: 1 })),
  }
}
const promised = [
  {
    order: 'P',
    by: hours(14),
    hours: [
      {
        operation: 'P',
        machines: ['M'],
        place: { machine: 'M', setupStart: hours(10), start: hours(10), end: hours(14) },
      },
    ],
  },
]
const endOf = (problem: Problem, more: Parameters<typeof scheduleSteadily>[1]) => {
  const { tasks } = scheduleSteadily(problem, { iterations: 20, ...more })
  return (tasks.find(({ operation }) => operation === 'P')!.end - at) / hourSeconds
}

test.each([
  ['by the weights', objective],
  ['without stability', { ...objective, stability: 0 }],
  ['for few change-overs', 'changeover' as const],
])('rivals that are due earlier and more urgent do not take the hours of a promise: %s', (_, objective) => {
  const problem = rivalsOf(6)
  if (objective !== 'changeover') expect(endOf(problem, { objective })).toBeGreaterThan(14)
  expect(endOf(problem, { objective, promised })).toBe(14)
  // Those before it are still there: it does not come first of all.
  const { tasks } = scheduleSteadily(problem, { iterations: 20, objective, promised })
  expect(tasks.filter(({ start }) => start < hours(10))).toHaveLength(3)
})

test('a promise whose hours cannot be used is kept wherever there is room, and planned with the others where there is none', () => {
  const late = (kit: number) => {
    const problem = rivalsOf(6)
    return {
      ...problem,
      operations: problem.operations.map(one =>
        one.id === 'P' ? { ...one, kit: { at: hours(kit), material: 'late' } } : one,
      ),
    }
  }
  const [one] = promised
  const later = [{ ...one!, by: hours(16) }]
  expect(endOf(late(12), { objective, promised: later })).toBe(16)
  const early = [{ ...one!, by: hours(8) }]
  expect(endOf(rivalsOf(6), { objective, promised: early })).toBe(4)
  expect(endOf(late(12), { objective, promised })).toBeGreaterThan(14)
})
