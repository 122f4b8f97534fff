import { expect, test } from 'vitest'
import type { Operation, Problem } from '../scheduling/problem/problem.ts'
import { withCharges } from './standing-charges.ts'

const operation = (id: string, runSeconds: number, more: Partial<Operation> = {}): Operation => ({
  ...{ id, order: id, predecessors: [], mayPause: true, machines: [{ machine: 'oven', setupSeconds: 0, runSeconds }] },
  ...more,
})
const place = (operation: string, machine: string, start: number) => ({
  ...{ operation, machine, setupStart: start, start, end: start + 10 },
})
const machines: Problem['machines'] = [
  { id: 'oven', calendar: null, chargeCapacity: 5 },
  { id: 'saw', calendar: null },
]
const chargesIn = (operations: Operation[], tasks: ReturnType<typeof place>[]) =>
  withCharges({ machines, operations }, tasks).map(({ charge }) => charge)

test('what stands at the same times on a furnace is a charge, led by the longest run', () => {
  const [a, b, c] = [operation('a', 5), operation('b', 9), operation('c', 9)]
  expect(chargesIn([a!, b!, c!], [place('a', 'oven', 0), place('b', 'oven', 0), place('c', 'oven', 10)])).toEqual([
    ...['b', 'b', undefined],
  ])
})
test('on another machine, and of what is fixed, there is none', () => {
  const fixed = { machine: 'oven', setupStart: 0, start: 0, end: 10, why: 'locked' } as const
  const operations = [operation('a', 5), operation('b', 9), operation('c', 9, { fixed })]
  expect(chargesIn(operations, [place('a', 'saw', 0), place('b', 'saw', 0)])).toEqual([undefined, undefined])
  expect(chargesIn(operations, [place('a', 'oven', 0), place('c', 'oven', 0)])).toEqual([undefined, undefined])
})
