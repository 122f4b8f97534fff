import { daySeconds, hourSeconds as hour } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { schedule } from '../improve/schedule.ts'
import type { Operation, Order, Problem } from '../problem/problem.ts'
import { whatBinds } from './what-binds.ts'

const now = 1000 * daySeconds
const limit = now + 60 * daySeconds
const always = { id: 'always', intervals: [[now, limit]] as const }
/** Eight hours a day. */
const shift = {
  id: 'shift',
  intervals: Array.from(
    { length: 60 },
    (_, day) => [now + day * daySeconds, now + day * daySeconds + 8 * hour] as const,
  ),
}
const order = (id: string, due = now + 30 * daySeconds): Order => ({ id, due, priority: 100 })
const step = (of: string, hours: number, more: Partial<Operation> = {}): Operation => ({
  ...{ id: `${of} step`, order: of, predecessors: [], mayPause: true },
  machines: [{ machine: 'M', setupSeconds: 0, runSeconds: hours * hour }],
  ...more,
})
function bound(of: string, operations: readonly Operation[], given: Partial<Problem> = {}) {
  const orders = [...new Set(operations.map(one => one.order))].map(id => order(id, id === of ? undefined : now))
  const machines = [{ id: 'M', calendar: 'always' }]
  const problem: Problem = { now, limit, calendars: [always, shift], machines, orders, operations, ...given }
  return whatBinds(problem, schedule(problem), [of])[0]!
}

test('the machine that others have: the nearest of them, all their time, and going first', () => {
  const { finish, bound: found, smallest } = bound('last', [step('first', 5), step('second', 4), step('last', 2)])
  expect(finish).toBe(now + 11 * hour)
  expect(found).toMatchObject({
    link: { kind: 'machine', machine: 'M', to: now + 9 * hour },
    seconds: 9 * hour,
    pieces: 2,
  })
  expect(smallest).toMatchObject({
    remedy: { kind: 'priority', order: 'last' },
    gainedSeconds: 9 * hour,
    tardinessSeconds: 0,
  })
})
test('material: when it comes, and a day earlier', () => {
  const kit = { at: now + 5 * daySeconds, material: 'steel' }
  const { bound: found, smallest } = bound('one', [step('one', 2, { kit })])
  expect(found).toMatchObject({ link: { kind: 'material', material: 'steel', to: kit.at }, seconds: 5 * daySeconds })
  expect(smallest).toMatchObject({
    remedy: { kind: 'expedite', material: 'steel', from: kit.at, to: kit.at - daySeconds },
    gainedSeconds: daySeconds,
  })
})
test('another machine before an order that is late goes by', () => {
  const both = ['M', 'N'].map(machine => ({ machine, setupSeconds: 0, runSeconds: 3 * hour }))
  const machines = ['M', 'N'].map(id => ({ id, calendar: 'always' }))
  const busy = step('busy', 6)
  const one = step('one', 3, { machines: both })
  const orders = [{ ...order('busy'), due: now + 6 * hour, weight: 100 }, order('one')]
  const problem: Problem = { now, limit, calendars: [always], machines, orders, operations: [busy, one] }
  const tasks = schedule({ ...problem, operations: [busy, step('one', 3)] }).tasks
  const [found] = whatBinds(problem, { tasks }, ['one'])
  expect(found!.bound).toMatchObject({ link: { kind: 'machine', order: 'busy' } })
  expect(found!.smallest).toMatchObject({ remedy: { kind: 'other_machine', from: 'M', to: 'N' } })
})
test('the shift: an hour of overtime', () => {
  const { bound: found, smallest } = bound('one', [step('one', 3, { mayPause: false, notBefore: now + 6 * hour })], {
    machines: [{ id: 'M', calendar: 'shift' }],
  })
  expect(found).toMatchObject({ link: { kind: 'calendar', machine: 'M' } })
  expect(smallest).toMatchObject({ remedy: { kind: 'overtime', machine: 'M', secondsPerDay: hour } })
})
test('what is locked stays: told with the reason, and nothing moves it', () => {
  const fixed = {
    machine: 'M',
    setupStart: now + hour,
    start: now + hour,
    end: now + 4 * hour,
    why: 'published',
  } as const
  expect(bound('one', [step('one', 3, { fixed })])).toMatchObject({
    bound: { link: { kind: 'lock', order: 'one', why: 'published' } },
    smallest: null,
  })
})
test('its own work alone: nothing binds', () => {
  const steps = [step('one', 3), step('one', 2, { id: 'next', predecessors: [{ operation: 'one step' }] })]
  expect(bound('one', steps)).toMatchObject({ finish: now + 5 * hour, bound: null, smallest: null })
})
test('in whatever order the orders are given', () => {
  const operations = [step('b', 5), step('a', 4), step('c', 2)]
  const orders = [order('c'), order('b', now), order('a', now + 2)]
  const machines = [{ id: 'M', calendar: 'always' }]
  const problem: Problem = { now, limit, calendars: [always], machines, orders, operations }
  const plan = schedule(problem)
  const told = (given: Problem) =>
    ['a', 'b', 'c'].flatMap(id => whatBinds(given, plan, [id]).map(({ finish }) => finish))
  expect(told(problem)).toEqual(['a', 'b', 'c'].map(id => plan.orders.find(({ order: of }) => of === id)!.finish))
  expect(told({ ...problem, orders: orders.toReversed() })).toEqual(told(problem))
})
test('what the plan does not place has no finish', () => {
  const kit = { at: null, material: 'steel' }
  expect(bound('one', [step('one', 2, { kit })])).toEqual({ order: 'one', finish: null, bound: null, smallest: null })
})
