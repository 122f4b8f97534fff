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
import { Repair } from './changeable-timetable.ts'

vi.setConfig({ testTimeout: 60_000 })

const size = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 2, max: 15 }),
  machines: fc.integer({ min: 1, max: 5 }),
  days: fc.constantFrom(20, 60),
  furnaces: fc.boolean(),
})

test('any move that is kept leaves a good plan; a move that is refused or taken back leaves no trace', () => {
  fc.assert(
    fc.property(
      size,
      fc.array(fc.record({ operation: fc.nat(1e6), to: fc.nat(1e6), alternative: fc.nat(9), kept: fc.boolean() }), {
        maxLength: 12,
      }),
      (plant, moves) => {
        const problem = randomPlant(plant)
        const model = compile(problem)
        const solution = solve(model, new Dispatcher(model, urgencyOf(model)), rules[0]!, findStuckOrders(model))
        const repair = new Repair(solution.timetable)
        const movable = [...Array(model.operationCount).keys()].filter(
          i => repair.isPlaced(i) && model.isFixed[i] === 0,
        )
        if (movable.length === 0) return
        const picture = () =>
          [
            ...[repair.lane, repair.alternative, repair.setupStart, repair.start, repair.end, repair.setupSeconds],
            ...[repair.head, repair.before, repair.after, repair.key, repair.laneFront, repair.laneBack],
          ].map(array => [...array])
        for (const move of moves) {
          const operation = movable[move.operation % movable.length]!
          const first = model.altFirst[operation]!
          const alternative = first + (move.alternative % (model.altFirst[operation + 1]! - first))
          const lane = model.laneFirst[model.altMachine[alternative]!]!
          const row = [-1, ...movable.filter(i => repair.lane[i] === lane)]
          const before = picture()
          const next = row[move.to % row.length]!
          const target = movable[move.to % movable.length]!
          const done =
            repair.head[operation] !== operation && move.alternative % 2 === 0
              ? next >= 0 && repair.head[next] !== next
                ? false
                : repair.tryLeave(operation, alternative, lane, next, 1000)
              : move.alternative > 6
                ? repair.tryJoin(operation, target, 1000)
                : next >= 0 && repair.head[next] !== next
                  ? false
                  : repair.tryMove(operation, alternative, lane, next, 1000)
          if (!done) expect(picture()).toEqual(before)
          else if (!move.kept) {
            repair.takeBack()
            expect(picture()).toEqual(before)
          } else {
            repair.keep()
            const plan = planFrom(problem, repair, solution.stuck, 0)
            expect(checkPlan(problem, plan)).toEqual([])
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})
