import { daySeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { findStuckOrders } from '../compile/causes.ts'
import { schedule } from '../improve/schedule.ts'
import { Dispatcher } from '../place/dispatch.ts'
import { rules, solve } from '../place/solve.ts'
import { urgencyOf } from '../place/urgency.ts'
import { compile } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { Playout } from './playout.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 1, max: 20 }),
  machines: fc.integer({ min: 1, max: 6 }),
  furnaces: fc.boolean(),
  rich: fc.boolean(),
})

/** Kits that are late as one supply each. */
const disturbed = (problem: Problem, lateShare = 0.3, runSpread = 0.2): Problem => ({
  ...problem,
  operations: problem.operations.map(operation =>
    operation.kit?.at && operation.kit.at > problem.now
      ? { ...operation, kit: { ...operation.kit, supplies: [{ id: `to ${operation.id}`, at: operation.kit.at }] } }
      : operation,
  ),
  disturbances: {
    lateShare,
    meanLateSeconds: 2 * daySeconds,
    runSpread,
    runLoss: 0,
    aheadSeconds: 30 * daySeconds,
    lateOrderHours: 50,
  },
})

test('plans that are to hold keep every rule, and the same problem gives the same plan', () => {
  fc.assert(
    fc.property(plant, fc.constantFrom(0, 3, 40, 250), (size, iterations) => {
      const problem = disturbed(randomPlant({ ...size, days: 120 }))
      const plan = schedule(problem, { iterations })
      expect(checkPlan(problem, plan)).toEqual([])
      expect(plan.tasks.length + plan.unplanned.length).toBe(problem.operations.length)
      expect(schedule({ ...problem, operations: problem.operations.toReversed() }, { iterations })).toEqual(plan)
    }),
    { numRuns: 30 },
  )
})

test('played out without disturbances an order is late when it is late by plan', () => {
  fc.assert(
    fc.property(plant, size => {
      const problem = disturbed(randomPlant({ ...size, days: 120 }), 0, 0)
      const model = compile(problem)
      const { timetable } = solve(model, new Dispatcher(model, urgencyOf(model)), rules[0]!, findStuckOrders(model))
      const playout = new Playout(timetable, problem.disturbances!, 1, 1)
      playout.load(timetable)
      let late = 0
      for (let order = 0; order < model.orderCount; order++) {
        const ends = model.orderOf.reduce(
          (last, of, i) => (of === order && timetable.isPlaced(i) ? Math.max(last, timetable.end[i]!) : last),
          0,
        )
        const counts = model.orderWeight[order]! > 0 && model.orderDue[order]! <= problem.now + 30 * daySeconds
        if (counts && ends > model.orderDue[order]!) late++
      }
      expect(playout.play(0)).toBe(late)
    }),
    { numRuns: 60 },
  )
})
