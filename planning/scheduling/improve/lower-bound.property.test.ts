import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import type { Problem } from '../problem/problem.ts'
import { lowerBound } from './lower-bound.ts'
import { schedule } from './schedule.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 1, max: 25 }),
  machines: fc.integer({ min: 1, max: 8 }),
  days: fc.constantFrom(40, 120),
  broken: fc.constantFrom(0, 0.1),
})

test('no plan is better than the bound', () => {
  fc.assert(
    fc.property(plant, size => {
      const problem = randomPlant(size)
      const bound = lowerBound(problem)
      const plan = schedule(problem, { iterations: 6 })
      // An order that fits nowhere within the horizon is in the bound and not in the score.
      fc.pre(plan.unplanned.every(({ cause }) => cause !== 'beyond_horizon'))
      const { weightedTardinessHours, lateOrders, setupSeconds, makespanSeconds } = plan.score
      expect(bound.weightedTardinessHours).toBeLessThanOrEqual(weightedTardinessHours + 1e-6)
      expect(bound.lateOrders).toBeLessThanOrEqual(lateOrders)
      expect(bound.setupSeconds).toBeLessThanOrEqual(setupSeconds)
      expect(bound.makespanSeconds).toBeLessThanOrEqual(makespanSeconds)
    }),
    { numRuns: 40 },
  )
})

test('one order alone on its machine reaches it', () => {
  fc.assert(
    fc.property(fc.nat(1e9), seed => {
      const problem = randomPlant({ seed, orders: 1, machines: 3, longestRouting: 1, days: 40 })
      fc.pre(problem.operations.every(operation => !operation.fixed) && problem.operations.length === 1)
      const plan = schedule(problem)
      fc.pre(plan.unplanned.length === 0)
      expect(lowerBound(problem).weightedTardinessHours).toBeCloseTo(plan.score.weightedTardinessHours, 6)
    }),
  )
})

test('three orders on one machine: the second and third wait, and that is proved', () => {
  const hour = 3600
  const one = (id: string, hours: number, due: number, weight: number) => ({
    order: { id, due: due * hour, priority: 1, weight },
    operation: {
      id: `${id}/10`,
      order: id,
      machines: [{ machine: 'M', setupSeconds: 0, runSeconds: hours * hour }],
      predecessors: [],
      mayPause: true,
    },
  })
  const all = [one('a', 2, 2, 1), one('b', 4, 3, 1), one('c', 6, 3, 1)]
  const problem: Problem = {
    now: 0,
    limit: 100 * hour,
    calendars: [{ id: 'always', intervals: [[0, 100 * hour]] }],
    machines: [{ id: 'M', calendar: 'always' }],
    orders: all.map(each => each.order),
    operations: all.map(each => each.operation),
  }
  // Ends 2, 6, 12 against 2, 3, 3.
  expect(lowerBound(problem).weightedTardinessHours).toBeCloseTo(12, 6)
  expect(schedule(problem, { iterations: 3 }).score.weightedTardinessHours).toBe(12)
})
