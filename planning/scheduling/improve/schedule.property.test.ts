import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { seededRandom } from '../../random.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import type { Problem } from '../problem/problem.ts'
import { schedule } from './schedule.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 1, max: 25 }),
  machines: fc.integer({ min: 1, max: 8 }),
  days: fc.constantFrom(14, 40, 120),
  broken: fc.constantFrom(0, 0, 0.1),
})

describe('schedule', () => {
  test('keeps every rule: the checker finds nothing', () => {
    fc.assert(
      fc.property(plant, fc.constantFrom(0, 3, 30), (size, iterations) => {
        const problem = randomPlant(size)
        const plan = schedule(problem, { iterations })
        expect(checkPlan(problem, plan)).toEqual([])
        expect(plan.tasks.length + plan.unplanned.length).toBe(problem.operations.length)
      }),
    )
  })

  test('the same problem gives the same plan, whatever the order of its rows', () => {
    fc.assert(
      fc.property(plant, fc.nat(1e6), (size, seed) => {
        const problem = randomPlant(size)
        const plan = schedule(problem, { iterations: 2 })
        expect(schedule(problem, { iterations: 2 })).toEqual(plan)
        const shuffled = shuffle(problem, seed)
        const again = schedule(shuffled, { iterations: 2 })
        const { orders, ...rest } = again
        const { orders: before, ...same } = plan
        expect(rest).toEqual(same)
        expect(new Map(orders.map(order => [order.order, order]))).toEqual(
          new Map(before.map(order => [order.order, order])),
        )
      }),
      { numRuns: 40 },
    )
  })

  test('improvement never makes it worse', () => {
    fc.assert(
      fc.property(plant, size => {
        const problem = randomPlant(size)
        const first = schedule(problem).score
        const better = schedule(problem, { iterations: 8 }).score
        expect(better.unplannedOrders).toBeLessThanOrEqual(first.unplannedOrders)
        if (better.unplannedOrders === first.unplannedOrders) {
          expect(better.weightedTardinessHours).toBeLessThanOrEqual(first.weightedTardinessHours)
        }
      }),
      { numRuns: 40 },
    )
  })
})

function shuffle(problem: Problem, seed: number): Problem {
  const random = seededRandom(seed)
  const mixed = <T>(rows: readonly T[]): T[] =>
    rows
      .map(row => [random(), row] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, row]) => row)
  return {
    ...problem,
    calendars: mixed(problem.calendars),
    machines: mixed(problem.machines),
    resources: mixed(problem.resources ?? []),
    changeovers: mixed(problem.changeovers ?? []),
    orders: mixed(problem.orders),
    operations: mixed(problem.operations).map(operation => ({ ...operation, machines: mixed(operation.machines) })),
  }
}
