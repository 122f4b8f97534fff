import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { checkPlan } from '../checker/check-plan.ts'
import { randomPlant } from '../testing/random-plant.ts'
import { checkMove } from './move.ts'
import { indexPlan, moveView } from './move-view.ts'
import type { Plan, Task } from './plan.ts'
import { schedule } from './schedule.ts'
import { shiftTasks } from './shift.ts'

vi.setConfig({ testTimeout: 60_000 })

const plant = fc
  .record({ seed: fc.nat(1e9), orders: fc.integer({ min: 2, max: 14 }), machines: fc.integer({ min: 1, max: 5 }) })
  .map(size => ({ ...size, days: 60 }))

/** The plan after a move, with what follows from the times told anew. */
function moved(
  plan: Plan,
  changes: readonly Pick<Task, 'operation' | 'machine' | 'setupStart' | 'start' | 'end' | 'setupSeconds'>[],
): Plan {
  const changed = new Map(changes.map(change => [change.operation, change]))
  const tasks = plan.tasks.map(task => ({ ...task, ...changed.get(task.operation) }))
  const orders = plan.orders.map(outcome => {
    if (outcome.finish === null) return outcome
    const finish = Math.max(...tasks.filter(task => task.order === outcome.order).map(task => task.end))
    return { ...outcome, finish, tardinessSeconds: Math.max(0, finish - (outcome.finish - outcome.tardinessSeconds)) }
  })
  return { ...plan, tasks, orders }
}
const notOutcome = (violations: ReturnType<typeof checkPlan>) =>
  violations.filter(({ rule }) => rule !== 'outcome' && rule !== 'conflict')

describe('moves by hand', () => {
  test('leaving a task where it is, is allowed - unless it is fixed, or feeds a locked one too late', () => {
    fc.assert(
      fc.property(plant, size => {
        const problem = randomPlant(size)
        const plan = schedule(problem)
        const index = indexPlan(problem, plan.tasks)
        const troubled = new Set(plan.conflicts.map(conflict => conflict.operation))
        for (const task of plan.tasks) {
          const verdict = checkMove(moveView(index, task.operation, task.machine), task)
          if (task.fixed) expect(verdict).toMatchObject({ ok: false })
          else if (!troubled.has(task.operation))
            expect(verdict.ok ? 'ok' : [task.operation, verdict.refusal, verdict.object, task]).toBe('ok')
        }
      }),
      { numRuns: 60 },
    )
  })

  test('what a shift gives keeps every rule; fixed tasks and those not chosen stay', () => {
    fc.assert(
      fc.property(
        plant,
        fc.constantFrom('left' as const, 'right' as const),
        fc.constantFrom(null, 1800, 7200, 86_400),
        fc.integer({ min: 1, max: 4 }),
        (size, direction, seconds, every) => {
          const problem = randomPlant(size)
          const plan = schedule(problem)
          const operations = plan.tasks.filter((_, i) => i % every === 0).map(task => task.operation)
          const { moved: changes, refused } = shiftTasks(problem, plan, { operations, direction, seconds })
          const after = moved(plan, changes)
          // People are not looked at while a bar is dragged; saving checks the whole plan.
          expect(notOutcome(checkPlan(problem, after)).filter(({ rule }) => rule !== 'resource')).toEqual([])
          const fixed = new Set(plan.tasks.filter(task => task.fixed).map(task => task.operation))
          const old = new Map(plan.tasks.map(task => [task.operation, task]))
          for (const change of changes) {
            expect(fixed.has(change.operation)).toBe(false)
            const before = old.get(change.operation)!
            if (!operations.includes(change.operation))
              expect([change.start, change.end]).toEqual([before.start, before.end])
            else if (direction === 'left') expect(change.start).toBeLessThanOrEqual(before.start)
            else expect(change.start).toBeGreaterThanOrEqual(before.start)
          }
          for (const { refusal, operation } of refused) expect(refusal === 'capacity_locked').toBe(fixed.has(operation))
        },
      ),
      // The example: moulds that are changed between the tasks.
      { numRuns: 60, examples: [[{ seed: 801800149, orders: 2, machines: 5, days: 60 }, 'right', null, 1]] },
    )
  })
})
