import { expect, test } from 'vitest'
import type { Problem } from '../problem/problem.ts'
import { heldTasks } from './held-tasks.ts'

const at = 1_772_409_600
const hour = 3600
const standing = { machine: 'F', setupStart: at, start: at, end: at + 4 * hour, charge: 'leads' }
const operation = (id: string, kitAt: number) => ({
  ...{ id, order: id, predecessors: [], mayPause: true, kit: { at: kitAt, material: null }, standing },
  machines: [{ machine: 'F', setupSeconds: 0, runSeconds: 4 * hour }],
})
const furnace = (leads: number, follows: number): Problem => ({
  ...{ now: at, limit: at + 100 * hour, calendars: [{ id: 'always', intervals: [[at, at + 100 * hour]] }] },
  machines: [{ id: 'F', calendar: 'always', chargeCapacity: 10 }],
  orders: ['leads', 'follows'].map(id => ({ id, due: at + 50 * hour, priority: 100 })),
  operations: [operation('leads', leads), operation('follows', follows)],
})
const heldOf = (problem: Problem) => heldTasks(problem, () => true).map(task => task.operation)

test('of a charge whose leader cannot stay nobody stays; a member that cannot leaves the others', () => {
  expect(heldOf(furnace(at, at)).sort()).toEqual(['follows', 'leads'])
  expect(heldOf(furnace(at + hour, at))).toEqual([])
  expect(heldOf(furnace(at, at + hour))).toEqual(['leads'])
})
