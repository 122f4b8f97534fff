import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { seededRandom } from '../../random.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Problem } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { repairPlan } from './repair-plan.ts'
import { RepairSearch } from './repair-search.ts'

vi.setConfig({ testTimeout: 120_000 })

const size = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 5, max: 25 }),
  machines: fc.integer({ min: 4, max: 16 }),
  days: fc.constant(200),
})

/** Orders that have to move, and those that stand on a machine with one of them, are made for one of them or wait for the same material. */
function concernedIn(problem: Problem, tasks: readonly StandingTask[]): Set<string> {
  const operations = new Map(problem.operations.map(one => [one.id, one]))
  const search = new RepairSearch(problem, tasks, 1, new Map(tasks.map(task => [task.operation, task])))
  if (search.push()) return new Set(problem.orders.map(({ id }) => id))
  const pushed = search
    .movedNow()
    .map(i => problem.operations.find(({ id }) => id === search.model.operationNumber.ids[i])!)
  const orders = new Set(pushed.map(({ order }) => order))
  const touches = ({ id, machine }: { id: string; machine: string }) => {
    const { kit, predecessors } = operations.get(id)!
    return [
      machine,
      `material ${kit?.material ?? id}`,
      ...predecessors.map(link => `link ${link.operation}`),
      `link ${id}`,
    ]
  }
  const all = [...tasks, ...search.placedTasks()].map(task => ({
    order: operations.get(task.operation)!.order,
    touched: touches({ id: task.operation, machine: task.machine }),
  }))
  const touched = new Set(all.flatMap(one => (orders.has(one.order) ? one.touched : [])))
  return new Set(all.flatMap(one => (one.touched.some(what => touched.has(what)) ? one.order : [])))
}

test('the choice of fewest moves leaves an order where it is that shares nothing with those that have to move', () => {
  let left = 0
  fc.assert(
    fc.property(
      size,
      fc.constantFrom('stop', 'slip', 'later'),
      fc.nat(1e6),
      fc.boolean(),
      (plant, what, seed, tight) => {
        const random = seededRandom(seed)
        const whole = (below: number) => Math.floor(random() * below)
        const before = randomPlant(plant)
        const tasks = schedule(before).tasks.filter(task => !task.fixed)
        const machine = before.machines[whole(before.machines.length)]!.id
        const from = before.now + whole(5) * 86_400
        const problem: Problem = {
          ...before,
          now: what === 'later' ? before.now + 3600 * whole(30) : before.now,
          // Late or not: where all is late, something is to be gained anywhere.
          orders: before.orders.map(order => (tight ? { ...order, due: before.now + whole(3) * 86_400 } : order)),
          machines: before.machines.map(one =>
            what === 'stop' && one.id === machine
              ? {
                  ...one,
                  frozen: [...(one.frozen ?? []), [from, from + 2 * 86_400] as const].sort((a, b) => a[0] - b[0]),
                }
              : one,
          ),
          operations: before.operations.map(operation =>
            what === 'slip' && random() < 0.05 && operation.kit?.at !== null
              ? { ...operation, kit: { at: before.now + whole(20) * 86_400, material: `late ${operation.id}` } }
              : operation,
          ),
        }
        const answer = repairPlan(problem, tasks)
        if (!answer.ok || !answer.push) return
        const concerned = concernedIn(problem, tasks)
        left += problem.orders.length - concerned.size
        const orderOf = new Map(problem.operations.map(({ id, order }) => [id, order]))
        const strangers = answer.choices[0]!.moved.filter(({ operation }) => !concerned.has(orderOf.get(operation)!))
        expect(strangers.map(({ operation }) => operation)).toEqual([])
      },
    ),
    { numRuns: 100 },
  )
  expect(left).toBeGreaterThan(100)
})
