import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { seededRandom } from '../../random.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { findStuckOrders } from '../compile/causes.ts'
import { schedule } from '../improve/schedule.ts'
import type { Plan } from '../place/plan.ts'
import { compile } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { fromStanding } from './from-standing.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 2, max: 20 }),
  machines: fc.integer({ min: 1, max: 6 }),
  days: fc.constant(200),
})

const standingAt = (problem: Problem, { tasks }: Plan): Problem => {
  const of = new Map(tasks.map(task => [task.operation, task]))
  return {
    ...problem,
    operations: problem.operations.map(operation => {
      const task = of.get(operation.id)
      return task === undefined || operation.fixed ? operation : { ...operation, standing: task }
    }),
  }
}

/** Some kits are there earlier; the first in line outweighs all others together. */
function withFirst(problem: Problem): { problem: Problem; first: string } {
  const [first] = problem.orders.toSorted((a, b) => a.priority - b.priority || a.due - b.due || (a.id < b.id ? -1 : 1))
  const orders = problem.orders.map(order => (order === first ? { ...order, weight: 1e9 } : order))
  return { problem: { ...problem, orders }, first: first!.id }
}
function moreSupply(problem: Problem, seed: number): Problem {
  const random = seededRandom(seed)
  return {
    ...problem,
    operations: problem.operations.map(operation => {
      const { kit } = operation
      if (!kit || kit.at === null || random() < 0.5) return operation
      return { ...operation, kit: { ...kit, at: Math.round(problem.now + (kit.at - problem.now) * random()) } }
    }),
  }
}

describe('a plan that stands', () => {
  test('is where the next begins: it keeps every rule and is never worse', () => {
    fc.assert(
      fc.property(plant, fc.constantFrom(0, 5), (size, iterations) => {
        const problem = randomPlant(size)
        const plan = schedule(problem, { iterations: 12 })
        const next = standingAt(problem, plan)
        const again = schedule(next, { iterations })
        expect(checkPlan(next, again)).toEqual([])
        expect(again.score.unplannedOrders).toBeLessThanOrEqual(plan.score.unplannedOrders)
        if (again.score.unplannedOrders === plan.score.unplannedOrders)
          expect(again.score.weightedTardinessHours).toBeLessThanOrEqual(plan.score.weightedTardinessHours + 1e-6)
      }),
      { numRuns: 60 },
    )
  })

  test('more supply never makes the first in line later', () => {
    fc.assert(
      fc.property(plant, fc.nat(1e6), fc.constantFrom(0, 0, 5), (size, seed, iterations) => {
        const { problem, first } = withFirst(randomPlant(size))
        const plan = schedule(problem, { iterations: 12 })
        const more = schedule(standingAt(moreSupply(problem, seed), plan), { iterations })
        const tardiness = (of: Plan) => of.orders.find(({ order }) => order === first)!.tardinessSeconds
        expect(more.score.unplannedOrders).toBeLessThanOrEqual(plan.score.unplannedOrders)
        expect(tardiness(more)).toBeLessThanOrEqual(tardiness(plan) + 1)
      }),
      { numRuns: 200 },
    )
  })

  test('the heavier stability weighs, the less is moved', () => {
    fc.assert(
      fc.property(plant, fc.nat(1e6), (size, seed) => {
        const problem = randomPlant(size)
        const plan = schedule(problem)
        const next = standingAt(moreSupply(problem, seed), plan)
        const model = compile(next)
        const kept = fromStanding(model, findStuckOrders(model))
        if (kept === null) return
        const objective = { tardiness: 1, changeover: 0.1, makespan: 0.01, flow: 0.001, stability: 1e6 }
        const steady = schedule(next, { iterations: 8, objective })
        expect(checkPlan(next, steady)).toEqual([])
        if (steady.score.unplannedOrders < kept.score.unplannedOrders) return
        expect(steady.score.movedSeconds ?? 0).toBeLessThanOrEqual((kept.score.movedSeconds ?? 0) + 1)
      }),
      { numRuns: 60 },
    )
  })
})

test('an order is taken forward only when that gains more than the moves cost', () => {
  const hour = 3600
  const at = 1_772_409_600
  const operation = (id: string, start: number) => ({
    id,
    order: id,
    machines: [{ machine: 'M', setupSeconds: 0, runSeconds: 2 * hour }],
    predecessors: [],
    mayPause: true,
    standing: { machine: 'M', setupStart: start, start, end: start + 2 * hour },
  })
  const problem: Problem = {
    now: at,
    limit: at + 100 * hour,
    calendars: [{ id: 'always', intervals: [[at, at + 100 * hour]] }],
    machines: [{ id: 'M', calendar: 'always' }],
    orders: [
      { id: 'A', due: at + 4 * hour, priority: 100, weight: 1 },
      { id: 'B', due: at + 2 * hour, priority: 100, weight: 1 },
    ],
    operations: [operation('A', at), operation('B', at + 2 * hour)],
  }
  const firstOf = (stability: number) =>
    schedule(problem, { iterations: 20, objective: { tardiness: 1, changeover: 0, makespan: 0, flow: 0, stability } })
      .tasks[0]!.operation
  // Two hours of lateness against two tasks that move by two hours each.
  expect(firstOf(0)).toBe('B')
  expect(firstOf(0.4)).toBe('B')
  expect(firstOf(0.6)).toBe('A')
})
