import type { OperationFacts } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import { expect, test } from 'vitest'
import { endsAgain, expectNotMadeAgain, reworkedIn, sentBack, stepsAgain } from './rework.rules.ts'
import { unmade } from './unmade.rules.ts'

const operation = (sequence: number, ...next_sequences: number[]): OperationFacts => ({
  ...{ id: `${sequence}`, mo_id: 'm', sequence, next_sequences, reported_quantity: '10', defective_quantity: '0' },
  ...{ status: 2, actual_start_time: 1, actual_finish_time: 2 },
})
/** 10 and 20 meet in 30; 15 goes elsewhere. */
const operations = [operation(10, 20, 15), operation(15), operation(20, 30), operation(25, 30), operation(30)]
const at = (sequence: number) => operations.find(one => one.sequence === sequence)!

test('made again are the step that pieces go back to and what lies between', () => {
  const again = (from: number, to?: number) => stepsAgain(at(from), operations, to).map(({ sequence }) => sequence)
  expect(again(30)).toEqual([])
  expect(again(30, 30)).toEqual([])
  expect(again(30, 10)).toEqual([10, 20])
  expect(again(30, 25)).toEqual([25])
  for (const to of [15, 40]) expect(() => again(30, to)).toThrow()
  expect(() => again(20, 30)).toThrow()
})

test('of the tasks of a step those that were begun last make their pieces again', () => {
  const task = (id: string, reported_quantity: string, actual_start_time: number) => ({
    ...{ id, operation_id: '10', reported_quantity, actual_start_time },
  })
  const tasks = [task('a', '6', 1), task('b', '4', 2), { ...task('c', '9', 3), operation_id: '20' }]
  expect(sentBack('5', [at(10)], tasks)).toEqual([
    { task_id: 'b', operation_id: '10', quantity: '4' },
    { task_id: 'a', operation_id: '10', quantity: '1' },
  ])
})

test('new pieces are reported before those that were worked on again', () => {
  const task = { quantity: '10', reported_quantity: '4', defective_quantity: '1', only_again: null }
  const report = (finished_quantity: string, defective_quantity = '0') => ({ finished_quantity, defective_quantity })
  expect(reworkedIn(report('3'), task, '2')).toBe('0')
  expect(reworkedIn(report('3', '1'), task, '2')).toBe('1')
  expect(reworkedIn(report('5'), task, '2')).toBe('2')
  expect(reworkedIn(report('5'), task, '0')).toBe('0')
  // A task that was finished short makes nothing but these.
  expect(reworkedIn(report('1'), { ...task, only_again: '2' }, '2')).toBe('1')
})

test('a task that was finished short is open for what came back to it, and ends again when that need not be made', () => {
  const task = { task_no: 't', quantity: '10', reported_quantity: '6', defective_quantity: '0' }
  expect(unmade({ ...task, only_again: null })).toBe('4')
  expect(unmade({ ...task, only_again: '2' })).toBe('2')
  const restored = { ...task, reported_quantity: '8' }
  expect(endsAgain(restored, { finished: true, open: '2' }, '2')).toBe(true)
  // Others are still to be made again, or nobody had finished it.
  expect(endsAgain(restored, { finished: true, open: '3' }, '2')).toBe(false)
  expect(endsAgain(restored, { finished: false, open: '2' }, '2')).toBe(false)
  expect(endsAgain({ ...task, reported_quantity: '10' }, { finished: false, open: '2' }, '2')).toBe(true)
  const undo = (open: string) => () => expectNotMadeAgain(restored, { finished: true, open }, '2')
  expect(undo('2')).not.toThrow()
  expect(undo('1')).toThrow()
})
