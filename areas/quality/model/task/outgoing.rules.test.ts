import { Refusal } from '@qitao/core/refusal.ts'
import { expect, test } from 'vitest'
import { qualityErrors } from '../quality.errors.ts'
import { expectNoneOpen, type OutgoingTask, shippable, type ToShip } from './outgoing.rules.ts'

const part = (quantity: string, more: Partial<ToShip> = {}): ToShip => ({
  ...{ material_id: 'bike', quantity, location_id: null, lot_number: null, ...more },
})
const task = (id: string, left: string, more: Partial<OutgoingTask> = {}): OutgoingTask => ({
  ...{ id, no: id.toUpperCase(), material_id: 'bike', location_id: 'A', lot_number: 'L1', open: false, left, ...more },
})
test.each<[string, ToShip[], OutgoingTask[], [string, string][][], string[]]>([
  ['nothing was inspected', [part('5')], [], [[]], ['5']],
  ['all has passed', [part('5')], [task('a', '5')], [[['a', '5']]], ['0']],
  [
    'it leaves from two tasks, the first first',
    [part('5')],
    [task('a', '3'), task('b', '4')],
    [
      [
        ['a', '3'],
        ['b', '2'],
      ],
    ],
    ['0'],
  ],
  [
    'what has passed is there once for two parts',
    [part('3'), part('3')],
    [task('a', '4')],
    [[['a', '3']], [['a', '1']]],
    ['0', '2'],
  ],
  ['what is not judged has not passed', [part('5')], [task('a', '5', { open: true })], [[]], ['5']],
  ['what failed has not passed', [part('5')], [task('a', '0')], [[]], ['5']],
  ['of another material', [part('5')], [task('a', '5', { material_id: 'bell' })], [[]], ['5']],
  [
    'a lot that is named',
    [part('5', { lot_number: 'L2' })],
    [task('a', '5'), task('b', '9', { lot_number: 'L2' })],
    [[['b', '5']]],
    ['0'],
  ],
  ['a bin that is named', [part('5', { location_id: 'B' })], [task('a', '5')], [[]], ['5']],
])('%s', (_, parts, tasks, passed, rest) => {
  const found = shippable(parts, tasks)
  expect(found.passed.map(of => of.map(({ task_id, quantity }) => [task_id, quantity]))).toEqual(passed)
  expect(found.rest).toEqual(rest)
})

test('goods are not sent to inspection again while the first task waits; of other goods nothing is said', () => {
  const tasks = [task('a', '2'), task('b', '0', { open: true })]
  const refused = (parts: ToShip[]): unknown => {
    try {
      expectNoneOpen(parts, shippable(parts, tasks), tasks)
      return undefined
    } catch (error) {
      return error instanceof Refusal ? error.definition : error
    }
  }
  expect(refused([part('2')])).toBeUndefined()
  expect(refused([part('5')])).toBe(qualityErrors.outgoingNotPassed)
  expect(refused([part('5', { material_id: 'bell' })])).toBeUndefined()
})
