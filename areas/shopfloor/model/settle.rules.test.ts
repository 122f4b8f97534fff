import type { OperationFacts } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { expect, test } from 'vitest'
import { settle, type TaskToSettle } from './settle.rules.ts'

const { not_started, started, done } = taskStatus.codes
const now = 1_000
type Made = Pick<OperationFacts, 'reported_quantity' | 'status'> & { defective_quantity?: string }
/** Good pieces and how far the step is. */
const made = (reported_quantity: string, status: Made['status'] = started, defective_quantity = '0'): Made => ({
  ...{ reported_quantity, status, defective_quantity },
})
/** A step of 35 with one task. */
function step(sequence: number, next_sequences: readonly number[], of: Made, task: Partial<TaskToSettle> = {}) {
  const facts = {
    ...{
      actual_start_time: of.status === not_started ? null : 100,
      actual_finish_time: of.status === done ? 200 : null,
    },
    ...{ reported_quantity: of.reported_quantity, defective_quantity: of.defective_quantity ?? '0', status: of.status },
  }
  const operation: OperationFacts = { id: `o${sequence}`, mo_id: 'm', sequence, next_sequences, ...facts }
  const own: TaskToSettle = {
    ...{ id: `t${sequence}`, mo_id: 'm', operation_id: operation.id, quantity: '35', finished_by_report: false },
    ...facts,
    ...task,
  }
  return { operation, own }
}
const ended = { finished_by_report: true }
function settled(...steps: ReturnType<typeof step>[]) {
  const { tasks, reports } = settle(
    steps.map(({ operation }) => operation),
    steps.map(({ own }) => own),
    now,
  )
  return {
    tasks: tasks.map(({ id, status }) => [id, status]),
    operations: reports.map(({ operation_id, finishes, starts }) => [operation_id, finishes, starts]),
  }
}
const nothing = { tasks: [], operations: [] }

test('a step ends short when those before are finished and all that they handed on is reported', () => {
  const first = step(10, [20], made('27', done), ended)
  expect(settled(first, step(20, [], made('27')))).toEqual({
    tasks: [['t20', done]],
    operations: [['o20', true, true]],
  })
  // Scrap is reported too.
  expect(settled(first, step(20, [], made('25', started, '2'))).tasks).toEqual([['t20', done]])
  expect(settled(first, step(20, [], made('26')))).toEqual(nothing)
})
test('what may come still is waited for: a step before that is open, however much it has handed on', () => {
  expect(settled(step(10, [20], made('27')), step(20, [], made('27')))).toEqual(nothing)
  // A first step ends by those who report it.
  expect(settled(step(10, [], made('27')))).toEqual(nothing)
})
test('of steps side by side the least counts, once all of them are finished', () => {
  const one = step(10, [30], made('27', done), ended)
  const last = step(30, [], made('27'))
  expect(settled(one, step(20, [30], made('35', done), ended), last).tasks).toEqual([['t30', done]])
  expect(settled(one, step(20, [30], made('30')), last)).toEqual(nothing)
})
test('the end runs through steps behind it, begun or not, in the order in which work flows', () => {
  const last = step(5, [], made('0', not_started))
  expect(settled(last, step(30, [5], made('0', not_started)), step(10, [30], made('0', done, '35'), ended))).toEqual({
    tasks: [
      ['t30', done],
      ['t5', done],
    ],
    operations: [
      ['o30', true, true],
      ['o5', true, true],
    ],
  })
})
test('all parts of the step end', () => {
  const first = step(10, [20], made('27', done), ended)
  const { operation, own } = step(20, [], made('27'))
  const parts = [
    { ...own, quantity: '20', reported_quantity: '15' },
    { ...own, id: 'part', quantity: '15', reported_quantity: '12' },
  ]
  const { tasks } = settle([first.operation, operation], [first.own, ...parts], now)
  expect(tasks.map(({ id, status, actual_finish_time }) => [id, status, actual_finish_time])).toEqual([
    ['t20', done, now],
    ['part', done, now],
  ])
})
test('a step that had ended so is open again when more can come, one that somebody has finished is not', () => {
  const first = step(10, [20], made('27'))
  expect(settled(first, step(20, [], made('27', done)))).toEqual({
    ...{ tasks: [['t20', started]], operations: [['o20', false, true]] },
  })
  expect(settled(first, step(20, [], made('0', done)))).toEqual({
    ...{ tasks: [['t20', not_started]], operations: [['o20', false, false]] },
  })
  expect(settled(first, step(20, [], made('27', done), ended))).toEqual(nothing)
  expect(settled(first, step(20, [], made('35', done)))).toEqual(nothing)
})
