import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { checkPlan } from '../checker/check-plan.ts'
import { randomPromise } from '../testing/random-promise.ts'
import type { Answer } from './answer.ts'
import { checkedPlan } from './checked-plan.ts'
import { freeSupply } from './free-supply.ts'
import { promise } from './promise.ts'
import type { PromiseSnapshot, Wish } from './snapshot.ts'

vi.setConfig({ testTimeout: 60_000 })

const seeds = fc.integer({ min: 1, max: 1_000_000 })
const quantities = fc.integer({ min: 1, max: 120 })
const modes = fc.constantFrom('full' as const, 'parts' as const)
const wish = (snapshot: PromiseSnapshot, quantity: number, days: number | null): Wish => ({
  id: 'w',
  material: 'P',
  quantity,
  wantedAt: days === null ? null : snapshot.now + days * 86_400,
})
const days = fc.option(fc.integer({ min: 0, max: 40 }), { nil: null })
const runs = { numRuns: 40 }

/** Steps of each supply that the answers take. */
function takenBy(answers: readonly Answer[]): Map<string, number> {
  const taken = new Map<string, number>()
  for (const { takes } of answers)
    for (const { supply, quantity } of takes.supplies) taken.set(supply, (taken.get(supply) ?? 0) + quantity)
  return taken
}
/** What a later inquiry sees of an answer. */
const after = (snapshot: PromiseSnapshot, answers: readonly Answer[]): PromiseSnapshot => ({
  ...snapshot,
  taken: [...snapshot.taken, ...[...takenBy(answers)].map(([supply, quantity]) => ({ supply, quantity }))],
  placed: [
    ...snapshot.placed,
    ...answers.flatMap(({ id, takes }) =>
      takes.tasks.map(task => {
        const recipe = snapshot.recipes.find(({ material }) => material === task.material)!
        const { family = null, holds } = recipe.operations.find(operation => operation.id === task.operation)!
        const { machine, setupStart, start, end } = task
        const own = `${id}/${task.run}/${task.material}/${task.operation}`
        return { id: own, machine, setupStart, start, end, family, ...(holds ? { holds } : {}) }
      }),
    ),
  ],
})

test('the independent checker accepts every promised task beside the plan as it stands', () => {
  let tasks = 0
  fc.assert(
    fc.property(seeds, quantities, days, modes, (seed, quantity, wanted, mode) => {
      const snapshot = randomPromise({ seed })
      const answers = promise(snapshot, [wish(snapshot, quantity, wanted)], mode)
      tasks += answers[0]!.takes.tasks.length
      const { problem, plan } = checkedPlan(snapshot, answers)
      expect(checkPlan(problem, plan)).toEqual([])
    }),
    runs,
  )
  expect(tasks).toBeGreaterThan(40)
})

test('a promise takes only what is free: never what is pegged, locked or needed by an open order', () => {
  fc.assert(
    fc.property(seeds, quantities, days, modes, (seed, quantity, wanted, mode) => {
      const snapshot = randomPromise({ seed })
      const { left } = freeSupply(snapshot)
      const taken = takenBy(promise(snapshot, [wish(snapshot, quantity, wanted)], mode))
      snapshot.supplies.forEach(({ id }, i) => {
        expect(taken.get(id) ?? 0).toBeLessThanOrEqual(left[i]!)
      })
    }),
    runs,
  )
})

test('two inquiries never share: the second sees what the first has taken, machines and material', () => {
  fc.assert(
    fc.property(seeds, quantities, quantities, modes, (seed, first, second, mode) => {
      const snapshot = randomPromise({ seed })
      const one = promise(snapshot, [{ ...wish(snapshot, first, null), id: 'one' }], mode)
      const then = after(snapshot, one)
      const two = promise(then, [{ ...wish(snapshot, second, null), id: 'two' }], mode)
      const both = [...one, ...two]
      const { left } = freeSupply(snapshot)
      const taken = takenBy(both)
      snapshot.supplies.forEach(({ id }, i) => {
        expect(taken.get(id) ?? 0).toBeLessThanOrEqual(left[i]!)
      })
      const { problem, plan } = checkedPlan(snapshot, both)
      expect(checkPlan(problem, plan)).toEqual([])
    }),
    runs,
  )
})

test('more supply never gives a later date, a larger quantity never an earlier one', () => {
  fc.assert(
    fc.property(
      seeds,
      quantities,
      fc.constantFrom('P', 'A', 'B', 'C', 'x', 'y', 'z'),
      fc.integer({ min: 1, max: 90 }),
      fc.integer({ min: 0, max: 25 }),
      (seed, quantity, material, more, inDays) => {
        const snapshot = randomPromise({ seed })
        // In one lot: how many lots it takes is another question.
        const at = (of: PromiseSnapshot, many: number) => {
          const [{ full } = { full: null }] = promise(of, [wish(of, many, null)], 'full')
          return full?.lots === 1 ? full.at : Number.POSITIVE_INFINITY
        }
        const before = at(snapshot, quantity)
        const richer = {
          ...snapshot,
          supplies: [
            ...snapshot.supplies,
            {
              ...{ id: 'more', kind: inDays === 0 ? ('stock' as const) : ('transit' as const), material },
              ...{ quantity: more, availableAt: snapshot.now + inDays * 86_400 },
            },
          ],
        }
        expect(at(richer, quantity)).toBeLessThanOrEqual(before)
        expect(at(snapshot, quantity + more)).toBeGreaterThanOrEqual(before)
      },
    ),
    { numRuns: 80 },
  )
})

test('the wanted day, the parts and the whole agree with each other', () => {
  fc.assert(
    fc.property(seeds, quantities, fc.integer({ min: 0, max: 40 }), (seed, quantity, wanted) => {
      const snapshot = randomPromise({ seed })
      const asked = wish(snapshot, quantity, wanted)
      const [answer] = promise(snapshot, [asked], 'parts')
      const { full, wanted: by, parts } = answer!
      const total = parts.reduce((sum, part) => sum + part.quantity, 0)
      expect(total).toBeLessThanOrEqual(quantity)
      if (full) expect(by!.met).toBe(full.at <= asked.wantedAt!)
      if (full) expect(total).toBe(quantity)
      const inTime = parts.reduce((sum, part) => sum + (part.at <= asked.wantedAt! ? part.quantity : 0), 0)
      expect(inTime).toBeGreaterThanOrEqual(Math.min(by!.quantity, total))
      // One more than what is promised by the wanted day could not be had by then.
      if (!by!.met && by!.quantity + 1 < quantity) {
        const [one] = promise(snapshot, [{ ...asked, quantity: by!.quantity + 1 }], 'full')
        expect(one!.full === null || one!.full.lots > 1 || one!.full.at > asked.wantedAt!).toBe(true)
      }
      for (const part of parts) expect(part.chain.at(-1)!.from).toBeLessThanOrEqual(part.at)
    }),
    runs,
  )
})

test('the same question gives the same answer', () => {
  const snapshot = randomPromise({ seed: 11 })
  const ask = () => promise(structuredClone(snapshot), [wish(snapshot, 40, 9)], 'parts')
  expect(ask()).toEqual(ask())
})
