import { daySeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Objective } from '../improve/score.ts'
import { keptPromises, type PromisedOrder } from './promised-first.ts'
import { scheduleSteadily } from './steady-plan.ts'

vi.setConfig({ testTimeout: 120_000 })

const plant = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 2, max: 25 }),
  machines: fc.integer({ min: 1, max: 6 }),
  days: fc.constant(200),
  broken: fc.constantFrom(0, 0, 0.05),
})
const objectives: readonly Objective[] = [
  { tardiness: 1000, changeover: 100, makespan: 10, flow: 1, stability: 1 },
  { tardiness: 1000, changeover: 100, makespan: 10, flow: 1, stability: 0 },
  'changeover',
  'makespan',
]

test('a plan with promises keeps every rule, leaves nothing out for them, and keeps nearly all that a plan had promised', () => {
  let promises = 0
  let kept = 0
  fc.assert(
    fc.property(plant, fc.constantFrom(...objectives), fc.integer({ min: 2, max: 4 }), (size, objective, share) => {
      const problem = randomPlant(size)
      const before = schedule(problem)
      const inPlan = Map.groupBy(before.tasks, ({ order }) => order)
      const promised = problem.orders.flatMap(({ id }, i): PromisedOrder[] => {
        const tasks = inPlan.get(id)
        if (i % share > 0 || !tasks) return []
        return [
          {
            order: id,
            // A day is promised, not an hour.
            by: Math.max(...tasks.map(({ end }) => end)) + daySeconds,
            hours: tasks.map(({ operation, machine, setupStart, start, end }) => ({
              ...{ operation, machines: [machine], place: { machine, setupStart, start, end } },
            })),
          },
        ]
      })
      const isPromised = new Set(promised.map(({ order }) => order))
      const rivals = {
        ...problem,
        orders: problem.orders.map(one =>
          isPromised.has(one.id) ? { ...one, priority: 10_000 } : { ...one, due: problem.now, priority: 1 },
        ),
      }
      const plan = scheduleSteadily(rivals, { iterations: 4, objective, promised })
      expect(checkPlan(rivals, plan)).toEqual([])
      expect(plan.unplanned.map(({ operation }) => operation).sort()).toEqual(
        before.unplanned.map(({ operation }) => operation).sort(),
      )
      // Hours in a charge that others share are nobody's to promise.
      if (size.furnaces) return
      promises += promised.length
      kept += keptPromises(rivals, plan.tasks, promised).length
    }),
    { numRuns: 150 },
  )
  expect(promises).toBeGreaterThan(100)
  // Alone a task may need another set-up than behind the rival that it stood behind.
  expect(kept / promises).toBeGreaterThan(0.97)
})
