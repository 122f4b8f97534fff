import { expect, test } from 'vitest'
import type { Problem } from '../problem/problem.ts'
import { PlaceValues } from './place-values.ts'
import { RepairSearch } from './repair-search.ts'
import { RoomPlan } from './room-plan.ts'

const hour = 3600
const now = 1000 * hour
const count = 20
const length = 5 * hour
const at = (k: number) => now + k * length

/** A machine that is full of twenty tasks of five hours; each may end so many hours later and be in time. */
function full(slack: (k: number) => number) {
  const ids = Array.from({ length: count }, (_, k) => `${k}`)
  const problem: Problem = {
    now,
    limit: now + 1000 * hour,
    calendars: [{ id: 'always', intervals: [[now, now + 1000 * hour]] }],
    machines: [{ id: 'A', calendar: 'always' }],
    orders: ids.map((id, k) => ({ id, due: at(k + 1) + slack(k) * hour, priority: 100, weight: 1 })),
    operations: ids.map(id => ({
      id,
      order: id,
      machines: [{ machine: 'A', setupSeconds: 0, runSeconds: length }],
      predecessors: [],
      mayPause: false,
    })),
  }
  const tasks = ids.map((operation, k) => ({
    operation,
    machine: 'A',
    setupStart: at(k),
    start: at(k),
    end: at(k + 1),
  }))
  const search = new RepairSearch(problem, tasks, 1, new Map(tasks.map(task => [task.operation, task])))
  const plan = new RoomPlan(search.plan)
  const lateness = (task: number, end: number) => Math.max(0, end - problem.orders[task]!.due) / hour
  return new PlaceValues(plan, { price: 0.1, lateness, freeEnd: () => at(count + 1) })
}

test('a place costs what all those cost who go on for it until one has room', () => {
  const { value } = full(() => 12)
  // Two places on is in time for each of them.
  for (let k = 0; k < count; k++) expect(value[k]).toBeCloseTo(0.1 * Math.ceil((count - k) / 2), 6)
})

test('of those who cannot wait the cheapest goes far', () => {
  const { value } = full(k => (k < 10 ? 12 : 0))
  // From the tenth on nobody has slack: one of them is late by as much as it is to what is free.
  expect(value[count - 1]).toBeCloseTo(5.1, 6)
  expect(value[10]).toBeGreaterThan(25)
  expect(value[0]).toBeCloseTo(Math.min(...value.slice(8, 12)) + 0.1 * 4, 0)
})

test('the places that are named are those of others, and end before the instant that was asked for', () => {
  const values = full(() => 12)
  const slots = [...values.slotsOf(0, at(4))]
  expect(slots.map(({ first, second, end }) => [first, second, end])).toEqual([
    [1, -1, at(2)],
    [2, -1, at(3)],
  ])
})
