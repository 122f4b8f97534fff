import { expect, test } from 'vitest'
import { schedule } from '../improve/schedule.ts'
import type { Operation, Problem } from '../problem/problem.ts'
import { HandPlan } from './hand-plan.ts'
import { shiftByHand } from './hand-shift.ts'

const hour = 3600
const operation = (id: string, machine: string, more: Partial<Operation> = {}): Operation => ({
  id,
  order: 'one',
  machines: [{ machine, setupSeconds: 0, runSeconds: 2 * hour }],
  predecessors: [],
  mayPause: true,
  ...more,
})
const inTwoSteps: Problem = {
  now: 1000 * hour,
  limit: 2000 * hour,
  calendars: [{ id: 'always', intervals: [[1000 * hour, 2000 * hour]] }],
  machines: [
    { id: 'A', calendar: 'always' },
    { id: 'B', calendar: 'always' },
  ],
  orders: [{ id: 'one', due: 1010 * hour, priority: 100 }],
  operations: [operation('first', 'A'), operation('second', 'B', { predecessors: [{ operation: 'first' }] })],
}

test('a task that is dropped before the step it waits for is refused, though it would fall back to its place', () => {
  const hand = new HandPlan(inTwoSteps, schedule(inTwoSteps))
  const before = hand.tasks()
  for (const refusal of [hand.move('second', 'B', 1001 * hour), hand.drop('second', 'B', 1001 * hour)])
    expect(refusal).toMatchObject({
      ok: false,
      refusal: 'task_before_predecessor',
      object: { kind: 'operation', id: 'first', at: 1002 * hour },
    })
  expect(hand.tasks()).toEqual(before)
  expect(hand.move('second', 'B', 1002 * hour)).toMatchObject({ ok: true, movedCount: 0 })
})

/** Ten pieces, an hour each, handed over five at a time: the second step begins five hours after the first. */
const inBatches: Problem = {
  ...inTwoSteps,
  operations: ['A', 'B'].map((machine, step) => ({
    ...operation(machine, machine, { quantity: 10 }),
    machines: [{ machine, setupSeconds: 0, runSeconds: 10 * hour }],
    predecessors: step === 0 ? [] : [{ operation: 'A', transferQuantity: 5 }],
  })),
}
test.each<[what: string, at: number, made: number, end: number, second: number]>([
  ['told to the floor', 0, 0, 10, 5],
  ['running as planned', 3, 3, 10, 5],
  ['behind by two hours', 3, 1, 12, 7],
  ['ahead', 4, 6, 8, 5],
])(
  'a first step that is %s hands over in batches; the second moves only when it has to',
  (_, at, made, end, second) => {
    const begin = inBatches.now
    const plan = schedule(inBatches)
    expect(plan.tasks.map(({ start }) => (start - begin) / hour)).toEqual([0, 5])
    const [first, ...others] = inBatches.operations
    const place = { machine: 'A', setupStart: begin, start: begin, end: begin + end * hour }
    const fixed: Operation = { ...first!, made, quantity: 10 - made, fixed: { ...place, why: 'running' } }
    const later: Problem = { ...inBatches, now: begin + at * hour, operations: [fixed, ...others] }
    const hand = new HandPlan(later, plan)
    expect(hand.putRight()).toMatchObject({ ok: true, movedCount: second === 5 ? 0 : 1 })
    expect((hand.task('B')!.start - begin) / hour).toBe(second)
  },
)

test('what waits for late material lets the others pass: they stay where they are', () => {
  const three = ['late', 'next', 'last'].map(id => operation(id, 'A'))
  const plan = schedule({ ...inTwoSteps, operations: three })
  const begin = inTwoSteps.now
  const [first, second, third] = plan.tasks.toSorted((a, b) => a.start - b.start).map(task => task.operation)
  const hours = (hand: HandPlan) => [first, second, third].map(id => (hand.task(id!)!.start - begin) / hour)
  const withKit = (at: number, ...of: (string | undefined)[]) => {
    const operations = three.map(each => (of.includes(each.id) ? { ...each, kit: { at, material: 'm' } } : each))
    const hand = new HandPlan({ ...inTwoSteps, operations }, plan)
    hand.awaitKits()
    expect(hand.putRight()).toMatchObject({ ok: true })
    return hours(hand)
  }
  expect(withKit(begin, first)).toEqual([0, 2, 4])
  expect(withKit(begin + hour, first)).toEqual([1, 3, 5])
  expect(withKit(begin + 3.5 * hour, first)).toEqual([4, 2, 6])
  expect(withKit(begin + 20 * hour, first)).toEqual([20, 2, 4])
  expect(withKit(begin + 20 * hour, first, second)).toEqual([20, 22, 4])
})

const binds = (problem: Problem, operation: string, seconds: number | null) => {
  const hand = new HandPlan(problem, schedule(problem))
  const before = hand.tasks()
  const [refused] = shiftByHand(hand, { operations: [operation], direction: 'left', seconds })
  expect(hand.tasks()).toEqual(before)
  return [refused!.refusal.refusal, refused!.refusal.held?.kind]
}
const one = (more: Partial<Operation>, others: readonly Operation[] = []): Problem => ({
  ...inTwoSteps,
  operations: [...others, operation('it', 'A', more)],
})
test.each<[what: string, problem: Problem, operation: string, refusal: string, held: string]>([
  ['the step before it', inTwoSteps, 'second', 'task_before_predecessor', 'predecessor'],
  ['its material', one({ kit: { at: 1005 * hour, material: 'bolt' } }), 'it', 'start_before_kitting', 'kit'],
  [
    'the calendar',
    { ...one({}), calendars: [{ id: 'always', intervals: [[1008 * hour, 2000 * hour]] }] },
    'it',
    'no_capacity',
    'calendar',
  ],
  [
    'what is locked before it',
    one({}, [
      operation('other', 'A', {
        fixed: { machine: 'A', setupStart: 1000 * hour, start: 1000 * hour, end: 1002 * hour, why: 'locked' },
      }),
    ]),
    'it',
    'task_overlap',
    'machine',
  ],
  ['nothing but the present', one({}), 'it', 'held_back', 'now'],
])('a task that cannot go to the left says what binds it: %s', (_, problem, operation, refusal, held) => {
  expect(binds(problem, operation, null)).toEqual([refusal, held])
  expect(binds(problem, operation, 3 * hour)[0]).toBe(refusal)
})
