import { expect, test } from 'vitest'
import { anOperation, anOrder, aTask, clock, due, facts, monday } from '../../testing/facts.ts'
import { brokenBy, type HoursOfStep, heldBesidePlan, hoursForLater, promisedOrders } from './promised-orders.rules.ts'

const promised_date = clock('2026-01-07', 0)
const held = (id: string, hour: number, quantity: string, mo_ids: readonly string[]): HoursOfStep => ({
  ...{ id, inquiry_id: 'q', order_line_id: 'line', part: 1, sequence: 10, material_id: 'product', series: null },
  ...{ process_id: 'cut', device_id: 'saw', quantity, mo_ids },
  setup_start_time: clock(monday, hour),
  start_time: clock(monday, hour),
  end_time: clock(monday, hour + 2),
})
const plan = facts({
  orders: [anOrder('a'), anOrder('b')],
  operations: [anOperation('a1', 'a'), anOperation('b1', 'b')],
  tasks: [aTask('b1', 'b', 'lathe', clock(monday, 12))],
})

test('a promised order comes where hours are held for it, or where it stands; another, or one whose day is over, does not', () => {
  const hours = [held('h', 10, '120', ['a', 'b']), held('i', 8, '120', ['other'])]
  const scope = new Set(['a', 'b'])
  const of = (promised: Parameters<typeof promisedOrders>[2]) => promisedOrders(plan, scope, promised, hours)
  expect(
    of([
      { mo_id: 'a', promised_date },
      { mo_id: 'b', promised_date },
      { mo_id: 'other', promised_date },
    ]),
  ).toMatchObject([
    {
      ...{ order: 'a', by: due('2026-01-07') },
      hours: [{ operation: 'a1', machines: ['saw'], place: { machine: 'saw', start: clock(monday, 10) } }],
    },
    { order: 'b', hours: [{ operation: 'b1', machines: ['lathe'], place: { start: clock(monday, 12) } }] },
  ])
  expect(of([{ mo_id: 'a', promised_date: clock('2025-12-30', 0) }])).toEqual([])
})

test('of held hours those stay that the orders of this run do not need, the last ones', () => {
  const hours = [held('late', 14, '100', ['a', 'b']), held('early', 10, '100', ['a', 'b'])]
  const materialOf = new Map(plan.orders.map(({ id, material_id }) => [id, material_id]))
  const rest = (...ids: string[]) =>
    hoursForLater(plan, new Set(ids), hours, materialOf).map(({ id, quantity, start_time }) => [
      id,
      quantity,
      (start_time - clock(monday, 0)) / 3600,
    ])
  // 120 of 200 are made by the order that is not placed yet.
  expect(rest('a')).toEqual([['late', '80', 14.4]])
  // What stands is no longer in the hours that are held.
  expect(rest('b')).toEqual([
    ['early', '100', 10],
    ['late', '100', 14],
  ])
  expect(rest('c')).toEqual([])
})

test('beside a plan stays held what its orders do not need, but where they stand themselves', () => {
  const own = [held('early', 10, '100', ['a', 'b']), held('late', 14, '100', ['a', 'b'])]
  const hours = [...own, held('other', 18, '50', ['z'])]
  const at = (mo_id: string, device_id: string, hour: number) => ({
    ...{ mo_id, device_id, setup_start_time: clock(monday, hour), end_time: clock(monday, hour + 1) },
  })
  const stays = (...tasks: ReturnType<typeof at>[]) =>
    heldBesidePlan(plan, hours, tasks).map(({ id, quantity }) => [id, quantity])
  const [late, other] = [
    ['late', '80'],
    ['other', '50'],
  ]
  expect(stays(at('a', 'saw', 10), at('rival', 'saw', 15))).toEqual([other, late])
  expect(stays(at('a', 'lathe', 15))).toEqual([other, late])
  expect(stays(at('a', 'saw', 15), at('rival', 'saw', 10))).toEqual([other])
})

test('a promise is broken the day after, or when nothing is placed', () => {
  const one = { mo_id: 'a', no: 'MO-a', order_no: 'SO', promised_date }
  const at = (planned_finish_time: number | null) => brokenBy([{ ...one, planned_finish_time }], 'UTC').length
  expect([at(due('2026-01-07')), at(due('2026-01-07') + 1), at(null)]).toEqual([0, 1, 1])
})
