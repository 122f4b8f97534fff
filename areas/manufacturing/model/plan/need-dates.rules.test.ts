import { daySeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { type DatedOrder, type DatedRequest, needDateMessages, type Waiting } from './need-dates.rules.ts'

const now = 1000 * daySeconds
const on = (days: number) => now + days * daySeconds
const order = (id: string, due: number, extra: Partial<DatedOrder> = {}): DatedOrder => ({
  ...{ id, no: id, material_id: `${id}-made`, quantity: '5', delivery_date: on(due), lead_seconds: 2 * daySeconds },
  movable: true,
  ...extra,
})
const top = (due: number) => order('top', due, { movable: false })
const request = (id: string, due: number): DatedRequest => ({
  ...{ id, material_id: 'bolt', quantity: '20', required_date: on(due), lead_seconds: daySeconds },
})
const waits = (mo_id: string, of: string, planned: number | null = null): Waiting => ({
  ...{ mo_id, of, planned_at: planned === null ? null : on(planned) },
})
const told = (orders: DatedOrder[], requests: DatedRequest[], waiting: Waiting[]) =>
  needDateMessages({ now, orders, requests, waiting, latest: at => at, open: [] }).map(
    ({ kind, source_id, from_time, to_time, mo_ids, reason }) =>
      `${kind} ${source_id} ${(from_time - now) / daySeconds}>${(to_time - now) / daySeconds} ${reason} ${mo_ids}`,
  )

test('what follows a parent is offered its new day, through all levels at once', () => {
  const waiting = [waits('top', 'child'), waits('child', 'asked')]
  // Needed on day 18, and what the child waits for two days before that.
  expect(told([top(20), order('child', 18)], [request('asked', 16)], waiting)).toEqual([])
  expect(told([top(30), order('child', 18)], [request('asked', 16)], waiting)).toEqual([
    'defer child 18>28 parent_later top',
    'defer asked 16>26 parent_later child',
  ])
  expect(told([top(10), order('child', 18)], [request('asked', 16)], waiting)).toEqual([
    'expedite child 18>8 parent_earlier top',
    'expedite asked 16>6 parent_earlier child',
  ])
})
test('when they have moved nothing is told any more', () => {
  const waiting = [waits('top', 'child'), waits('child', 'asked')]
  expect(told([top(30), order('child', 28)], [request('asked', 26)], waiting)).toEqual([])
})
test('the plan says when an order begins, its step when a component is needed; the first who waits decides', () => {
  const waiting = [waits('top', 'child', 12), waits('other', 'child', 9), waits('top', 'child', 11)]
  expect(told([top(20), order('other', 15, { movable: false }), order('child', 18)], [], waiting)).toEqual([
    'expedite child 18>9 parent_earlier other,top',
  ])
})
test('what is begun, published or locked stays, and so does what waits for it alone', () => {
  const fixed = order('child', 18, { movable: false })
  expect(told([top(30), fixed], [request('asked', 16)], [waits('top', 'child'), waits('child', 'asked')])).toEqual([])
})
test('within a day nothing is told; nothing is asked for in the past, nor put off because it is overdue', () => {
  expect(told([top(20), order('child', 18.9)], [], [waits('top', 'child')])).toEqual([])
  expect(told([top(20), order('child', 17.1)], [], [waits('top', 'child')])).toEqual([])
  expect(told([top(1), order('child', 6)], [], [waits('top', 'child')])).toEqual([
    'expedite child 6>0 parent_earlier top',
  ])
  expect(told([top(1), order('child', -3)], [], [waits('top', 'child')])).toEqual([])
  expect(told([top(20), order('child', -9)], [], [waits('top', 'child', -4)])).toEqual([])
})
test('orders that wait for each other are looked at once', () => {
  const circle = [waits('a', 'b'), waits('b', 'a')]
  expect(told([order('a', 9), order('b', 9)], [], circle).map(one => one.split(' ')[1])).toEqual(['a', 'b'])
})

test('what is bought is asked for on the day on which it has to come, to be there when it is needed', () => {
  const dayBefore = (at: number) => at - daySeconds
  const of = (due: number) =>
    needDateMessages({
      ...{ now, orders: [top(20)], requests: [request('asked', due)], waiting: [waits('top', 'asked')] },
      latest: dayBefore,
      open: [],
    }).map(({ to_time }) => (to_time - now) / daySeconds)
  // Needed on day 18.
  expect(of(17)).toEqual([])
  expect(of(18)).toEqual([17])
})

test('nobody is told to begin on a day off: the last working minute before it', () => {
  const [message] = needDateMessages({
    ...{ now, orders: [top(30)], requests: [request('asked', 16)], waiting: [waits('top', 'asked')], latest: at => at },
    open: [
      [on(20), on(26)],
      [on(28), on(40)],
    ],
  })
  // Needed on day 28, a day to come: on day 27 nobody works.
  expect(message).toMatchObject({ to_time: on(28), by_time: on(26) - 60 })
})
