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
  return new PlaceValues(plan, { price: 0.1, lateness, freeEnd: () => at(count + 1), work: 1e6 })
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
  expect(slots.map(({ victims, end }) => [...victims, end])).toEqual([
    [1, at(2)],
    [2, at(3)],
  ])
})

test('in a charge the place of one is worth what it costs him to go on to the next', () => {
  const ids = ['0', '1', '2', '3', '4', '5']
  const chargeOf = (k: number) => Math.floor(k / 2)
  const problem: Problem = {
    now,
    limit: now + 1000 * hour,
    calendars: [{ id: 'always', intervals: [[now, now + 1000 * hour]] }],
    machines: [{ id: 'F', calendar: 'always', chargeCapacity: 10 }],
    // One charge later it is in time yet, two later it is not.
    orders: ids.map((id, k) => ({ id, due: at(chargeOf(k) + 1) + 7 * hour, priority: 100, weight: 1 })),
    operations: ids.map(id => ({
      id,
      order: id,
      machines: [{ machine: 'F', setupSeconds: 0, runSeconds: length, load: 5 }],
      predecessors: [],
      mayPause: false,
      family: 'A',
    })),
  }
  const tasks = ids.map((operation, k) => ({
    operation,
    machine: 'F',
    setupStart: at(chargeOf(k)),
    start: at(chargeOf(k)),
    end: at(chargeOf(k) + 1),
    charge: ids[2 * chargeOf(k)]!,
  }))
  const search = new RepairSearch(problem, tasks, 1, new Map(tasks.map(task => [task.operation, task])))
  const lateness = (task: number, end: number) => Math.max(0, end - problem.orders[task]!.due) / hour
  const values = new PlaceValues(new RoomPlan(search.plan), { price: 0.1, lateness, freeEnd: () => at(4), work: 1e6 })
  expect(Array.from(values.value, each => each.toFixed(1))).toEqual(['0.3', '0.3', '0.2', '0.2', '0.1', '0.1'])
  const joins = [...values.slotsOf(0, at(4))].filter(({ charge }) => charge >= 0)
  expect(joins.map(({ charge, victims, end }) => [charge, ...victims, end])).toEqual([
    [2, 3, at(2)],
    [4, 5, at(3)],
  ])
})

const members = 60
/** Charges of sixty small tasks each, and behind them one of a task that takes the room of two; the first charge is fixed if asked for. */
function fullFurnace({ charges, fixed, work }: { charges: number; fixed: boolean; work: number }) {
  const small = Array.from({ length: charges * members }, (_, k) => ({ id: `${k}`, charge: Math.floor(k / members) }))
  const all = [...small, { id: 'wide', charge: charges }]
  const isLate = (k: number) => k % members < 40
  const problem: Problem = {
    now,
    limit: now + 1000 * hour,
    calendars: [{ id: 'always', intervals: [[now, now + 1000 * hour]] }],
    machines: [{ id: 'F', calendar: 'always', chargeCapacity: members }],
    orders: all.map(({ id, charge }, k) => ({
      ...{ id, due: at(charge + 1) + (isLate(k) ? 0 : 50 * hour), priority: 100, weight: 1 },
    })),
    operations: all.map(({ id, charge }) => ({
      ...{ id, order: id, predecessors: [], mayPause: false, family: 'A' },
      machines: [{ machine: 'F', setupSeconds: 0, runSeconds: length, load: id === 'wide' ? 2 : 1 }],
      ...(fixed && charge === 0
        ? { fixed: { machine: 'F', setupStart: at(0), start: at(0), end: at(1), why: 'running' as const } }
        : {}),
    })),
  }
  const tasks = all.map(({ id, charge }) => ({
    ...{ operation: id, machine: 'F', setupStart: at(charge), start: at(charge), end: at(charge + 1) },
    charge: id === 'wide' ? id : `${charge * members}`,
  }))
  const search = new RepairSearch(problem, tasks, 1, new Map(tasks.map(task => [task.operation, task])))
  const plan = new RoomPlan(search.plan)
  const lateness = (task: number, end: number) => Math.max(0, end - problem.orders[task]!.due) / hour
  const freeEnd = () => at(charges + 2)
  const before = plan.work
  const values = new PlaceValues(plan, { price: 0.1, lateness, freeEnd, work: before + work })
  return { values, wide: small.length, isLate, looked: plan.work - before }
}
test('of a charge of many small tasks the few that can wait are named, and no others', () => {
  const { values, wide, isLate } = fullFurnace({ charges: 2, fixed: false, work: 1e6 })
  const joins = [...values.slotsOf(wide, at(2) + 1)].filter(({ charge }) => charge >= 0)
  expect(joins).toHaveLength(2 * 45)
  expect(joins.flatMap(({ victims }) => victims).filter(isLate)).toEqual([])
})
test('what places are worth is looked for within the work that there is', () => {
  const most = 4_000
  expect(fullFurnace({ charges: 4, fixed: false, work: 1e6 }).looked).toBeGreaterThan(most)
  expect(fullFurnace({ charges: 4, fixed: false, work: most }).looked).toBeLessThan(most + 2 * members)
})
test('nobody leaves a charge that is fixed', () => {
  const { values, wide } = fullFurnace({ charges: 2, fixed: true, work: 1e6 })
  const joins = [...values.slotsOf(wide, at(2) + 1)].filter(({ charge }) => charge >= 0)
  expect(new Set(joins.map(({ charge }) => charge))).toEqual(new Set([members]))
})
