import { expect, test } from 'vitest'
import { taskResult, taskStatus } from './task.status.ts'
import { type LabelledTask, labelsOfTask } from './task-labels.rules.ts'

const task = (more: Partial<LabelledTask> = {}): LabelledTask => ({
  ...{ no: 'ZJ1', status: taskStatus.codes.done, result: taskResult.codes.partial, quantity: '20' },
  ...{ passed_quantity: '15', concession_quantity: '2', failed_quantity: '3', disposed_quantity: '0' },
  ...{ material_code: 'M1', material_name: 'Plate', unit_name: 'pcs', lot_number: 'L1', source_no: 'CG1' },
  ...more,
})
const told = (of: LabelledTask) => labelsOfTask(of, 'en').map(({ stamp, facts }) => [stamp.words, stamp.tone, facts[0]])

test('goods are held until they are judged, whatever is written already', () => {
  for (const status of [taskStatus.codes.pending, taskStatus.codes.in_progress])
    expect(told(task({ status }))).toEqual([['ON HOLD', 'hold', '20 pcs']])
})
test('each part of a judged lot has a label', () => {
  expect(told(task())).toEqual([
    ['PASSED', 'good', '15 pcs'],
    ['CONCESSION', 'hold', '2 pcs'],
    ['REJECTED', 'bad', '3 pcs'],
  ])
})
test('what was disposed of and what is not there has none', () => {
  expect(told(task({ concession_quantity: '0', disposed_quantity: '1' }))).toEqual([
    ['PASSED', 'good', '15 pcs'],
    ['REJECTED', 'bad', '2 pcs'],
  ])
  const gone = { passed_quantity: '0', concession_quantity: '0', failed_quantity: '0' }
  expect(told(task({ ...gone, result: taskResult.codes.gone }))).toEqual([])
  expect(told(task({ ...gone, result: taskResult.codes.skipped }))).toEqual([['PASSED', 'good', '20 pcs']])
})
test('its number is scanned, and its lot and document are read', () => {
  expect(labelsOfTask(task(), 'zh')[0]).toMatchObject({
    ...{ code: 'ZJ1', name: 'Plate', more: 'M1  L1', facts: ['15 pcs', 'CG1'] },
    stamp: { words: '合格', tone: 'good' },
  })
})
