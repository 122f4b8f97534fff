import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { findStuckOrders } from '../compile/causes.ts'
import { Dispatcher } from '../place/dispatch.ts'
import { planFrom } from '../place/plan-from.ts'
import { rules, solve } from '../place/solve.ts'
import { urgencyOf } from '../place/urgency.ts'
import { compile } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { RuleClimb } from './rule-climb.ts'
import { compareScores, type Objective } from './score.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 1, max: 30 }),
  machines: fc.integer({ min: 1, max: 6 }),
  furnaces: fc.boolean(),
  rich: fc.boolean(),
})
const objectives = fc.constantFrom<Objective>('tardiness', 'changeover', 'makespan')

/** The plans that it finds, in order, with the first one before them. */
function climbed(problem: Problem, objective: Objective, seed: number) {
  const model = compile(problem)
  const dispatcher = new Dispatcher(model, urgencyOf(model))
  const first = solve(model, dispatcher, rules[0]!, findStuckOrders(model))
  const climb = new RuleClimb(first, dispatcher, objective, seed)
  const plans = [first]
  while (!climb.isDone) {
    const found = climb.step()
    if (found) plans.push(found)
  }
  return plans
}

test('each plan is better than the one before and keeps every rule', () => {
  let found = 0
  fc.assert(
    fc.property(plant, objectives, (given, objective) => {
      const problem = randomPlant(given)
      const plans = climbed(problem, objective, 1)
      found += plans.length - 1
      for (const [i, { score, timetable, stuck }] of plans.entries()) {
        if (i > 0) expect(compareScores(score, plans[i - 1]!.score, objective)).toBeLessThan(0)
        expect(checkPlan(problem, planFrom(problem, timetable, stuck, 0))).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(20)
})

test('one seed finds the same plans again', () => {
  fc.assert(
    fc.property(plant, fc.nat(100), (given, seed) => {
      const problem = randomPlant(given)
      const told = () => climbed(problem, 'tardiness', seed).map(({ rule, score }) => ({ rule, score }))
      expect(told()).toEqual(told())
    }),
    { numRuns: 30 },
  )
})

test('where machines are overloaded for long it finds what the rules that are tried first do not', () => {
  const problem = randomPlant({ seed: 1, orders: 1_000, machines: 10, longestRouting: 9, days: 400, furnaces: true })
  const model = compile(problem)
  const dispatcher = new Dispatcher(model, urgencyOf(model))
  const stuck = findStuckOrders(model)
  const hours = rules.map(rule => solve(model, dispatcher, rule, stuck).score.weightedTardinessHours)
  const last = climbed(problem, 'tardiness', 1).at(-1)!
  expect(last.score.weightedTardinessHours).toBeLessThan(Math.min(...hours))
})
