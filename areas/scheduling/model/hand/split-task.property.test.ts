import { sum } from '@qitao/core/quantity.ts'
import { checkPlan } from '@qitao/planning/checker/check-plan.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aDevice, anOperation, anOrder, aTask, facts } from '../../testing/facts.ts'
import type { ScheduleFacts } from '../problem/facts.ts'
import { problemFrom } from '../problem/problem.rules.ts'
import { remainingOf, withWhatComes } from '../problem/what-comes.rules.ts'
import { changeByHand } from './hand.rules.ts'
import { inParts, joinFacts, splitFacts } from './split-task.rules.ts'

const slow = 60_000
const scope = { only_kitted: false }

/** Orders of two steps on three saws, as the engine places them. */
function planned(orders: readonly { pieces: number; due: number; overlap: boolean }[]): ScheduleFacts {
  const given = facts({
    devices: ['saw', 'saw2', 'saw3'].map(id => aDevice(id)),
    orders: orders.map(({ due }, i) => anOrder(`o${i}`, { delivery_date: facts().now + due * 86_400 })),
    operations: orders.flatMap(({ pieces, overlap }, i) => {
      const planned_quantity = String(pieces)
      const overlap_quantity = overlap ? '20' : null
      return [
        anOperation(`o${i}a`, `o${i}`, { next_sequences: [20], planned_quantity, overlap_quantity }),
        anOperation(`o${i}b`, `o${i}`, { sequence: 20, planned_quantity }),
      ]
    }),
  })
  return withPlan(given, schedule(problemFrom(given, scope), { iterations: 20, seed: 1 }))
}
const withPlan = (given: ScheduleFacts, plan: Plan): ScheduleFacts => ({
  ...given,
  tasks: plan.tasks.map(({ operation, order, machine, setupStart, start, end, setupSeconds }) => ({
    ...aTask(operation, order, machine, start, { setup_start_time: setupStart, end_time: end }),
    ...{ setup_seconds: setupSeconds, quantity: given.operations.find(({ id }) => id === operation)!.planned_quantity },
  })),
})

const ordersOf = fc.array(
  fc.record({ pieces: fc.integer({ min: 2, max: 900 }), due: fc.integer({ min: 4, max: 40 }), overlap: fc.boolean() }),
  { minLength: 1, maxLength: 5 },
)
const gestures = fc.array(
  fc.record({
    split: fc.boolean(),
    at: fc.nat(1e6),
    share: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    machine: fc.nat(2),
  }),
  { minLength: 1, maxLength: 6 },
)
type Gesture = typeof gestures extends fc.Arbitrary<(infer G)[]> ? G : never

/** Splits or joins as a planner would, with what that pushes; undefined when it is refused. */
function made(
  given: ScheduleFacts,
  { split, at, share, machine }: Gesture,
  part_id: string,
): ScheduleFacts | undefined {
  const task = given.tasks[at % given.tasks.length]!
  const operation = given.operations.find(({ id }) => id === task.operation_id)!
  const pieces = Number(operation.planned_quantity)
  const quantity = Math.max(1, Math.min(pieces - 1, Math.round(pieces * share)))
  const steps = given.operations.filter(one => one.mo_id === operation.mo_id && one.sequence === operation.sequence)
  if (split ? pieces < 2 : steps.length < 2) return undefined
  const [kept] = steps
  const next = split
    ? splitFacts(given, task, { part_id, quantity: String(quantity), rest: String(pieces - quantity) })
    : joinFacts(
        given,
        steps.map(({ id }) => id),
      )
  const stands = next.tasks.find(one => one.operation_id === (split ? task.operation_id : kept!.id))!
  const outcome = changeByHand(problemFrom(next, { ...scope, isFree: () => true }), next.tasks, {
    kind: 'place',
    operation: split ? part_id : kept!.id,
    machine: split ? next.devices[machine]!.id : stands.device_id,
    start: split ? stands.end_time : stands.start_time,
    ...(split ? { rest: task.operation_id } : {}),
  })
  if (outcome.refused.length > 0) return undefined
  const moved = new Map(outcome.moved.map(one => [one.operation, one]))
  return {
    ...next,
    tasks: next.tasks.map(one => {
      const to = moved.get(one.operation_id)
      const place = to && { setup_start_time: to.setupStart, start_time: to.start, end_time: to.end }
      return to ? { ...one, device_id: to.machine, setup_seconds: to.setupSeconds, ...place! } : one
    }),
  }
}

