import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Task } from '../place/plan.ts'
import { explainLate } from './explain-late.ts'
import { tryRemedies } from './try-remedies.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc.record({
  seed: fc.nat(1e9),
  orders: fc.integer({ min: 2, max: 25 }),
  machines: fc.integer({ min: 1, max: 6 }),
  days: fc.constantFrom(40, 120),
  furnaces: fc.boolean(),
})

const later = (task: Task, seconds: number): Task => ({
  ...task,
  ...{ setupStart: task.setupStart + seconds, start: task.start + seconds, end: task.end + seconds },
})

describe('why an order is late', () => {
  test('every late order has a chain without gaps, from its finish back', () => {
    fc.assert(
      fc.property(plant, size => {
        const problem = randomPlant(size)
        const plan = schedule(problem)
        const explained = explainLate(problem, plan)
        const weightless = new Set(plan.unplanned.map(each => each.order))
        expect(explained.map(each => [each.order, each.finish, each.tardinessSeconds]).sort()).toEqual(
          plan.orders
            .filter(outcome => outcome.tardinessSeconds > 0 && !weightless.has(outcome.order))
            .map(outcome => [outcome.order, outcome.finish, outcome.tardinessSeconds])
            .sort(),
        )
        for (const { chain, finish } of explained) {
          expect(chain.length).toBeGreaterThan(0)
          expect(chain[0]!.to).toBe(finish)
          for (const [k, { from, to, seconds }] of chain.entries()) {
            expect(from).toBeLessThan(to)
            expect(seconds).toBe(to - from)
            if (k > 0) expect(to).toBe(chain[k - 1]!.from)
          }
          // The engine leaves no slack, but beside people and moulds, which are given out in order of time.
          const last = chain.at(-1)!
          if (chain.length < 200 && last.kind !== 'lock' && chain.every(link => link.kind !== 'resource'))
            expect(last.from).toBeLessThanOrEqual(Math.max(problem.now, ...chain.map(link => link.from)))
        }
      }),
      { numRuns: 100 },
    )
  })

  test('a remedy that is told makes the order less late; the plan it was tried on stays', () => {
    fc.assert(
      fc.property(plant, size => {
        const problem = randomPlant(size)
        const plan = schedule(problem)
        const before = structuredClone(plan)
        for (const { order, finish, tardinessSeconds } of explainLate(problem, plan).slice(0, 2)) {
          const tried = tryRemedies(problem, plan, order, { iterations: 40 })
          // Nothing has overtaken the plan: effects are counted from where it has the order.
          expect(tried).toMatchObject({ finish, tardinessSeconds })
          expect(tried.iterations).toBeLessThanOrEqual(40)
          for (const remedy of tried.remedies) {
            expect(remedy.gainedSeconds).toBeGreaterThan(0)
            expect(remedy.tardinessSeconds).toBe(tried.tardinessSeconds - remedy.gainedSeconds)
            expect(remedy.others.every(other => other.order !== order && other.changeSeconds !== 0)).toBe(true)
          }
          expect(tryRemedies(problem, plan, order, { iterations: 40 })).toEqual(tried)

          // By hand to the right: the lateness is that of where it stands now, and moving left is a remedy of its own.
          const moved = { tasks: plan.tasks.map(task => (task.fixed ? task : later(task, 7 * 86_400))) }
          const [right] = explainLate(problem, moved).filter(one => one.order === order)
          const again = tryRemedies(problem, moved, order, { iterations: 40 })
          expect(again.tardinessSeconds).toBe(right!.tardinessSeconds)
          for (const each of again.remedies)
            expect(each.gainedSeconds + each.tardinessSeconds).toBe(again.tardinessSeconds)
          if (right!.tardinessSeconds > tardinessSeconds)
            expect(again.remedies.map(({ remedy }) => remedy.kind)).toContain('as_early')
        }
        expect(plan).toEqual(before)
      }),
      { numRuns: 40 },
    )
  })
})
