import { describe, expect, test } from 'vitest'
import { checkChanged } from '../../checker/check-changed.ts'
import { inTwoParts } from '../../testing/in-two-parts.ts'
import { schedule } from '../improve/schedule.ts'
import type { Operation, Problem } from '../problem/problem.ts'
import { repairPlan } from './repair-plan.ts'
import { withSplitIn } from './repair-split.ts'

const hour = 3600
const now = 1000 * hour
const limit = now + 100 * hour
const operation = (id: string, machines: readonly string[]): Operation => ({
  id,
  order: id,
  machines: machines.map((machine, index) => ({ machine, setupSeconds: 0, runSeconds: (index + 2) * hour })),
  predecessors: [],
  mayPause: true,
})
const plant = (machines: readonly string[]): Problem => ({
  now,
  limit,
  calendars: [{ id: 'always', intervals: [[now, limit]] }],
  machines: [
    { id: 'A', calendar: 'always' },
    { id: 'B', calendar: 'always' },
  ],
  orders: ['one', 'two'].map(id => ({ id, due: now + 50 * hour, priority: 100 })),
  operations: [operation('one', machines), operation('two', machines)],
})
const without =
  (id: string) =>
  (problem: Problem): Problem => ({
    ...problem,
    machines: problem.machines.map(machine => (machine.id === id ? { ...machine, frozen: [[now, limit]] } : machine)),
  })
const withoutA = without('A')
const withoutB = without('B')
const onA = (problem: Problem) =>
  schedule({
    ...problem,
    operations: problem.operations.map(one => ({ ...one, machines: one.machines.slice(0, 1) })),
  }).tasks

test('what cannot wait for its machine within the horizon is planned anew on another', () => {
  const problem = plant(['A', 'B'])
  const tasks = onA(problem)
  expect(new Set(tasks.map(({ machine }) => machine))).toEqual(new Set(['A']))
  const broken = withoutA(problem)
  const answer = repairPlan(broken, tasks)
  expect(answer).toMatchObject({ ok: true, push: null, choices: [{ kind: 'least_lateness' }] })
  if (!answer.ok) return
  const [choice] = answer.choices
  expect(choice!.tasks.map(({ machine }) => machine)).toEqual(['B', 'B'])
  expect(choice!.moved.map(({ operation: id, reason }) => [id, reason.kind]).sort()).toEqual([
    ['one', 'machine_stopped'],
    ['two', 'machine_stopped'],
  ])
  expect(checkChanged(broken, [], choice!.tasks)).toEqual([])
})

test('with no other machine it is refused, and told for which operation', () => {
  const problem = plant(['A'])
  expect(repairPlan(withoutA(problem), onA(problem))).toMatchObject({
    ok: false,
    refusal: 'no_capacity',
    object: { kind: 'operation' },
  })
})

test('a run made longer by hand is so much longer wherever it goes: its machine stopped, planned anew, pushed on', () => {
  const problem = plant(['A', 'B'])
  const longer = { operation: 'one', machine: 'A', setupStart: now, start: now, end: now + 8 * hour }
  const behind = { operation: 'two', machine: 'A', setupStart: longer.end, start: longer.end, end: now + 10 * hour }
  const runsOf = (changed: Problem) => {
    const answer = repairPlan(changed, [longer, behind])
    return (
      answer.ok &&
      answer.choices.map(({ tasks }) =>
        Object.fromEntries(
          tasks.map(({ operation: id, machine, start, end }) => [id, [machine, (end - start) / hour]]),
        ),
      )
    )
  }
  // Four times as long as the two hours that it needs there.
  expect(runsOf(withoutA(problem))).toEqual([{ one: ['B', 12], two: ['B', 3] }])
  const late = { ...problem, orders: problem.orders.map(one => ({ ...one, due: now })) }
  const runsAgain = { ...late, now: now + hour }
  for (const changed of [runsAgain, { ...runsAgain, machines: withoutB(late).machines }]) {
    const choices = runsOf(changed)
    expect(choices).not.toBe(false)
    for (const { one } of choices || [])
      expect([
        ['A', 8],
        ['B', 12],
      ]).toContainEqual(one)
  }
})

describe('an operation in two parts', () => {
  const plant = (dueHours: number, machines: readonly string[]): Problem => ({
    ...{ now, limit, calendars: [{ id: 'always', intervals: [[now, limit]] }] },
    machines: ['A', 'B', 'C'].map(id => ({ id, calendar: 'always' })),
    orders: [{ id: 'order', due: now + dueHours * hour, priority: 100 }],
    operations: [
      {
        ...{ id: 'long', order: 'order', quantity: 10, predecessors: [], mayPause: true },
        machines: machines.map(machine => ({ machine, setupSeconds: 0, runSeconds: 10 * hour })),
      },
      {
        ...{ id: 'last', order: 'order', quantity: 10, predecessors: [{ operation: 'long' }], mayPause: true },
        machines: [{ machine: 'C', setupSeconds: 0, runSeconds: 2 * hour }],
      },
    ],
  })
  const tasks = [
    { operation: 'long', machine: 'A', setupStart: now, start: now, end: now + 10 * hour },
    { operation: 'last', machine: 'C', setupStart: now + 10 * hour, start: now + 10 * hour, end: now + 12 * hour },
  ]
  const kindsOf = (problem: Problem) => {
    const answer = repairPlan(problem, tasks, { splits: inTwoParts })
    return answer.ok ? answer.choices.map(({ kind }) => kind) : []
  }

  test('makes an order on time that no other move does, and what waits for it waits for both parts', () => {
    const problem = plant(8, ['A', 'B'])
    const answer = repairPlan(problem, tasks, { splits: inTwoParts })
    expect(answer.ok && answer.choices.map(({ kind }) => kind)).toEqual(['fewest_moves', 'with_split'])
    if (!answer.ok) return
    const choice = answer.choices.at(-1)!
    expect(choice.totals).toMatchObject({ lateOrders: 0 })
    const placed = choice.tasks.map(task => [task.operation, [task.machine, (task.end - now) / hour]])
    expect(Object.fromEntries(placed)).toEqual({ long: ['A', 5], 'long#': ['B', 5], last: ['C', 7] })
    expect(Object.fromEntries(choice.moved.map(({ operation: id, reason }) => [id, reason.kind]))).toEqual({
      ...{ long: 'split', 'long#': 'split', last: 'earlier' },
    })
    expect(checkChanged(withSplitIn(problem, choice.split!), [], choice.tasks)).toEqual([])
  })
  test('is not offered where it makes no order on time, where there is no other machine, and where nothing is late', () => {
    expect(kindsOf(plant(6, ['A', 'B']))).toEqual(['fewest_moves'])
    expect(kindsOf(plant(8, ['A']))).toEqual(['fewest_moves'])
    expect(kindsOf(plant(12, ['A', 'B']))).toEqual(['fewest_moves'])
  })
})
