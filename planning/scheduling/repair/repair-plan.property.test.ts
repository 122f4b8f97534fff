import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkChanged } from '../../checker/check-changed.ts'
import { seededRandom } from '../../random.ts'
import { inTwoParts } from '../../testing/in-two-parts.ts'
import { plantSizes } from '../../testing/plant-sizes.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Problem } from '../problem/problem.ts'
import type { StandingTask } from '../standing/standing-plan.ts'
import { type PossibleOvertime, withOvertimeIn } from './repair-overtime.ts'
import { type RepairAnswer, repairPlan } from './repair-plan.ts'
import { withSplitIn } from './repair-split.ts'

vi.setConfig({ testTimeout: 120_000 })

const sizes = {
  ...plantSizes,
  orders: fc.integer({ min: 2, max: 25 }),
  machines: fc.integer({ min: 2, max: 8 }),
  days: fc.constant(200),
}
const size = fc.record(sizes)
const small = fc.record({ ...sizes, orders: fc.integer({ min: 5, max: 15 }), machines: fc.integer({ min: 1, max: 4 }) })
const happens = fc.constantFrom('stop', 'slip', 'rush', 'later')

/** A plan of a plant, and what the plant is when something has happened to it. */
function broken(
  plant: Parameters<typeof randomPlant>[0],
  what: string,
  seed: number,
): { problem: Problem; tasks: StandingTask[]; rush: Set<string>; fixed: Map<string, StandingTask> } {
  const random = seededRandom(seed)
  const whole = (below: number) => Math.floor(random() * below)
  const before = randomPlant(plant)
  const rushed = what === 'rush' ? before.orders[whole(before.orders.length)]!.id : undefined
  const feeds = new Set(before.operations.filter(({ order }) => order === rushed).map(({ id }) => id))
  const isRush = (id: string) =>
    feeds.has(id) &&
    !before.operations.some(
      ({ order, predecessors }) => order !== rushed && predecessors.some(link => feeds.has(link.operation)),
    ) &&
    !before.operations.some(({ order, fixed }) => order === rushed && fixed)
  const { tasks } = schedule({ ...before, operations: before.operations.filter(({ id }) => !isRush(id)) })
  const machine = before.machines[whole(before.machines.length)]!.id
  const from = before.now + whole(5) * 86_400
  const problem: Problem = {
    ...before,
    now: what === 'later' ? before.now + 3600 * whole(30) : before.now,
    machines: before.machines.map(one =>
      what === 'stop' && one.id === machine
        ? { ...one, frozen: [...(one.frozen ?? []), [from, from + 2 * 86_400] as const].sort((a, b) => a[0] - b[0]) }
        : one,
    ),
    operations: before.operations.map(operation =>
      what === 'slip' && random() < 0.15 && operation.kit?.at !== null
        ? { ...operation, kit: { at: before.now + whole(20) * 86_400, material: 'late' } }
        : operation,
    ),
  }
  const fixed = new Map(tasks.flatMap(task => (task.fixed ? [[task.operation, task] as const] : [])))
  const free = tasks.filter(task => !task.fixed)
  return { problem, tasks: free, rush: new Set(rushed === undefined ? [] : [rushed]), fixed }
}
const told = (answer: RepairAnswer) => JSON.stringify(answer)

