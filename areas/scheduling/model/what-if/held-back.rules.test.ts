import { expect, test } from 'vitest'
import { anOperation, anOrder, aTask, clock, due, monday, now, zone } from '../../testing/facts.ts'
import { ordersHeldBack } from './held-back.rules.ts'

const untilHour = (hour: number) => aTask('cut', 'one', 'saw', clock(monday, hour - 2))
/** An order of one operation that ends at an hour of Monday on the plan in force, and at another in the version. */
function held(
  one: { before?: number; after?: number; due?: string; priority?: number },
  others: { mo_ids?: string[] } = {},
) {
  const order = anOrder('one', one.due ? { delivery_date: clock(one.due, 0) } : {})
  const tasks = one.before === undefined ? [] : [untilHour(one.before)]
  const facts = { now, time_zone: zone, orders: [order], operations: [anOperation('cut', 'one')], tasks }
  return ordersHeldBack(facts, {
    mo_ids: ['one'],
    priorities: one.priority === undefined ? {} : { one: one.priority },
    tasks: one.after === undefined ? [] : [untilHour(one.after)],
    ...others,
  })
}

test('a raised priority that changes nothing, or makes it later', () => {
  expect(held({ before: 10, after: 10, priority: 1 })).toEqual([
    { mo_id: 'one', gained_seconds: 0, tardiness_seconds: 0 },
  ])
  expect(held({ before: 10, after: 12, priority: 1 })).toMatchObject([{ gained_seconds: -7200 }])
})
test('an hour is a gain, and nobody else was meant to have one', () => {
  expect(held({ before: 11, after: 10, priority: 1 })).toEqual([])
  expect(held({ before: 10, after: 10 })).toEqual([])
  expect(held({ before: 10, after: 10, priority: 200 })).toEqual([])
  expect(held({ before: 10, after: 10, priority: 1 }, { mo_ids: [] })).toEqual([])
})
test('late is meant to gain without a priority: a shift or a due date was changed for it', () => {
  const late = clock(monday, 10) - due('2026-01-04')
  expect(held({ before: 10, after: 10, due: '2026-01-04' })).toEqual([
    { mo_id: 'one', gained_seconds: 0, tardiness_seconds: late },
  ])
  expect(held({ before: 12, after: 10, due: '2026-01-04' })).toEqual([])
})
test('what comes onto the plan in time has gained; late or not placed it has not', () => {
  expect(held({ after: 10, priority: 1 })).toEqual([])
  expect(held({ after: 10, due: '2026-01-04' })).toMatchObject([{ gained_seconds: null }])
  expect(held({ before: 10, priority: 1 })).toMatchObject([{ gained_seconds: null, tardiness_seconds: 0 }])
})
