import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomPlant } from '../testing/random-plant.ts'
import { compile } from './model.ts'
import type { Problem } from './problem.ts'
import { schedule } from './schedule.ts'
import { weightedTardinessBound } from './tardiness-bound.ts'

const boundOf = (problem: Problem, left: ReadonlySet<string> = new Set()) => {
  const model = compile(problem)
  return weightedTardinessBound(
    model,
    Uint8Array.from(model.problem.orders, order => Number(left.has(order.id))),
  )
}

test('no plan is better than the bound', () => {
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.nat(1e9),
        orders: fc.integer({ min: 1, max: 40 }),
        machines: fc.integer({ min: 1, max: 5 }),
        days: fc.constantFrom(20, 60, 120),
        rich: fc.boolean(),
        furnaces: fc.boolean(),
      }),
      size => {
        const problem = randomPlant(size)
        const plan = schedule(problem, { iterations: 8 })
        const bound = boundOf(problem, new Set(plan.unplanned.map(each => each.order)))
        expect(plan.score.weightedTardinessHours).toBeGreaterThanOrEqual(bound - 1e-6)
        expect(plan.lowerBoundHours).toBeCloseTo(bound, 6)
      },
    ),
    { numRuns: 80 },
  )
}, 60_000)

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
  expect(boundOf(problem)).toBeCloseTo(12, 6)
  expect(schedule(problem, { iterations: 3 }).score.weightedTardinessHours).toBe(12)
})
