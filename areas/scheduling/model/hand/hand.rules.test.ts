import { HandPlan } from '@qitao/planning/scheduling/hand/hand-plan.ts'
import type { Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { expect, test, vi } from 'vitest'
import { changeByHand } from './hand.rules.ts'

const hour = 3600
const operation = (id: string, machine: string, runSeconds: number) => ({
  ...{ id, order: 'one', predecessors: [], mayPause: true },
  machines: [{ machine, setupSeconds: 0, runSeconds }],
})
/** On A a task runs that ends at 1003 by now; behind it stood another when it was to end at 1002. */
const running: Problem = {
  now: 1000 * hour,
  limit: 2000 * hour,
  calendars: [{ id: 'always', intervals: [[1000 * hour, 2000 * hour]] }],
  machines: [{ id: 'A', calendar: 'always' }],
  orders: [{ id: 'one', due: 1010 * hour, priority: 100 }],
  operations: [
    {
      ...operation('runs', 'A', 3 * hour),
      fixed: { machine: 'A', setupStart: 1000 * hour, start: 1000 * hour, end: 1003 * hour, why: 'running' },
    },
    operation('waits', 'A', 2 * hour),
  ],
}
const standing = (operation_id: string, start: number, end: number) => ({
  ...{ operation_id, device_id: 'A', setup_start_time: start * hour, start_time: start * hour, end_time: end * hour },
})
const tasks = [standing('runs', 1000, 1002), standing('waits', 1002, 1004)]

test('what is placed where something runs comes to stand behind it; what is dragged there is refused', () => {
  const to = { operation: 'waits', machine: 'A', start: 1002 * hour }
  expect(changeByHand(running, tasks, { kind: 'place', ...to })).toMatchObject({
    refused: [],
    moved: [{ operation: 'waits', start: 1003 * hour, end: 1005 * hour }],
  })
  expect(
    changeByHand(running, tasks.with(1, standing('waits', 1006, 1008)), {
      kind: 'move',
      tasks: [{ ...to, end: 1004 * hour }],
    }),
  ).toMatchObject({
    refused: [{ operation: 'waits', refusal: 'task_overlap' }],
    moved: [],
  })
})

/** On A stands a task since 999 that nobody has begun; it ends at 1001. */
const passed: Problem = {
  ...running,
  operations: [operation('passed', 'A', 2 * hour), operation('waits', 'A', 2 * hour)],
}
test.each([
  [
    'dragged',
    {
      kind: 'move',
      tasks: [{ operation: 'waits', machine: 'A', start: 1001 * hour, end: 1003 * hour }],
    },
  ],
  ['placed', { kind: 'place', operation: 'waits', machine: 'A', start: 1001 * hour }],
] as const)('what is %s right behind a task whose start has passed stands there, and that one stays', (_, change) => {
  const { refused, moved } = changeByHand(
    passed,
    [standing('passed', 999, 1001), standing('waits', 1006, 1008)],
    change,
  )
  expect(refused).toEqual([])
  expect(moved).toMatchObject([{ operation: 'waits', start: 1001 * hour, end: 1003 * hour }])
})

test('put right, what waits for late material lets those behind it pass', () => {
  const late = { ...operation('late', 'A', 2 * hour), kit: { at: 1010 * hour, material: 'm' } }
  const problem: Problem = { ...running, operations: [late, operation('waits', 'A', 2 * hour)] }
  const stood = [standing('late', 1000, 1002), standing('waits', 1002, 1004)]
  const { moved, orders } = changeByHand(problem, stood, { kind: 'put_right' })
  expect(moved).toMatchObject([{ operation: 'late', start: 1010 * hour, end: 1012 * hour }])
  expect(orders).toMatchObject([{ order: 'one', tardinessSeconds: 2 * hour, tardinessSecondsBefore: 0 }])
})

test('whatever the engine answers, the checker judges it: a task that it would put onto another is told', () => {
  const problem: Problem = {
    ...running,
    operations: [operation('one', 'A', 2 * hour), operation('two', 'A', 2 * hour)],
  }
  const stood = [standing('one', 1000, 1002), standing('two', 1006, 1008)]
  const change = {
    kind: 'move',
    tasks: [{ operation: 'two', machine: 'A', start: 1004 * hour, end: 1006 * hour }],
  } as const
  expect(changeByHand(problem, stood, change).broken).toEqual([])
  const honest = HandPlan.prototype.tasks
  let asked = 0
  const spy = vi.spyOn(HandPlan.prototype, 'tasks').mockImplementation(function (this: HandPlan) {
    const tasks = honest.call(this)
    return asked++ === 0
      ? tasks
      : tasks.map(task =>
          task.operation === 'two' ? { ...task, setupStart: 1001 * hour, start: 1001 * hour, end: 1003 * hour } : task,
        )
  })
  expect(changeByHand(problem, stood, change).broken).toMatchObject([
    { rule: 'capacity', subject: 'two', object: 'one' },
  ])
  spy.mockRestore()
})

test('a task that breaks a rule already may be moved on, and what it breaks anew is told', () => {
  const late = { ...operation('late', 'A', 2 * hour), kit: { at: 1010 * hour, material: 'm' } }
  const problem: Problem = { ...running, operations: [late, operation('waits', 'A', 2 * hour)] }
  const stood = [standing('late', 1000, 1002), standing('waits', 1004, 1006)]
  const shifted = changeByHand(problem, stood, {
    ...{ kind: 'shift', operations: ['waits'], direction: 'right', seconds: hour },
  })
  expect(shifted).toMatchObject({ refused: [], broken: [] })
})