test('a repaired plan keeps every rule, moves nothing that is locked, and is never worse than pushing', () => {
  let choices = 0
  fc.assert(
    fc.property(size, happens, fc.nat(1e6), (plant, what, seed) => {
      const { problem, tasks, rush, fixed } = broken(plant, what, seed)
      const answer = repairPlan(problem, tasks, { rush })
      if (!answer.ok) return
      expect(answer.choices.length).toBeGreaterThan(0)
      for (const { tasks: after, moved, totals } of answer.choices) {
        choices++
        // What is locked may begin before what it waits for ends: somebody has to see to that.
        expect(checkChanged(problem, [], after).filter(({ rule }) => rule !== 'conflict')).toEqual([])
        for (const task of after)
          if (fixed.has(task.operation)) expect(task.start).toBe(fixed.get(task.operation)!.start)
        if (answer.push)
          expect(totals.weightedLateHours).toBeLessThanOrEqual(answer.push.totals.weightedLateHours + 1e-6)
        const stood = new Map(tasks.map(task => [task.operation, task]))
        for (const task of moved)
          if (task.reason.kind !== 'new') expect(stood.get(task.operation)).not.toMatchObject({ ...place(task) })
      }
      const [fewest] = answer.choices
      if (answer.push) expect(fewest!.moved.length).toBeLessThanOrEqual(answer.push.movedCount)
      else expect(fewest!.kind).toBe('least_lateness')
      const last = answer.choices.at(-1)!
      expect(last.totals.weightedLateHours).toBeLessThanOrEqual(fewest!.totals.weightedLateHours + 1e-6)
      const advised = answer.choices.find(({ kind }) => kind === answer.advised)!
      expect(advised.totals.weightedLateHours).toBeLessThanOrEqual(1.1 * last.totals.weightedLateHours + 1e-6)
      const between = answer.choices.find(({ kind }) => kind === 'balanced')
      if (between) {
        expect(between.moved.length).toBeLessThanOrEqual(last.moved.length / 2)
        const gained = fewest!.totals.weightedLateHours - between.totals.weightedLateHours
        const most = fewest!.totals.weightedLateHours - last.totals.weightedLateHours
        if (answer.advised !== 'balanced') expect(gained).toBeGreaterThanOrEqual(most / 2 - 1e-6)
        expect(between.totals.weightedLateHours).toBeLessThan(fewest!.totals.weightedLateHours)
      }
      for (const { operation } of tasks) expect(last.tasks.some(task => task.operation === operation)).toBe(true)
    }),
    { numRuns: 150 },
  )
  expect(choices).toBeGreaterThan(100)
})
const place = ({ machine, start, end }: StandingTask) => ({ machine, start, end })

