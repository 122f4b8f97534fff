import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import { HandPlan } from './hand-plan.ts'
import { shiftByHand } from './hand-shift.ts'

const size = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 2, max: 12 }),
  machines: fc.integer({ min: 1, max: 4 }),
})
const shift = fc.record({
  operations: fc.array(fc.nat(1e6), { minLength: 1, maxLength: 5 }),
  direction: fc.constantFrom('left' as const, 'right' as const),
  seconds: fc.option(fc.integer({ min: 600, max: 400_000 })),
})

test('a shifted task goes in its direction; one that is refused stays; as far as possible moves no other', () => {
  fc.assert(
    fc.property(size, shift, (plant, { operations: picks, direction, seconds }) => {
      const problem = randomPlant({ ...plant, days: 90 })
      const plan = schedule(problem)
      if (plan.tasks.length === 0) return
      const operations = [...new Set(picks.map(pick => plan.tasks[pick % plan.tasks.length]!.operation))]
      const hand = new HandPlan(problem, plan)
      const before = new Map(hand.tasks().map(task => [task.operation, task]))
      const refused = shiftByHand(hand, { operations, direction, seconds })
      const locked = new Set(plan.tasks.filter(task => task.fixed).map(task => task.operation))
      expect(
        refused
          .filter(({ refusal }) => refusal.refusal === 'capacity_locked')
          .map(one => one.operation)
          .sort(),
      ).toEqual(operations.filter(id => locked.has(id)).sort())
      for (const task of hand.tasks()) {
        const was = before.get(task.operation)!
        expect(task.machine).toBe(was.machine)
        if (!operations.includes(task.operation)) {
          if (seconds === null) expect([task.start, task.end]).toEqual([was.start, was.end])
          continue
        }
        const by = task.start - was.start
        if (refused.some(one => one.operation === task.operation)) continue
        if (direction === 'right') expect(by).toBeGreaterThanOrEqual(0)
      }
    }),
    { numRuns: 100 },
  )
}, 60_000)
