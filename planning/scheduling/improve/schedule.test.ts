import { describe, expect, test } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import type { Operation, Problem } from '../problem/problem.ts'
import type { Progress } from './improve.ts'
import { schedule } from './schedule.ts'

const hour = 3600
const empty: Problem = {
  now: 1000 * hour,
  limit: 2000 * hour,
  calendars: [{ id: 'always', intervals: [[1000 * hour, 2000 * hour]] }],
  machines: [{ id: 'A', calendar: 'always' }],
  orders: [{ id: 'one', due: 1010 * hour, priority: 100 }],
  operations: [],
}
const operation = (id: string, more: Partial<Operation> = {}): Operation => ({
  id,
  order: 'one',
  machines: [{ machine: 'A', setupSeconds: 0, runSeconds: 2 * hour }],
  predecessors: [],
  mayPause: true,
  ...more,
})
const withOperations = (...operations: Operation[]): Problem => ({ ...empty, operations })

describe('small and odd problems', () => {
  test('nothing to do', () => {
    const plan = schedule(empty, { iterations: 3 })
    expect(plan.tasks).toEqual([])
    expect(plan.orders).toEqual([{ order: 'one', finish: null, tardinessSeconds: 0 }])
    expect(schedule({ ...empty, orders: [], machines: [], calendars: [] }).tasks).toEqual([])
  })
  test('a limit in the past leaves no time', () => {
    const problem = { ...withOperations(operation('a')), limit: 900 * hour }
    const plan = schedule(problem)
    expect(plan.unplanned).toMatchObject([{ operation: 'a', cause: 'no_calendar' }])
    expect(checkPlan(problem, plan)).toEqual([])
  })
  test('frozen intervals may come in any order and overlap', () => {
    const frozen = [
      [1004, 1006],
      [1000, 1001],
      [1003, 1005],
    ].map(([from, to]) => [from! * hour, to! * hour] as const)
    const problem = {
      ...withOperations(operation('a'), operation('b')),
      machines: [{ id: 'A', calendar: 'always', frozen }],
    }
    const plan = schedule(problem)
    expect(plan.tasks.map(task => task.start / hour)).toEqual([1001, 1006])
    expect(checkPlan(problem, plan)).toEqual([])
  })
  test('what refers to nothing is refused with its name', () => {
    const eligible = [{ machine: 'X', setupSeconds: 0, runSeconds: hour }]
    expect(() => schedule(withOperations(operation('a', { machines: eligible })))).toThrow('Unknown machine X')
    expect(() => schedule(withOperations(operation('a', { predecessors: [{ operation: 'b' }] })))).toThrow(
      'Unknown operation b',
    )
    expect(() => schedule(withOperations(operation('a'), operation('a')))).toThrow('one id')
  })
  test('two machines in turn for one that is overbooked by locks', () => {
    const fixed = (from: number, to: number): Operation['fixed'] => ({
      machine: 'A',
      setupStart: from * hour,
      start: from * hour,
      end: to * hour,
      why: 'locked',
    })
    const problem = withOperations(
      operation('a', { fixed: fixed(1001, 1004) }),
      operation('b', { fixed: fixed(1002, 1003) }),
      operation('c'),
    )
    const plan = schedule(problem)
    expect(plan.tasks.find(task => task.operation === 'c')!.start).toBe(1004 * hour)
    expect(checkPlan(problem, plan)).toEqual([])
  })
})

describe('improvement', () => {
  const problem = randomPlant({ seed: 7, orders: 40, machines: 5, days: 40 })

  test('reports the best so far and never a worse one; the last is the plan', () => {
    const seen: Progress[] = []
    const plan = schedule(problem, { iterations: 30, onProgress: progress => seen.push(progress) })
    expect(seen[0]!.iteration).toBe(0)
    const tardiness = seen.map(progress => progress.best.weightedTardinessHours)
    expect(tardiness).toEqual([...tardiness].sort((a, b) => b - a))
    expect(seen.length).toBeGreaterThan(1)
    expect(plan.score).toEqual(seen.at(-1)!.best)
    expect(plan.iterations).toBe(30)
  })
  test('stops when it is told to', () => {
    let asked = 0
    const plan = schedule(problem, { iterations: 1000, shouldStop: () => ++asked > 12 })
    expect(plan.iterations).toBeLessThan(12)
    expect(checkPlan(problem, plan)).toEqual([])
  })
  test('weighs its goals when it is told what an hour of each costs', () => {
    const scoreBy = (changeover: number, tardiness: number) =>
      schedule(problem, { iterations: 60, objective: { tardiness, changeover, makespan: 0, flow: 0 } }).score
    const dear = scoreBy(1000, 1)
    const cheap = scoreBy(1, 1000)
    expect(dear.setupSeconds).toBeLessThan(cheap.setupSeconds)
    expect(cheap.weightedTardinessHours).toBeLessThan(dear.weightedTardinessHours)
  })
  test('goes for the goal it is given', () => {
    const [tardiness, changeover, makespan] = (['tardiness', 'changeover', 'makespan'] as const).map(
      objective => schedule(problem, { iterations: 60, objective }).score,
    )
    expect(changeover!.setupSeconds).toBeLessThan(tardiness!.setupSeconds)
    expect(makespan!.makespanSeconds).toBeLessThanOrEqual(tardiness!.makespanSeconds)
    expect(tardiness!.weightedTardinessHours).toBeLessThan(changeover!.weightedTardinessHours)
  })
})
