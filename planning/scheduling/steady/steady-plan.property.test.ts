import { daySeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { seededRandom } from '../../random.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Plan } from '../place/plan.ts'
import type { Problem } from '../problem/problem.ts'
import { scheduleSteadily } from './steady-plan.ts'

vi.setConfig({ testTimeout: 120_000 })

const plant = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 2, max: 25 }),
  machines: fc.integer({ min: 1, max: 6 }),
  days: fc.constant(200),
  broken: fc.constantFrom(0, 0, 0.05),
})
const weights = (stability: number) => ({ tardiness: 1000, changeover: 100, makespan: 10, flow: 1, stability })

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
/** Some material comes later than it was to, and a machine may stop. */
function disturbed(problem: Problem, seed: number): Problem {
  const random = seededRandom(seed)
  const from = problem.now + Math.floor(random() * 5) * daySeconds
  const stopped = random() < 0.5 ? problem.machines[0]!.id : null
  return {
    ...problem,
    machines: problem.machines.map(one =>
      one.id === stopped
        ? { ...one, frozen: [...(one.frozen ?? []), [from, from + daySeconds] as const].sort((a, b) => a[0] - b[0]) }
        : one,
    ),
    operations: problem.operations.map(one =>
      one.fixed || !one.kit || one.kit.at === null || random() < 0.7
        ? one
        : { ...one, kit: { ...one.kit, at: one.kit.at + Math.floor(random() * 6 * daySeconds) } },
    ),
  }
}
const placeOf = ({ tasks }: Plan) =>
  new Map(tasks.map(({ operation, machine, start, end }) => [operation, `${machine} ${start} ${end}`]))

test('a plan that leaves the next days as they are keeps every rule and leaves nothing out', () => {
  fc.assert(
    fc.property(plant, fc.nat(1e6), fc.constantFrom(0, 4), (size, seed, iterations) => {
      const before = randomPlant(size)
      const problem = disturbed(standingAt(before, schedule(before)), seed)
      const steady = scheduleSteadily(problem, { iterations, objective: weights(1) })
      expect(checkPlan(problem, steady)).toEqual([])
      expect(steady.unplanned.length).toBeLessThanOrEqual(schedule(problem).unplanned.length)
      expect(scheduleSteadily(problem, { iterations, objective: weights(1) })).toEqual(steady)
    }),
    { numRuns: 150 },
  )
})

test('where nothing has happened, and no lateness is worth a move, the next days stay as they are', () => {
  let held = 0
  fc.assert(
    fc.property(plant, fc.constantFrom(0, 4), (size, iterations) => {
      const problem = randomPlant(size)
      const stood = schedule(problem)
      const steady = scheduleSteadily(standingAt(problem, stood), { iterations, objective: weights(1e9) })
      const after = placeOf(steady)
      for (const { operation, machine, start, end, fixed } of stood.tasks) {
        if (fixed || start >= problem.now + 3 * daySeconds) continue
        held++
        expect(after.get(operation)).toBe(`${machine} ${start} ${end}`)
      }
    }),
    { numRuns: 100 },
  )
  expect(held).toBeGreaterThan(100)
})

test('what is locked on a machine that stops stays there, and all else is planned by every rule beside it', () => {
  let stopped = 0
  fc.assert(
    fc.property(plant, fc.nat(1e6), (size, seed) => {
      const random = seededRandom(seed)
      const before = randomPlant(size)
      const stood = schedule(before)
      const locked = new Set(before.orders.filter(() => random() < 0.3).map(({ id }) => id))
      const placeOf = new Map(stood.tasks.map(task => [task.operation, task]))
      const hit = stood.tasks.find(({ order, fixed }) => !fixed && locked.has(order))
      // The whole order is locked, or what of it has been told to the floor.
      const isLocked = (id: string, order: string) =>
        locked.has(order) && (seed % 3 > 0 || (hit && placeOf.get(id)!.start <= hit.start))
      const problem: Problem = {
        ...before,
        machines: before.machines.map(one =>
          one.id === hit?.machine ? { ...one, frozen: [[hit.setupStart, hit.end + 3600] as const] } : one,
        ),
        operations: before.operations.map(one => {
          const task = placeOf.get(one.id)
          if (!task || one.fixed) return one
          const { machine, setupStart, start, end } = task
          const place = { machine, setupStart, start, end }
          return isLocked(one.id, one.order)
            ? { ...one, fixed: { ...place, why: 'locked' as const } }
            : { ...one, standing: place }
        }),
      }
      if (hit) stopped++
      for (const plan of [schedule(problem), scheduleSteadily(problem, { iterations: 3, objective: weights(1) })]) {
        expect(checkPlan(problem, plan)).toEqual([])
        const now = new Map(plan.tasks.map(task => [task.operation, task]))
        if (hit) expect(now.get(hit.operation)).toMatchObject({ machine: hit.machine, start: hit.start, end: hit.end })
      }
    }),
    { numRuns: 200 },
  )
  expect(stopped).toBeGreaterThan(100)
})
