import { daySeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkChanged } from '../../checker/check-changed.ts'
import { seededRandom } from '../../random.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import { RepairSearch } from '../repair/repair-search.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  ...plantSizes,
  orders: fc.integer({ min: 2, max: 25 }),
  machines: fc.integer({ min: 1, max: 6 }),
  days: fc.constant(200),
})

test('pushed on in turn a plan keeps every rule, and nothing begins before it stood', () => {
  let pushed = 0
  fc.assert(
    fc.property(plant, fc.nat(1e6), fc.boolean(), (size, seed, keepsTurn) => {
      const before = randomPlant(size)
      const plan = schedule(before)
      const tasks = plan.tasks.filter(({ fixed }) => !fixed)
      const locked = plan.tasks.filter(({ fixed }) => fixed)
      const random = seededRandom(seed)
      const from = before.now + Math.floor(random() * 5) * daySeconds
      const problem = {
        ...before,
        machines: before.machines.map((one, m) =>
          m > 0
            ? one
            : {
                ...one,
                frozen: [...(one.frozen ?? []), [from, from + daySeconds] as const].sort((a, b) => a[0] - b[0]),
              },
        ),
      }
      const answer = new RepairSearch(problem, tasks, 1, new Map()).inTurn(keepsTurn)
      if (!answer) return
      const stood = new Map(tasks.map(task => [task.operation, task]))
      for (const { operation, start, machine } of answer) {
        expect(start).toBeGreaterThanOrEqual(stood.get(operation)!.start)
        expect(machine).toBe(stood.get(operation)!.machine)
        if (start > stood.get(operation)!.start) pushed++
      }
      expect(answer.length).toBe(tasks.length)
      expect(checkChanged(problem, [], [...locked, ...answer]).filter(({ rule }) => rule !== 'conflict')).toEqual([])
    }),
    { numRuns: 100 },
  )
  expect(pushed).toBeGreaterThan(50)
})

test('where nothing has happened nothing is pushed', () => {
  fc.assert(
    fc.property(plant, fc.boolean(), (size, keepsTurn) => {
      const problem = randomPlant(size)
      const tasks = schedule(problem).tasks.filter(({ fixed }) => !fixed)
      const answer = new RepairSearch(problem, tasks, 1, new Map()).inTurn(keepsTurn)!
      const starts = (all: readonly { operation: string; start: number }[]) =>
        Object.fromEntries(all.map(({ operation, start }) => [operation, start]))
      expect(starts(answer)).toEqual(starts(tasks))
    }),
    { numRuns: 60 },
  )
})
