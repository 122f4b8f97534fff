import { expect, test } from 'vitest'
import type { HandOutcome, OrderMoved } from '../hand/hand.rules.ts'
import { latenessBetween } from './calendar-effect.rules.ts'

const order = (name: string, before: number, after: number): OrderMoved => ({
  order: name,
  finish: 1000 + after,
  tardinessSeconds: after,
  tardinessSecondsBefore: before,
})
const outcome = (...orders: OrderMoved[]): HandOutcome => ({
  moved: [],
  reasons: new Map(),
  refused: [],
  broken: [],
  orders,
})

test('what a change makes late is told, the latest first; what was late before is not', () => {
  const without = outcome(order('old', 0, 500))
  const changed = outcome(order('old', 0, 500), order('new', 0, 200), order('worse', 100, 900))
  expect(latenessBetween(without, changed).orders).toEqual([
    { order: 'worse', finish: 1900, seconds_before: 100, seconds: 900 },
    { order: 'new', finish: 1200, seconds_before: 0, seconds: 200 },
  ])
})

test('hours won bring an order back in time that the plan without them would have late', () => {
  expect(latenessBetween(outcome(order('a', 0, 500)), outcome()).orders).toEqual([
    { order: 'a', finish: 1500, seconds_before: 500, seconds: 0 },
  ])
})
