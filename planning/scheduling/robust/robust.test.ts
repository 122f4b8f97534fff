import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { describe, expect, test } from 'vitest'
import { schedule } from '../improve/schedule.ts'
import { Dispatcher } from '../place/dispatch.ts'
import { rules, solve } from '../place/solve.ts'
import { urgencyOf } from '../place/urgency.ts'
import { compile } from '../problem/model.ts'
import type { Disturbances, Operation, Problem } from '../problem/problem.ts'
import { Playout } from './playout.ts'
import { Holding, lateOrderPrice } from './robust.ts'

const hours = (count: number) => count * hourSeconds

const disturbances: Disturbances = {
  lateShare: 0.5,
  meanLateSeconds: 2 * daySeconds,
  runSpread: 0,
  runLoss: 0,
  aheadSeconds: 20 * daySeconds,
  lateOrderHours: 60,
}

const operation = (order: string, runHours: number, more: Partial<Operation>): Operation => ({
  id: `${order}|10`,
  order,
  machines: [{ machine: 'saw', setupSeconds: 0, runSeconds: hours(runHours) }],
  predecessors: [],
  mayPause: true,
  ...more,
})

/** One machine. The idle one has ages, and material that comes first; the tight one comes an hour later and has a day. */
const plant: Problem = {
  now: 0,
  limit: 60 * daySeconds,
  calendars: [{ id: 'always', intervals: [[0, 60 * daySeconds]] }],
  machines: [{ id: 'saw', calendar: 'always' }],
  orders: [
    { id: 'idle', due: 15 * daySeconds, priority: 100 },
    { id: 'tight', due: hours(26), priority: 100 },
  ],
  operations: [
    operation('idle', 1, {
      kit: { at: hours(2), material: 'bar', supplies: [{ id: 'receipt', at: hours(2) }] },
    }),
    operation('tight', 20, { notBefore: hours(3) }),
  ],
}

const startsOf = (problem: Problem) =>
  new Map(schedule(problem, { iterations: 30 }).tasks.map(task => [task.order, task.start]))

describe('a plan that is to hold', () => {
  test('what waits for a risky receipt goes behind what it would hold up', () => {
    const planned = startsOf(plant)
    expect(planned.get('idle')).toBe(hours(2))
    expect(planned.get('tight')).toBe(hours(3))
    const held = startsOf({ ...plant, disturbances })
    expect(held.get('tight')).toBe(hours(3))
    expect(held.get('idle')).toBeGreaterThanOrEqual(hours(23))
  })

  test('without risk nothing moves', () => {
    expect(startsOf({ ...plant, disturbances: { ...disturbances, lateShare: 0 } })).toEqual(startsOf(plant))
  })
})

test('played out, a late receipt is blamed for the order behind it', () => {
  const model = compile(plant)
  const { timetable } = solve(model, new Dispatcher(model, urgencyOf(model)), rules[0]!, new Map())
  const playout = new Playout(timetable, disturbances, 1, 1)
  playout.load(timetable)
  const late = playout.play(0)
  // Half of the receipts are late; the tight order has three hours to spare, which few of them keep to.
  expect(late).toBeGreaterThan(0.3)
  expect(late).toBeLessThanOrEqual(0.5)
  expect(playout.blame[model.operationNumber.get('idle|10')!]).toBe(late * playout.scenariosPlayed)

  const calm = new Playout(timetable, { ...disturbances, lateShare: 0 }, 1, 1)
  calm.load(timetable)
  expect(calm.play(0)).toBe(0)
})

describe('an order that is expected late', () => {
  test('costs what the problem says, or twice its part of the tardiness where that is more', () => {
    expect(lateOrderPrice(disturbances, 100, 10)).toBe(60)
    expect(lateOrderPrice(disturbances, 3000, 10)).toBe(600)
    expect(lateOrderPrice(disturbances, 3000, 0)).toBe(60)
  })

  test('is weighed by the plan at hand', () => {
    const model = compile(plant)
    const { timetable } = solve(model, new Dispatcher(model, urgencyOf(model)), rules[0]!, new Map())
    const late = new Holding(model, disturbances, 1).firstCost(0, timetable) / 60
    expect(late).toBeGreaterThan(0.3)
    const holding = new Holding(model, disturbances, 1)
    expect(holding.costOf(timetable)).toBeCloseTo(late * 60, 9)
    expect(holding.firstCost(1000, timetable)).toBeCloseTo(2000, 9)
    expect(holding.costOf(timetable)).toBeCloseTo(2000, 9)
  })
})