const asPlan = (given: ScheduleFacts): Plan => ({
  ...{ unplanned: [], orders: [], conflicts: [], iterations: 0 },
  score: {
    weightedTardinessHours: 0,
    lateOrders: 0,
    setupSeconds: 0,
    makespanSeconds: 0,
    flowSeconds: 0,
    unplannedOrders: 0,
  },
  tasks: given.tasks.map(task => ({
    ...{ operation: task.operation_id, order: task.mo_id, machine: task.device_id, fixed: false, reasons: [] },
    ...{
      setupStart: task.setup_start_time,
      start: task.start_time,
      end: task.end_time,
      setupSeconds: task.setup_seconds,
    },
  })),
})
const told = new Set(['outcome', 'conflict', 'reason'])
const broken = (given: ScheduleFacts) =>
  checkPlan(problemFrom(given, scope), asPlan(given)).filter(({ rule }) => !told.has(rule))

/** Pieces of each step, by its order and sequence. */
const piecesOf = (rows: readonly { mo_id: string; sequence: number; planned_quantity: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(rows, one => `${one.mo_id} ${one.sequence}`)].map(([step, own]) => [
      step,
      Number(sum(own.map(one => one.planned_quantity))),
    ]),
  )

test('however tasks are split and joined: every piece is made once, and every rule is kept', { timeout: slow }, () => {
  let splits = 0
  let joins = 0
  fc.assert(
    fc.property(ordersOf, gestures, (orders, wanted) => {
      const first = planned(orders)
      expect(broken(first)).toEqual([])
      const pieces = piecesOf(first.operations)
      let now = first
      for (const [i, gesture] of wanted.entries()) {
        const next = made(now, gesture, `part${i}`)
        if (!next) continue
        if (gesture.split) splits++
        else joins++
        expect(piecesOf(next.operations)).toEqual(pieces)
        const steps = new Map(next.operations.map(one => [one.id, one.planned_quantity]))
        expect(next.tasks.map(task => [task.operation_id, task.quantity]).toSorted()).toEqual([...steps].toSorted())
        expect(broken(next)).toEqual([])
        now = next
      }
      // Placed anew, each part has its place or a cause.
      const plan = schedule(problemFrom(now, scope), { iterations: 20, seed: 1 })
      const known = [...plan.tasks.map(task => task.operation), ...plan.unplanned.map(one => one.operation)]
      expect(known.toSorted()).toEqual(now.operations.map(({ id }) => id).toSorted())
      expect(checkPlan(problemFrom(now, scope), plan)).toEqual([])
    }),
    { numRuns: 40 },
  )
  expect(splits).toBeGreaterThan(20)
  expect(joins).toBeGreaterThan(5)
})

test('parts stand for their operation, and say their own progress', () => {
  const [cut, weld] = [anOperation('a1', 'a', { next_sequences: [20] }), anOperation('a2', 'a', { sequence: 20 })]
  const part = (id: string, part_no: number, quantity: string, more: object = {}) => ({
    ...{
      id,
      operation_id: 'a1',
      part_no,
      quantity,
      reported_quantity: '0',
      defective_quantity: '0',
      only_again: null,
      status: 0 as const,
    },
    ...more,
  })
  const parts = [part('p', 2, '50', { status: 1, reported_quantity: '7' }), part('a1', 1, '70')]
  expect(inParts([cut, weld], parts)).toEqual([
    { ...cut, process_name: 'Cutting #1', planned_quantity: '70' },
    { ...cut, id: 'p', process_name: 'Cutting #2', planned_quantity: '50', reported_quantity: '7', status: 1 },
    weld,
  ])
  const problem = problemFrom(facts({ operations: inParts([cut, weld], parts) }), scope)
  expect(problem.operations.map(({ id, predecessors, quantity }) => [id, quantity, predecessors])).toEqual([
    ['a1', 70, []],
    ['p', 43, []],
    ['a2', 120, [{ operation: 'a1' }, { operation: 'p' }]],
  ])
})

test('of what comes parts have together no more than comes, and joined they have all of it', () => {
  const short = { next_sequences: [20], planned_quantity: '100', reported_quantity: '80', status: 2 } as const
  const given = facts({
    operations: withWhatComes([
      anOperation('a1', 'a', short),
      anOperation('a2', 'a', { sequence: 20, planned_quantity: '100' }),
    ]),
    tasks: [aTask('a2', 'a', 'saw', facts().now)],
  })
  const quantities = (of: ScheduleFacts) =>
    of.operations.flatMap(one => (one.id === 'a1' ? [] : [[one.id, Number(remainingOf(one))]]))
  expect(quantities(given)).toEqual([['a2', 80]])
  const [task] = given.tasks
  const apart = splitFacts(given, task!, { part_id: 'p', quantity: '50', rest: '50' })
  expect(quantities(apart)).toEqual([
    ['a2', 50],
    ['p', 30],
  ])
  const again = splitFacts(apart, task!, { part_id: 'q', quantity: '20', rest: '30' })
  expect(quantities(again)).toEqual([
    ['a2', 30],
    ['p', 50],
    ['q', 0],
  ])
  expect(quantities(joinFacts(again, ['a2', 'p', 'q']))).toEqual([['a2', 80]])
})
