import fc from 'fast-check'
import { expect, test } from 'vitest'
import { schedule } from '../scheduling/improve/schedule.ts'
import type { Task } from '../scheduling/place/plan.ts'
import type { Problem } from '../scheduling/problem/problem.ts'
import { randomPlant } from '../testing/random-plant.ts'
import { checkChanged } from './check-changed.ts'
import { checkPlan } from './check-plan.ts'

const plant = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 2, max: 12 }),
  machines: fc.integer({ min: 1, max: 4 }),
  furnaces: fc.boolean(),
  rich: fc.boolean(),
})
const drags = fc.array(
  fc.record({
    task: fc.nat(1e6),
    machine: fc.nat(9),
    hours: fc.integer({ min: -40, max: 40 }),
    longer: fc.constantFrom(0, 0, 3_600, -1_800),
  }),
  { minLength: 1, maxLength: 4 },
)

/** Most operations need of the few people. */
const crowded = (problem: Problem): Problem => ({
  ...problem,
  operations: problem.operations.map((operation, i) =>
    i % 3 === 0 || operation.fixed ? operation : { ...operation, holds: [{ resource: 'crew', amount: 1 }] },
  ),
})

type Drag = typeof drags extends fc.Arbitrary<infer T extends readonly unknown[]> ? T[number] : never

/** Tasks put anywhere, whatever that breaks. */
function displaced(problem: Problem, tasks: readonly Task[], wanted: readonly Drag[]): Task[] {
  const after = new Map(tasks.map(task => [task.operation, task]))
  for (const { task: which, machine, hours, longer } of wanted) {
    const task = after.get(tasks[which % tasks.length]!.operation)!
    if (task.fixed) continue
    const { machines } = problem.operations.find(({ id }) => id === task.operation)!
    const by = hours * 3_600
    after.set(task.operation, {
      ...task,
      machine: machines[machine % machines.length]!.machine,
      ...{ setupStart: task.setupStart + by, start: task.start + by, end: task.end + by + longer },
    })
  }
  return [...after.values()]
}

/** The same by looking at everything twice. */
function asking(problem: Problem, before: readonly Task[], after: readonly Task[]): string[] {
  const faults = (tasks: readonly Task[]) =>
    checkPlan(problem, {
      ...{ tasks, unplanned: [], orders: [], conflicts: [], iterations: 0 },
      score: {
        ...{ weightedTardinessHours: 0, lateOrders: 0, setupSeconds: 0 },
        ...{ makespanSeconds: 0, flowSeconds: 0, unplannedOrders: 0 },
      },
    })
      .filter(({ rule }) => rule !== 'outcome' && rule !== 'reason')
      .map(({ rule, subject, object }) => `${rule} ${subject} ${object}`)
  const old = new Set(faults(before))
  return [...new Set(faults(after).filter(fault => !old.has(fault)))].sort()
}

test('what a change breaks is found by looking at what it touches alone: the same as by looking at everything', () => {
  let found = 0
  fc.assert(
    fc.property(plant, fc.boolean(), drags, drags, (size, isCrowded, some, more) => {
      const random = randomPlant({ ...size, days: 60 })
      const problem = isCrowded && size.rich ? crowded(random) : random
      const good = schedule(problem, { iterations: 10, seed: 1 }).tasks
      if (good.length === 0) return
      // A plan with faults of its own, and then a change of it.
      const before = displaced(problem, good, some)
      const after = displaced(problem, before, more)
      const changed = checkChanged(problem, before, after).map(one => `${one.rule} ${one.subject} ${one.object}`)
      const whole = asking(problem, before, after)
      found += whole.length
      expect([...new Set(changed)].sort()).toEqual(whole)
    }),
    { numRuns: 400 },
  )
  expect(found).toBeGreaterThan(200)
}, 60_000)
