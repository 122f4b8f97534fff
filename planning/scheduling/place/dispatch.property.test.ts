import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { randomPlant } from '../../testing/random-plant.ts'
import { compile } from '../problem/model.ts'
import { Dispatcher } from './dispatch.ts'
import { rules } from './solve.ts'
import { urgencyOf } from './urgency.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 1, max: 30 }),
  machines: fc.integer({ min: 1, max: 8 }),
  furnaces: fc.boolean(),
  rich: fc.boolean(),
})

const dispatcherFor = (size: Parameters<typeof randomPlant>[0]) => {
  const model = compile(randomPlant(size))
  const dispatcher = new Dispatcher(model, urgencyOf(model))
  const run = (rule: number) => {
    dispatcher.run(rules[rule]!, new Uint8Array(model.orderCount))
    const { lane, setupStart, start, end, head, reason, behind } = dispatcher.timetable
    return [dispatcher.unplaced, lane, setupStart, start, end, head, reason, behind].map(each => each.toString())
  }
  return { dispatcher, run }
}

test('a pass does not depend on what was planned before it, here or for another plant', () => {
  fc.assert(
    fc.property(plant, plant, (one, other) => {
      const alone = dispatcherFor(one).run(0)
      const mine = dispatcherFor(one)
      const theirs = dispatcherFor(other)
      mine.run(1)
      theirs.run(2)
      expect(mine.run(0)).toEqual(alone)
      expect(mine.run(0)).toEqual(alone)
    }),
    { numRuns: 30 },
  )
})

test('a bias changes the plan, and without it the plan is as at first', () => {
  const { dispatcher, run } = dispatcherFor({ seed: 7, orders: 60, machines: 4 })
  const first = run(0)
  dispatcher.bias.fill(-3, 0, 10)
  const biased = run(0)
  dispatcher.bias.fill(0)
  expect(biased).not.toEqual(first)
  expect(run(0)).toEqual(first)
})
