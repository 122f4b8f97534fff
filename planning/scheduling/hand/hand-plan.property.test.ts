import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkPlan } from '../../checker/check-plan.ts'
import { randomPlant } from '../../testing/random-plant.ts'
import { schedule } from '../improve/schedule.ts'
import type { Plan } from '../place/plan.ts'
import type { HandAnswer, HandTask } from './hand-answer.ts'
import { HandPlan } from './hand-plan.ts'

const plant = fc
  .record({
    seed: fc.nat(1e9),
    orders: fc.integer({ min: 2, max: 14 }),
    machines: fc.integer({ min: 1, max: 5 }),
    furnaces: fc.boolean(),
  })
  .map(size => ({ ...size, days: 90 }))
const drag = fc.record({ task: fc.nat(1e6), machine: fc.nat(9), hours: fc.integer({ min: -60, max: 90 }) })
const slow = 60_000

/** The plan with its tasks where they are now, judged by the checker but for what is told about it. */
function violations(problem: Parameters<typeof checkPlan>[0], plan: Plan, now: readonly HandTask[]) {
  const at = new Map(now.map(task => [task.operation, task]))
  const charge = (task: HandTask) => `${task.machine} ${task.setupStart} ${task.start} ${task.end}`
  const furnaces = new Set(problem.machines.filter(each => each.chargeCapacity !== undefined).map(each => each.id))
  const fixed = new Set(plan.tasks.filter(task => task.fixed).map(task => task.operation))
  const tasks = plan.tasks.map(task => {
    const { charge: _, ...rest } = { ...task, ...at.get(task.operation)!, setupSeconds: 1e9 }
    return furnaces.has(rest.machine) && !fixed.has(rest.operation) ? { ...rest, charge: charge(rest) } : rest
  })
  return checkPlan(problem, { ...plan, tasks }).filter(({ rule }) => rule !== 'outcome' && rule !== 'conflict')
}

function dragOnce(
  plan: Plan,
  hand: HandPlan,
  problem: Parameters<typeof checkPlan>[0],
  { task, machine, hours }: { task: number; machine: number; hours: number },
): HandAnswer {
  const dragged = plan.tasks[task % plan.tasks.length]!
  const { machines } = problem.operations.find(operation => operation.id === dragged.operation)!
  const to = machines.length === 0 ? dragged.machine : machines[machine % machines.length]!.machine
  return hand.move(dragged.operation, to, Math.max(problem.now, dragged.start + hours * 3600))
}

