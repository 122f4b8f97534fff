import { daySeconds } from '@qitao/core/time.ts'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { seededRandom } from '../../random.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { findStuckOrders } from '../compile/causes.ts'
import { Repair } from '../improve/changeable-timetable.ts'
import { hoursOf } from '../improve/score.ts'
import { Dispatcher } from '../place/dispatch.ts'
import { planFrom } from '../place/plan-from.ts'
import { rules, solve } from '../place/solve.ts'
import { urgencyOf } from '../place/urgency.ts'
import { compile, type Model } from '../problem/model.ts'
import type { Problem } from '../problem/problem.ts'
import { Playout } from './playout.ts'
import { Replay } from './replay.ts'
import { holdingFor } from './robust.ts'
import { HoldSearch } from './robust-search.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 2, max: 25 }),
  machines: fc.integer({ min: 1, max: 5 }),
  furnaces: fc.boolean(),
  rich: fc.boolean(),
})

const disturbed = (problem: Problem): Problem => ({
  ...problem,
  operations: problem.operations.map(operation =>
    operation.kit?.at && operation.kit.at > problem.now
      ? { ...operation, kit: { ...operation.kit, supplies: [{ id: `to ${operation.id}`, at: operation.kit.at }] } }
      : operation,
  ),
  disturbances: {
    lateShare: 0.3,
    meanLateSeconds: 2 * daySeconds,
    runSpread: 0.2,
    runLoss: 0.02,
    aheadSeconds: 30 * daySeconds,
    lateOrderHours: 50,
  },
})

const solved = (model: Model) =>
  solve(model, new Dispatcher(model, urgencyOf(model)), rules[0]!, findStuckOrders(model))

test('played again after changes that are kept or taken back, a plan comes out as if it were played for the first time', () => {
  let moved = 0
  fc.assert(
    fc.property(plant, size => {
      const problem = disturbed(randomPlant({ ...size, days: 120 }))
      const model = compile(problem)
      const plan = new Repair(solved(model).timetable)
      const disturbances = problem.disturbances!
      const replay = new Replay(plan, disturbances, 3, 5)
      const asNew = () => {
        const playout = new Playout(plan, disturbances, 3, 5)
        playout.load(plan)
        return [0, 1, 2].map(block => playout.play(block))
      }
      expect([...replay.late]).toEqual(asNew())
      const random = seededRandom(size.seed)
      for (let change = 0; change < 12; change++) {
        const i = Math.floor(random() * model.operationCount)
        const next = plan.before[i]!
        if (model.isFixed[i] === 1 || !plan.isPlaced(i) || next < 0) continue
        if (!plan.tryMove(i, plan.alternative[i]!, plan.lane[i]!, next, 1000)) continue
        moved++
        replay.compare(plan)
        expect([0, 1, 2].map(block => replay.replay(block))).toEqual(asNew())
        if (random() < 0.5) {
          plan.keep()
          replay.keep()
        } else {
          plan.takeBack()
          replay.takeBack()
        }
        expect([...replay.lateBefore]).toEqual(asNew())
      }
    }),
    { numRuns: 40 },
  )
  expect(moved).toBeGreaterThan(50)
})

test('local search keeps every rule, never gets worse, and knows what its plan costs', () => {
  let improved = 0
  fc.assert(
    fc.property(plant, size => {
      const problem = disturbed(randomPlant({ ...size, days: 120 }))
      const compiled = compile(problem)
      const holding = holdingFor(compiled, 'tardiness', 1)!
      const search = () => new HoldSearch(solved(holding.model), holding, 'tardiness', 3)
      const one = search()
      const other = search()
      const first = one.cost
      for (let step = 0; step < 30; step++) {
        const before = one.cost
        one.step()
        other.step()
        expect(one.cost).toBeLessThanOrEqual(before)
      }
      if (one.cost < first) improved++
      const { timetable, stuck, score } = one.solution()
      expect(other.cost).toBe(one.cost)
      expect(other.solution().timetable.start).toEqual(timetable.start)
      const replay = new Replay(timetable, problem.disturbances!, 16, 1)
      const late = replay.late.reduce((sum, each) => sum + each, 0) / replay.blocks
      expect(one.cost).toBeCloseTo(hoursOf(score, 'tardiness') + late * problem.disturbances!.lateOrderHours, 6)
      expect(checkPlan(problem, planFrom(problem, timetable, stuck, 0))).toEqual([])
    }),
    { numRuns: 40 },
  )
  expect(improved).toBeGreaterThan(0)
})
