import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { randomPlant } from '../../testing/random-plant.ts'
import { HandPlan } from '../hand/hand-plan.ts'
import { schedule } from '../improve/schedule.ts'
import { LatestEnds } from './latest-ends.ts'

const plant = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 8, max: 40 }),
  machines: fc.integer({ min: 1, max: 4 }),
  days: fc.integer({ min: 15, max: 40 }),
  furnaces: fc.boolean(),
})
const drag = fc.record({ task: fc.nat(1e6), machine: fc.nat(9), hours: fc.integer({ min: -60, max: 400 }) })

test('a push that leaves no room is refused as it is when it runs through the whole plan', () => {
  let seen = 0
  fc.assert(
    fc.property(
      plant,
      fc.boolean(),
      fc.array(drag, { minLength: 1, maxLength: 6 }),
      fc.nat(1e6),
      (size, isLocked, drags, longer) => {
        const full = randomPlant(size)
        const operations = full.operations.map(({ fixed, ...operation }) =>
          isLocked && fixed ? { ...operation, fixed } : operation,
        )
        const problem = { ...full, operations }
        const plan = schedule(problem)
        if (plan.tasks.length === 0) return
        const isPassedBy = vi.spyOn(LatestEnds.prototype, 'isPassedBy')
        const looksAhead = new HandPlan(problem, plan)
        const runsThrough = new HandPlan(problem, plan)
        const both = (ask: (hand: HandPlan) => ReturnType<HandPlan['move']>) => {
          isPassedBy.mockClear()
          const answer = ask(looksAhead)
          if (isPassedBy.mock.results.some(result => result.value === true)) seen++
          isPassedBy.mockReturnValueOnce(false).mockReturnValue(false)
          expect(answer).toEqual(ask(runsThrough))
          isPassedBy.mockReset()
          looksAhead.keepChange()
          runsThrough.keepChange()
          expect(looksAhead.tasks()).toEqual(runsThrough.tasks())
        }
        for (const { task, machine, hours } of drags) {
          const dragged = plan.tasks[task % plan.tasks.length]!
          const { machines } = problem.operations.find(operation => operation.id === dragged.operation)!
          const to = machines.length === 0 ? dragged.machine : machines[machine % machines.length]!.machine
          both(hand => hand.move(dragged.operation, to, Math.max(problem.now, dragged.start + hours * 3600)))
        }
        const resized = plan.tasks[longer % plan.tasks.length]!
        both(hand => hand.resize(resized.operation, ((longer % 90) + 1) * 8 * 3600))
        both(hand => hand.putRight())
        isPassedBy.mockRestore()
      },
    ),
    { numRuns: 150 },
  )
  expect(seen).toBeGreaterThan(20)
}, 60_000)