test('overtime keeps every rule in the hours that are named for it, and gains what it is asked for', () => {
  let found = 0
  fc.assert(
    fc.property(small, happens, fc.nat(1e6), fc.integer({ min: 1, max: 4 }), (plant, what, seed, hours) => {
      const { problem: loose, tasks, rush, fixed } = broken({ ...plant, days: 120 }, what, seed)
      const problem = { ...loose, orders: loose.orders.map(order => ({ ...order, due: loose.now + 86_400 })) }
      const overtime = nightsOf(problem, hours * 3600)
      const answer = repairPlan(problem, tasks, { rush, overtime })
      if (!answer.ok) return
      const { choices } = answer
      expect(choices.slice(0, -1).every(one => one.overtime === undefined)).toBe(true)
      const last = choices.at(-1)!
      // Without it the others are what they are with it.
      const plain = repairPlan(problem, tasks, { rush })
      expect(JSON.stringify(plain.ok && plain.choices)).toBe(JSON.stringify(choices.filter(one => !one.overtime)))
      if (!last.overtime) return
      found++
      const { calendar, pieces } = last.overtime
      expect(pieces.length).toBeGreaterThan(0)
      for (const [from, to] of pieces)
        expect(overtime.get(calendar)!.some(([a, b]) => a === from && to <= b && to > from)).toBe(true)
      expect(checkChanged(withOvertimeIn(problem, last.overtime), [], last.tasks).filter(isRule)).toEqual([])
      for (const task of last.tasks)
        if (fixed.has(task.operation)) expect(task.start).toBe(fixed.get(task.operation)!.start)
      expect(last.totals.weightedLateHours).toBeLessThan(choices.at(-2)!.totals.weightedLateHours)
      expect(
        last.overtime.pieces.every(([from, to]) => last.tasks.some(task => task.setupStart < to && task.end > from)),
      ).toBe(true)
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(5)
})

test('a split keeps every rule, is on two machines, and makes an order on time that is late without it', () => {
  let found = 0
  fc.assert(
    fc.property(small, happens, fc.nat(1e6), fc.integer({ min: 1, max: 4 }), (plant, what, seed, hours) => {
      const { problem: loose, tasks, rush, fixed } = broken({ ...plant, days: 120 }, what, seed)
      const problem = dueBefore(loose, [...tasks, ...fixed.values()], hours)
      const answer = repairPlan(problem, tasks, { rush, splits: inTwoParts })
      if (!answer.ok) return
      const { choices } = answer
      const plain = repairPlan(problem, tasks, { rush })
      expect(JSON.stringify(plain.ok && plain.choices)).toBe(JSON.stringify(choices.filter(one => !one.split)))
      const last = choices.at(-1)!
      if (!last.split) return
      found++
      const { rest, part } = last.split
      expect(checkChanged(withSplitIn(problem, last.split), [], last.tasks).filter(isRule)).toEqual([])
      for (const task of last.tasks)
        if (fixed.has(task.operation)) expect(task.start).toBe(fixed.get(task.operation)!.start)
      const machineOf = new Map(last.tasks.map(task => [task.operation, task.machine]))
      expect(machineOf.get(part.id)).not.toBe(machineOf.get(rest.id))
      expect(last.tasks.length).toBe(choices[0]!.tasks.length + 1)
      expect(last.totals.lateOrders).toBeLessThan(choices.at(-2)!.totals.lateOrders)
      expect(last.totals.weightedLateHours).toBeLessThan(choices.at(-2)!.totals.weightedLateHours)
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(5)
})
/** Every second order ends so many hours late, the others in time. */
function dueBefore(problem: Problem, tasks: readonly StandingTask[], hours: number): Problem {
  const orderOf = new Map(problem.operations.map(({ id, order }) => [id, order]))
  const ends = new Map<string, number>()
  for (const { operation, end } of tasks) {
    const order = orderOf.get(operation)!
    ends.set(order, Math.max(ends.get(order) ?? 0, end))
  }
  const due = (order: string, k: number) => (ends.get(order) ?? problem.now) + (k % 2 ? -hours : 72) * 3600
  return { ...problem, orders: problem.orders.map((order, k) => ({ ...order, due: due(order.id, k) })) }
}
const isRule = ({ rule }: { rule: string }) => rule !== 'conflict'
/** So many seconds after each interval that a long night follows. */
const nightsOf = ({ calendars, now }: Problem, seconds: number): PossibleOvertime =>
  new Map(
    calendars.map(({ id, intervals }) => [
      id,
      intervals.flatMap(([, end], k) => {
        const next = intervals[k + 1]?.[0]
        return end >= now && next !== undefined && next - end > 4 * 3600 ? [[end, end + seconds] as const] : []
      }),
    ]),
  )

test('the least late choice is later than a new plan by no more than its moves are worth', () => {
  let compared = 0
  fc.assert(
    fc.property(small, fc.constantFrom('stop', 'slip'), fc.nat(1e6), (plant, what, seed) => {
      const { problem, tasks } = broken(plant, what, seed)
      const stood = new Map(tasks.map(task => [task.operation, task]))
      const operations = problem.operations.map(one => ({ ...one, standing: stood.get(one.id)! }))
      if (operations.some(({ fixed, standing }) => fixed || !standing)) return
      const { score, unplanned } = schedule({ ...problem, operations }, { seed: 1, iterations: 600 })
      const answer = repairPlan(problem, tasks)
      if (unplanned.length > 0 || !answer.ok) return
      compared++
      const { weightedLateHours } = answer.choices.at(-1)!.totals
      const setups = score.setupSeconds / 3600 / 1000
      expect(weightedLateHours).toBeLessThanOrEqual(1.05 * score.weightedTardinessHours + setups + 1e-6)
    }),
    { numRuns: 15 },
  )
  expect(compared).toBeGreaterThan(0)
})

test('the same plan and seed give the same choices', () => {
  fc.assert(
    fc.property(size, happens, fc.nat(1e6), (plant, what, seed) => {
      const { problem, tasks, rush } = broken(plant, what, seed)
      expect(told(repairPlan(problem, tasks, { rush }))).toBe(told(repairPlan(problem, tasks, { rush })))
    }),
    { numRuns: 20 },
  )
})
