import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { expect, test } from 'vitest'
import { addReport, pauseTask, resumeTask, startTask, type TaskRow } from '../../model/report.calls.ts'
import { expectedTasks, inSequence, isOver, taskOf } from './expected.ts'

const task = (given: Partial<TaskRow> = {}) =>
  ({
    ...{ id: 'a', task_no: 'M1-10', mo_no: 'M1', sequence: 10, start_time: 100, status: taskStatus.codes.not_started },
    ...{ paused_since: null, pause_reason: null, paused_seconds: 0 },
    ...{
      quantity: '10',
      reported_quantity: '2',
      defective_quantity: '1',
      open_quantity: '7',
      reportable_quantity: '5',
    },
    ...given,
  }) as TaskRow
const waits = (path: string, input: object, state: QueuedAction['state'] = 'waiting') =>
  ({ path, input: { task_id: 'a', ...input }, state }) as unknown as QueuedAction
const reported = (finished_quantity: string, more: object = {}, state?: QueuedAction['state']) =>
  waits(addReport.path, { finished_quantity, defective_quantity: '0', ...more }, state)

test('what waits on the device counts as done; what was refused or answered does not', () => {
  const [one] = expectedTasks([task()], [reported('3'), reported('1', {}, 'refused'), reported('9', {}, 'done')], 0)
  expect([one!.open_quantity, one!.waiting_quantity, one!.reportable_quantity, one!.status]).toEqual(['4', '3', '2', 1])
  expect([isOver(one!, '2'), isOver(one!, '3')]).toEqual([false, true])
})
test('a start that waits shows the task begun, a report that ends it hides it', () => {
  expect(expectedTasks([task()], [waits(startTask.path, {})], 0)[0]!.status).toBe(taskStatus.codes.started)
  expect(expectedTasks([task()], [reported('7')], 0)).toEqual([])
  expect(expectedTasks([task()], [reported('1', { finishes: true })], 0)).toEqual([])
  expect(expectedTasks([task()], [reported('9')], 0)).toEqual([])
})
test('what was answered after the tasks were asked for still counts; before, the tasks have it', () => {
  const answered = { ...reported('3', {}, 'done'), answered_at: 50 }
  const figures = (askedAt: number) =>
    expectedTasks([task()], [answered], askedAt).map(one => [one.open_quantity, one.waiting_quantity])
  expect([figures(40), figures(60)]).toEqual([[['4', '0']], [['7', '0']]])
})
test('a pause that waits shows the task at rest, and going on shows it at work again, in their order', () => {
  const begun = task({ status: taskStatus.codes.started, paused_seconds: 60 })
  const pause = { ...waits(pauseTask.path, { reason: 3, at: 1_000 }), order: 1 }
  const resume = { ...waits(resumeTask.path, { at: 1_090 }), order: 2 }
  const rest = (actions: readonly QueuedAction[]) =>
    expectedTasks([begun], actions, 0).map(one => [one.paused_since, one.pause_reason, one.paused_seconds])
  expect(rest([])).toEqual([[null, null, 60]])
  expect(rest([pause])).toEqual([[1_000, 3, 60]])
  expect(rest([resume, pause])).toEqual([[null, null, 150]])
})
test('begun tasks come first, then by time', () => {
  const ids = inSequence([
    task({ id: 'late', start_time: 300 }),
    task({ id: 'soon' }),
    task({ id: 'begun', start_time: 900, status: taskStatus.codes.started }),
  ]).map(({ id }) => id)
  expect(ids).toEqual(['begun', 'soon', 'late'])
})
test('a label is the number of a task, or of an order with its next task, and nothing that only looks like it', () => {
  const all = [task(), task({ id: 'b', task_no: 'M1-20' }), task({ id: 'c', task_no: 'M12-10', mo_no: 'M12' })]
  expect(['M1-20', 'M1', 'M12', 'M', 'M1-1', 'm1'].map(code => taskOf(code, all)?.id)).toEqual([
    ...['b', 'a', 'c'],
    ...[undefined, undefined, undefined],
  ])
})

test('pieces that go back to a step before are not there until they come again; what is worked on again here stays', () => {
  const figures = (more: object) => {
    const [one] = expectedTasks([task()], [reported('1', { rework_quantity: '2', ...more })], 0)
    return [one!.open_quantity, one!.reportable_quantity]
  }
  expect(figures({})).toEqual(['6', '4'])
  expect(figures({ rework_sequence: 5 })).toEqual(['6', '2'])
})

test('a report of all that can still come hides the task, though more was planned', () => {
  expect(expectedTasks([task({ open_quantity: '5' })], [reported('5')], 0)).toEqual([])
})
