import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { qualityErrors } from '../quality.errors.ts'
import { blocks } from '../scheme/scheme.status.ts'
import {
  expectChecked,
  leftAfterRevoked,
  nextCheck,
  type OpenCheck,
  type OperationMade,
} from './operation-check.rules.ts'

const step = (sequence: number, reported: string, defective = '0'): OperationMade => ({
  ...{ id: `s${sequence}`, sequence, next_sequences: sequence < 30 ? [sequence + 10] : [], actual_start_time: 0 },
  ...{ reported_quantity: reported, defective_quantity: defective },
})
const check = (operation_id: string, covers: [string, string], how: number, no: string | null = 'ZJ1'): OpenCheck => ({
  ...{ no, operation_id, covers_from: covers[0], covers_to: covers[1], blocks: how },
})
const { none, behind, all } = blocks.codes
const steps = [step(10, '5'), step(20, '3'), step(30, '2')]
test.each<[string, OpenCheck[], OperationMade, boolean, string | undefined]>([
  ['nothing is open', [], step(20, '4'), false, undefined],
  ['it only warns', [check('s10', ['0', '2'], none)], step(20, '4'), false, undefined],
  ['of this step, which goes on', [check('s10', ['0', '2'], behind)], step(10, '6'), false, undefined],
  ['of this step, which waits', [check('s10', ['0', '2'], all)], step(10, '6'), false, '2'],
  ['as far as is inspected', [check('s10', ['0', '2'], all)], step(10, '2'), false, undefined],
  ['of the step before', [check('s10', ['0', '2'], behind)], step(20, '1'), false, '0'],
  ['of a step long before', [check('s10', ['0', '2'], behind)], step(30, '1'), false, '0'],
  ['defective pieces are used, too', [check('s10', ['1', '9'], behind)], step(20, '1', '1'), false, '1'],
  ['pieces before it have passed', [check('s10', ['4', '9'], behind)], step(20, '4'), false, undefined],
  ['of a step behind', [check('s30', ['0', '2'], all)], step(20, '4'), false, undefined],
  ['it begins, with pieces that passed', [check('s10', ['4', '9'], behind)], step(20, '0'), true, undefined],
  ['it begins with none', [check('s10', ['0', '9'], behind)], step(20, '0'), true, '0'],
  ['the least of two', [check('s10', ['4', '9'], all), check('s10', ['2', '4'], all)], step(20, '5'), false, '2'],
  ['before its task is made', [check('s10', ['0', '2'], all, null)], step(10, '3'), false, '2'],
])('a step is reported as far as it is inspected: %s', (_, checks, operation, starts, most) => {
  const run = () => {
    try {
      expectChecked(checks, operation, steps, starts)
    } catch (error) {
      if (error instanceof Refusal) return [error.definition.code, error.data?.most]
      throw error
    }
    return undefined
  }
  expect(run()).toEqual(most === undefined ? undefined : [qualityErrors.operationBlocked.code, most])
})

const hour = 3600
const pieces = { every_pieces: 10, every_hours: null }
const hours = { every_pieces: null, every_hours: 4 }
test.each<
  [
    string,
    Parameters<typeof nextCheck>[0],
    string,
    Parameters<typeof nextCheck>[2],
    number,
    [string, string] | undefined,
  ]
>([
  ['too few', pieces, '9', undefined, 0, undefined],
  ['ten', pieces, '10', undefined, 0, ['0', '10']],
  ['more than ten at once', pieces, '27', undefined, 0, ['0', '27']],
  ['too few since', pieces, '36', { covers_to: '27', time: 0 }, 0, undefined],
  ['ten since', pieces, '37', { covers_to: '27', time: 0 }, 0, ['27', '37']],
  ['however little', { every_pieces: 0, every_hours: null }, '0.25', undefined, 0, ['0', '0.25']],
  ['nothing', { every_pieces: 0, every_hours: null }, '0.25', { covers_to: '0.250', time: 0 }, 0, undefined],
  ['too short', hours, '5', undefined, 4 * hour - 1, undefined],
  ['four hours since it began', hours, '5', undefined, 4 * hour, ['0', '5']],
  ['four hours since the last', hours, '8', { covers_to: '5', time: 2 * hour }, 6 * hour, ['5', '8']],
  ['nothing made since', hours, '5', { covers_to: '5', time: 0 }, 9 * hour, undefined],
  ['whichever comes first', { every_pieces: 10, every_hours: 4 }, '3', undefined, 4 * hour, ['0', '3']],
])('a check of pieces in work is due: %s', (_, plan, reported, before, now, expected) => {
  const due = nextCheck(plan, { reported_quantity: reported, actual_start_time: 0 }, before, now)
  expect(due && [due.covers_from, due.covers_to]).toEqual(expected)
})

test.each<[string, string, string, boolean, string, string | null | undefined]>([
  ['all of it is there', '0', '5', false, '5', undefined],
  ['more is made than it is of', '0', '5', false, '9', undefined],
  ['a part of it is there', '2', '5', false, '3', '3'],
  ['nothing of it is there', '2', '5', false, '2', null],
  ['first pieces of which one is there', '0', '3', true, '1', undefined],
  ['first pieces of which none is there', '0', '3', true, '0', null],
])('after reports were taken back: %s', (_, covers_from, covers_to, isFirst, reported, left) => {
  expect(leftAfterRevoked({ covers_from, covers_to }, isFirst, reported)).toBe(left)
})
