import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ResourceUse } from './resource-use.ts'

const task = fc.record({
  from: fc.nat(60),
  length: fc.integer({ min: 1, max: 20 }),
  amount: fc.integer({ min: 1, max: 3 }),
})

test('the use is the sum of what is held: an overload is found where a count second by second finds it', () => {
  fc.assert(
    fc.property(fc.array(task, { maxLength: 14 }), fc.nat(6), task, fc.boolean(), (tasks, back, asked, late) => {
      const capacity = 5
      const resource = new ResourceUse(capacity)
      for (const { from, length, amount } of tasks) resource.add(from, from + length, amount)
      for (const { from, length, amount } of tasks.slice(0, back)) resource.add(from, from + length, -amount)
      const held = tasks.slice(back)
      const use = (at: number) =>
        held.reduce((sum, { from, length, amount }) => sum + (from <= at && at < from + length ? amount : 0), 0)
      // After everything has begun the use only falls, and is looked at in another way.
      const from = asked.from + (late ? 60 : 0)
      const end = resource.overloadEnd(from, from + asked.length, asked.amount)
      const seconds = Array.from({ length: asked.length }, (_, k) => from + k)
      const overloaded = seconds.filter(at => use(at) + asked.amount > capacity)
      expect(end < 0).toBe(overloaded.length === 0)
      if (overloaded.length === 0) return
      expect(end).toBeGreaterThan(overloaded.at(-1)!)
      expect(use(end - 1) + asked.amount).toBeGreaterThan(capacity)
    }),
    { numRuns: 500 },
  )
})
