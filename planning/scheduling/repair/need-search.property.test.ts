import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkChanged } from '../../checker/check-changed.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Problem } from '../problem/problem.ts'
import { playedByNeed } from './need-search.ts'
import { RepairSearch } from './repair-search.ts'

vi.setConfig({ testTimeout: 120_000 })

const size = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 5, max: 30 }),
  machines: fc.integer({ min: 1, max: 4 }),
  days: fc.constant(200),
  furnaces: fc.boolean(),
})

/** A plan of a plant, one machine of which stops for two days: others are due soon, and weigh more. */
function stopped(plant: Parameters<typeof randomPlant>[0], seed: number) {
  const before = randomPlant(plant)
  const { tasks } = schedule(before)
  const from = before.now + (seed % 5) * 86_400
  const at = seed % before.machines.length
  const problem: Problem = {
    ...before,
    orders: before.orders.map((order, k) =>
      k % 3 === 0 ? { ...order, due: before.now + 5 * 86_400, weight: 4 } : order,
    ),
    machines: before.machines.map((one, k) =>
      k === at
        ? { ...one, frozen: [...(one.frozen ?? []), [from, from + 2 * 86_400] as const].sort((a, b) => a[0] - b[0]) }
        : one,
    ),
  }
  const free = tasks.filter(task => !task.fixed)
  const stood = new Map(free.map(task => [task.operation, task]))
  return { problem, tasks: free, stood, fixed: tasks.filter(task => task.fixed) }
}

test('a plan that is played on by need keeps every rule and what is locked, and stands without a push', () => {
  let [played, moved, better] = [0, 0, 0]
  fc.assert(
    fc.property(size, fc.nat(1e6), (plant, seed) => {
      const { problem, tasks, stood, fixed } = stopped(plant, seed)
      const search = () => new RepairSearch(problem, tasks, 1, stood)
      const aim = { hoursPerMove: 0.1, mostMoved: tasks.length, enough: 0, tries: 20, rush: new Set<string>() }
      const places = playedByNeed(search(), tasks, aim, seed)
      expect(JSON.stringify(places)).toBe(JSON.stringify(playedByNeed(search(), tasks, aim, seed)))
      if (!places) return
      played++
      const after = new RepairSearch(problem, places, 1, stood)
      const { weightedHours, movedCount } = after.cost.now()
      const all = after.placedTasks()
      expect(checkChanged(problem, [], all).filter(({ rule }) => rule !== 'conflict')).toEqual([])
      for (const task of fixed)
        expect(all.find(({ operation }) => operation === task.operation)).toMatchObject({
          machine: task.machine,
          start: task.start,
          end: task.end,
        })
      expect(after.push()).toBeNull()
      expect(after.cost.now().weightedHours).toBeCloseTo(weightedHours, 6)
      expect(after.cost.now().movedCount).toBe(movedCount)
      moved += Number(movedCount > 0)
      const pushed = search()
      if (!pushed.push()) better += Number(weightedHours < pushed.cost.now().weightedHours - 1e-6)
    }),
    { numRuns: 120 },
  )
  expect(played).toBeGreaterThan(80)
  expect(moved).toBeGreaterThan(40)
  expect(better).toBeGreaterThan(20)
})
