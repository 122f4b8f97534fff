import { expect, test } from 'vitest'
import { HandPlan } from './hand-plan.ts'
import type { Operation, Problem } from './problem.ts'
import { schedule } from './schedule.ts'

const hour = 3600
const operation = (id: string, machine: string, more: Partial<Operation> = {}): Operation => ({
  id,
  order: 'one',
  machines: [{ machine, setupSeconds: 0, runSeconds: 2 * hour }],
  predecessors: [],
  mayPause: true,
  ...more,
})
const inTwoSteps: Problem = {
  now: 1000 * hour,
  limit: 2000 * hour,
  calendars: [{ id: 'always', intervals: [[1000 * hour, 2000 * hour]] }],
  machines: [
    { id: 'A', calendar: 'always' },
    { id: 'B', calendar: 'always' },
  ],
  orders: [{ id: 'one', due: 1010 * hour, priority: 100 }],
  operations: [operation('first', 'A'), operation('second', 'B', { predecessors: [{ operation: 'first' }] })],
}

test('a task that is dropped before the step it waits for is refused, though it would fall back to its place', () => {
  const hand = new HandPlan(inTwoSteps, schedule(inTwoSteps))
  const before = hand.tasks()
  for (const refusal of [hand.move('second', 'B', 1001 * hour), hand.drop('second', 'B', 1001 * hour)])
    expect(refusal).toMatchObject({
      ok: false,
      refusal: 'task_before_predecessor',
      object: { kind: 'operation', id: 'first', at: 1002 * hour },
    })
  expect(hand.tasks()).toEqual(before)
  expect(hand.move('second', 'B', 1002 * hour)).toMatchObject({ ok: true, movedCount: 0 })
})
