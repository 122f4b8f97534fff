import { daySeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkChanged } from '../../checker/check-changed.ts'
import { seededRandom } from '../../random.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import { RepairSearch } from '../repair/repair-search.ts'
import { calledBack } from '../repair/repair-turns.ts'

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

const hour = 3600
const at = 1_772_409_600
const operation = (id: string, machines: readonly string[]) => ({
  id,
  order: id,
  machines: machines.map(machine => ({ machine, setupSeconds: 0, runSeconds: 4 * hour })),
  predecessors: [],
  mayPause: true,
})
const stands = (id: string, machine: string, start: number) => ({
  ...{ operation: id, machine, setupStart: at + start * hour, start: at + start * hour, end: at + (start + 4) * hour },
})

test('who is called back takes its old place, and who is in the way goes to another machine or waits', () => {
  const problem = {
    now: at,
    limit: at + 100 * hour,
    calendars: [{ id: 'always', intervals: [[at, at + 100 * hour]] as const }],
    machines: ['A', 'B'].map(id => ({ id, calendar: 'always' })),
    orders: ['late', 'there'].map(id => ({ id, due: at + (id === 'late' ? 4 : 90) * hour, priority: 100 })),
    operations: [operation('late', ['A']), operation('there', ['A', 'B'])],
  }
  const wanted = [stands('late', 'A', 0), stands('there', 'A', 4)]
  const from = new RepairSearch(problem, [stands('late', 'A', 40), stands('there', 'A', 0)], 1, new Map())
  const answer = calledBack(from, wanted, { hoursPerMove: 0.01 }, 1, 12)!
  const placeOf = (id: string) => answer.find(task => task.operation === id)
  expect(placeOf('late')).toMatchObject({ machine: 'A', start: at })
  expect(placeOf('there')!.start).toBeGreaterThanOrEqual(placeOf('there')!.machine === 'B' ? at : at + 4 * hour)
  expect(checkChanged(problem, [], answer)).toEqual([])
  // Nothing is late any more, so that nothing comes back.
  const settled = new RepairSearch(problem, wanted, 1, new Map())
  expect(calledBack(settled, wanted, { hoursPerMove: 0.01 }, 1, 12)).toBe(null)
})
