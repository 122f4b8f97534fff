import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkChanged } from '../../checker/check-changed.ts'
import { seededRandom } from '../../random.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Problem } from '../problem/problem.ts'
import { roomMade } from './make-room.ts'
import { RepairSearch } from './repair-search.ts'

vi.setConfig({ testTimeout: 120_000 })

const size = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 15, max: 30 }),
  machines: fc.integer({ min: 1, max: 3 }),
  days: fc.constant(200),
  furnaces: fc.boolean(),
})

/** A plan in which each rule is kept, of orders some of which would be wanted much earlier now. */
function wantedEarlier(plant: Parameters<typeof randomPlant>[0], seed: number) {
  const random = seededRandom(seed)
  const given = randomPlant(plant)
  const problem: Problem = {
    ...given,
    orders: given.orders.map(order => (random() < 0.3 ? { ...order, due: given.now + 86_400, weight: 8 } : order)),
  }
  const tasks = schedule(given).tasks.filter(task => !task.fixed)
  const search = new RepairSearch(problem, tasks, 1, new Map(tasks.map(task => [task.operation, task])))
  return { problem, tasks, search }
}

test('room that is made keeps every rule, makes the plan less late, and moves nobody for nothing', () => {
  let made = 0
  fc.assert(
    fc.property(size, fc.nat(1e6), (plant, seed) => {
      const { problem, tasks, search } = wantedEarlier(plant, seed)
      if (search.push()) return
      const before = search.cost.now()
      const aim = { enough: 0, hoursPerMove: 0.1, work: 5_000 }
      const places = roomMade(search, tasks, aim, seed)
      expect(JSON.stringify(places)).toBe(JSON.stringify(roomMade(search, tasks, aim, seed)))
      if (!places) return
      made++
      const stood = new Map(tasks.map(task => [task.operation, task]))
      const after = new RepairSearch(problem, places, 1, stood, search)
      const moved = after.movedNow().length
      expect(checkChanged(problem, [], after.placedTasks()).filter(({ rule }) => rule !== 'conflict')).toEqual([])
      const { weightedHours } = after.cost.now()
      expect(before.weightedHours - weightedHours).toBeGreaterThanOrEqual(
        aim.hoursPerMove * (after.cost.now().moves - before.moves) - 1e-6,
      )
      // As it was set down it stands: no push is needed.
      expect(after.push()).toBeNull()
      expect(after.cost.now().weightedHours).toBeCloseTo(weightedHours, 6)
      expect(after.movedNow().length).toBe(moved)
    }),
    { numRuns: 100 },
  )
  expect(made).toBeGreaterThan(8)
})
