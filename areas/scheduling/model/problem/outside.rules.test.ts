import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import { expect, test } from 'vitest'
import { aDevice, anOperation, anOrder, aTask, clock, facts } from '../../testing/facts.ts'
import { problemFrom } from './problem.rules.ts'

/** Two orders that are cut, plated outside in two working days, and cut again. */
const plater = aDevice('plater', {
  ...{ process_ids: ['plate'], supplier_id: 'supplier', lead_days: 2, capacity: 100 },
})
const steps = (mo: string) => [
  anOperation(`${mo}1`, mo, { sequence: 10, next_sequences: [20], planned_quantity: '60' }),
  anOperation(`${mo}2`, mo, {
    sequence: 20,
    next_sequences: [30],
    process_id: 'plate',
    outside: true,
    may_pause: false,
    planned_quantity: '60',
  }),
  anOperation(`${mo}3`, mo, { sequence: 30, planned_quantity: '60' }),
]
const given = (more: Parameters<typeof facts>[0] = {}) =>
  problemFrom(
    facts({
      now: clock('2026-01-08', 8),
      orders: [anOrder('a'), anOrder('b')],
      operations: [...steps('a'), ...steps('b')],
      devices: [aDevice('saw', { process_ids: ['cut', 'plate'] }), plater],
      ...more,
    }),
    { only_kitted: false },
  )
const planOf = (problem: ReturnType<typeof given>) => {
  const plan = schedule(problem)
  expect(checkPlan(problem, plan)).toEqual([])
  return new Map(plan.tasks.map(task => [task.operation, task]))
}

test('what a supplier does stands on his lane for so many of his working days, nights and weekends through, and beside others', () => {
  const plan = planOf(given())
  // Thursday at work, from the hour on which it is cut; Friday; not Saturday and Sunday: Monday at the hour.
  const [first, second] = ['a2', 'b2'].map(id => plan.get(id)!).sort((a, b) => a.start - b.start)
  for (const task of [first!, second!]) {
    expect(task.machine).toBe('plater')
    expect(task.end - task.start).toBe(2 * daySeconds + (task.end >= clock('2026-01-12', 0) ? 2 * daySeconds : 0))
  }
  expect(second!.start).toBeLessThan(first!.end)
  for (const mo of ['a', 'b'])
    expect(plan.get(`${mo}3`)!.setupStart).toBeGreaterThanOrEqual(plan.get(`${mo}2`)!.end - hourSeconds)
})

test('nobody but a supplier does it, and he does nothing else', () => {
  const problem = given()
  const machines = new Map(problem.operations.map(({ id, machines }) => [id, machines.map(({ machine }) => machine)]))
  expect(machines.get('a2')).toEqual(['plater'])
  expect(machines.get('a1')).toEqual(['saw'])
  const alone = schedule(given({ devices: [aDevice('saw', { process_ids: ['cut', 'plate'] })] }))
  expect(alone.unplanned.map(({ at, operation }) => at === operation && operation).filter(Boolean)).toEqual(
    expect.arrayContaining(['a2', 'b2']),
  )
})

test('what he has is there when he said, and at the earliest in an hour', () => {
  const task = aTask('a2', 'a', 'plater', clock('2026-01-06', 9), { status: 1, end_time: clock('2026-01-15', 0) })
  const fixedOf = (end_time: number) =>
    given({ tasks: [{ ...task, end_time }] }).operations.find(({ id }) => id === 'a2')!.fixed!.end
  expect(fixedOf(clock('2026-01-15', 0))).toBe(clock('2026-01-15', 0))
  expect(fixedOf(clock('2026-01-07', 0))).toBe(clock('2026-01-08', 9))
})