describe('a plan under a hand', () => {
  test(
    'nothing moves before something is moved; timed anew, all stays where it is',
    () => {
      fc.assert(
        fc.property(plant, fc.boolean(), (size, rich) => {
          const problem = randomPlant({ ...size, rich })
          const plan = schedule(problem)
          const times = new Map(plan.tasks.map(task => [task.operation, [task.machine, task.start, task.end]]))
          const hand = new HandPlan(problem, plan)
          for (const task of hand.tasks())
            expect([task.machine, task.start, task.end]).toEqual(times.get(task.operation))
          expect(hand.putRight()).toEqual({ ok: true, movedCount: 0, orders: [] })
        }),
        { numRuns: 60 },
      )
    },
    slow,
  )

  test(
    'what is told to the floor stays, and so does all that waits for it',
    () => {
      fc.assert(
        fc.property(plant, fc.nat(), (size, which) => {
          const problem = randomPlant({ ...size, furnaces: false })
          const plan = schedule(problem)
          const told = new Map(plan.tasks.filter((_, k) => (which >> (k % 24)) & 1).map(task => [task.operation, task]))
          const operations = problem.operations.map(operation => {
            const task = told.get(operation.id)
            if (!task) return operation
            const { machine, setupStart, start, end } = task
            return { ...operation, fixed: { machine, setupStart, start, end, why: 'published' as const } }
          })
          const after = { ...problem, operations }
          const hand = new HandPlan(after, plan)
          expect(hand.putRight()).toEqual({ ok: true, movedCount: 0, orders: [] })
          const isFixed = plan.tasks.map(task => ({ ...task, fixed: told.has(task.operation) }))
          const broken = violations(after, { ...plan, tasks: isFixed }, hand.tasks())
          expect(broken.filter(({ rule }) => rule === 'precedence')).toEqual([])
        }),
        { numRuns: 60 },
      )
    },
    slow,
  )

  test(
    'put right after material has come to be late, every rule holds',
    () => {
      fc.assert(
        fc.property(plant, fc.nat(), fc.integer({ min: 1, max: 200 }), (size, which, hours) => {
          const problem = randomPlant(size)
          const plan = schedule(problem)
          const start = new Map(plan.tasks.map(task => [task.operation, task.start]))
          const operations = problem.operations.map((operation, k) => {
            const from = start.get(operation.id)
            if (from === undefined || ((which >> (k % 24)) & 1) === 0) return operation
            return { ...operation, kit: { at: from + hours * 3600, material: 'm' } }
          })
          const later = { ...problem, operations }
          const hand = new HandPlan(later, plan)
          hand.awaitKits()
          if (!hand.putRight().ok) return
          expect(violations(later, plan, hand.tasks())).toEqual([])
        }),
        { numRuns: 60 },
      )
    },
    slow,
  )

  test(
    'after any drags every rule holds; what is told as moved is what moved',
    () => {
      fc.assert(
        fc.property(plant, fc.array(drag, { minLength: 1, maxLength: 5 }), (size, drags) => {
          const problem = randomPlant(size)
          const plan = schedule(problem)
          const hand = new HandPlan(problem, plan)
          if (plan.tasks.length === 0) return
          for (const each of drags) {
            const before = new Map(hand.tasks().map(task => [task.operation, task]))
            const answer = dragOnce(plan, hand, problem, each)
            const after = hand.tasks()
            const changed = after.filter(task => JSON.stringify(task) !== JSON.stringify(before.get(task.operation)))
            const told = answer.ok ? hand.movedTasks().map(task => task.operation) : []
            expect([...told].sort()).toEqual(changed.map(task => task.operation).sort())
            expect(answer.ok ? answer.movedCount : 0).toBe(told.length)
            hand.keepChange()
            expect(violations(problem, plan, after)).toEqual([])
          }
        }),
        { numRuns: 100 },
      )
    },
    slow,
  )

  test(
    'a drag that is taken back leaves no trace',
    () => {
      fc.assert(
        fc.property(plant, fc.array(drag, { minLength: 1, maxLength: 5 }), (size, drags) => {
          const problem = randomPlant(size)
          const plan = schedule(problem)
          const hand = new HandPlan(problem, plan)
          if (plan.tasks.length === 0) return
          const before = hand.tasks()
          for (const each of drags) {
            if (dragOnce(plan, hand, problem, each).ok) hand.takeBackChange()
            expect(hand.tasks()).toEqual(before)
          }
        }),
        { numRuns: 60 },
      )
    },
    slow,
  )

  test(
    'there and back is where it was, with shared people and furnaces too',
    () => {
      fc.assert(
        fc.property(plant, fc.boolean(), drag, (size, rich, each) => {
          const problem = randomPlant({ ...size, rich })
          const plan = schedule(problem)
          const hand = new HandPlan(problem, plan)
          if (plan.tasks.length === 0) return
          const before = hand.tasks()
          const dragged = plan.tasks[each.task % plan.tasks.length]!
          if (!dragOnce(plan, hand, problem, each).ok) return
          hand.keepChange()
          const away = hand.tasks()
          const back = hand.move(dragged.operation, dragged.machine, dragged.start)
          expect(back.ok).toBe(true)
          expect(hand.tasks()).toEqual(before)
          hand.takeBackChange()
          expect(hand.tasks()).toEqual(away)
          hand.move(dragged.operation, dragged.machine, dragged.start)
          hand.keepChange()
          expect(hand.tasks()).toEqual(before)
        }),
        { numRuns: 200 },
      )
    },
    slow,
  )

  test(
    'one that comes back leaves what the other changes make of the plan as it was opened',
    () => {
      fc.assert(
        fc.property(plant, fc.boolean(), drag, fc.array(drag, { maxLength: 3 }), (size, rich, first, others) => {
          const problem = randomPlant({ ...size, rich })
          const plan = schedule(problem)
          if (plan.tasks.length === 0) return
          const hand = new HandPlan(problem, plan)
          const dragged = plan.tasks[first.task % plan.tasks.length]!
          const kept = (on: HandPlan, each: typeof first) => {
            const { ok } = dragOnce(plan, on, problem, each)
            on.keepChange()
            return ok
          }
          if (!kept(hand, first)) return
          const rest = others.filter(each => plan.tasks[each.task % plan.tasks.length] !== dragged && kept(hand, each))
          const alone = new HandPlan(problem, plan)
          if (!rest.every(each => kept(alone, each))) return
          expect(hand.move(dragged.operation, dragged.machine, dragged.start).ok).toBe(true)
          expect(hand.tasks()).toEqual(alone.tasks())
        }),
        { numRuns: 100 },
      )
    },
    slow,
  )

  test(
    'resized, reported late, material at another date, shifted - and back',
    () => {
      fc.assert(
        fc.property(plant, fc.nat(1e6), fc.integer({ min: 1, max: 40 }), (size, pick, hours) => {
          const problem = randomPlant({ ...size, furnaces: false })
          const plan = schedule(problem)
          const hand = new HandPlan(problem, plan)
          if (plan.tasks.length === 0) return
          const before = hand.tasks()
          const task = plan.tasks[pick % plan.tasks.length]!
          const later = task.end + hours * 3600
          const answers = [
            () => hand.resize(task.operation, (hours + 1) * 3600),
            () => hand.changeKit(task.operation, later),
            () => hand.shift(task.operation, hours * 3600),
            () => hand.reportEnd(task.operation, later),
          ]
          for (const ask of answers) {
            const answer = ask()
            if (answer.ok) hand.takeBackChange()
            expect(hand.tasks()).toEqual(before)
          }
          const reported = hand.changeKit(task.operation, later)
          if (reported.ok && !task.fixed)
            expect(hand.tasks().find(each => each.operation === task.operation)!.start).toBeGreaterThanOrEqual(later)
        }),
        { numRuns: 60 },
      )
    },
    slow,
  )
})
