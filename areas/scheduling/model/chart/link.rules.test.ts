import type { Operation, Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import { expect, test } from 'vitest'
import { linkStates } from './link.rules.ts'

const hour = 3_600
const operation = (id: string, machine: string, more: Partial<Operation> = {}): Operation => ({
  id,
  order: 'mo',
  machines: [{ machine, setupSeconds: 0, runSeconds: 4 * hour }],
  predecessors: [],
  quantity: 4,
  mayPause: true,
  ...more,
})
/** Open from 0 to 100 hours; welding takes over what is sawn piece by piece, or when all is sawn. */
const stateAt = (
  start: number,
  link: { transferQuantity?: number; waitSeconds?: number },
  more: { chargeCapacity?: number } = {},
) => {
  const problem = {
    now: 0,
    calendars: [{ id: 'day', intervals: [[0, 100 * hour]] }],
    machines: [
      { id: 'saw', calendar: 'day', ...more },
      { id: 'welder', calendar: 'day' },
    ],
    orders: [],
    resources: [],
    operations: [
      operation('cut', 'saw'),
      operation('weld', 'welder', { predecessors: [{ operation: 'cut', ...link }] }),
    ],
  } as unknown as Problem
  const task = (id: string, device_id: string, start_time: number) => ({
    ...{ id: `t-${id}`, operation_id: id, device_id, start_time, end_time: start_time + 4 * hour },
  })
  return linkStates(problem, [task('cut', 'saw', 0), task('weld', 'welder', start)])({ from: 't-cut', to: 't-weld' })
}

test('a step that begins with the first batch overlaps and breaks nothing', () => {
  expect(stateAt(hour, { transferQuantity: 1 })).toBe('overlap')
  expect(stateAt(4 * hour, { transferQuantity: 1 })).toBe('kept')
})
test('earlier than the first batch, or without batches before the end, is broken', () => {
  expect(stateAt(hour / 2, { transferQuantity: 1 })).toBe('broken')
  expect(stateAt(2 * hour, {})).toBe('broken')
})
test('a furnace hands over at its end', () =>
  expect(stateAt(hour, { transferQuantity: 1 }, { chargeCapacity: 10 })).toBe('broken'))
test('what has to cool first is broken before that', () => {
  expect(stateAt(4 * hour, { waitSeconds: hour })).toBe('broken')
  expect(stateAt(5 * hour, { waitSeconds: hour })).toBe('kept')
})
test('of a link that the plan does not know nothing is said', () =>
  expect(
    linkStates({ operations: [], machines: [], calendars: [] } as unknown as Problem, [])({ from: 'a', to: 'b' }),
  ).toBe('kept'))
