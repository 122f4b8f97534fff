/** Of random plants: who replenishes for a plan, and gets what was asked for when it is needed, keeps that plan. */
import { daySeconds as day, hourSeconds as hour } from '@qitao/core/time.ts'
import type { MaterialBooks } from '@qitao/manufacturing/model/plan/material-snapshot.ts'
import {
  anyBooks,
  arriving,
  moIds,
  now,
  planOf,
  replenished,
  structure,
} from '@qitao/manufacturing/model/replenish/testing/replenished-books.ts'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import type { Operation, Problem } from '@qitao/planning/scheduling/problem/problem.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const horizon = 400
const shift = (from: number, to: number) =>
  Array.from({ length: horizon }, (_, k) => [now + k * day + from * hour, now + k * day + to * hour] as const)

/** Each order is prepared and then put together of its components, on machines that all share. */
const anyRuns = fc.tuple(
  ...moIds.map(() =>
    fc.record({
      prepare: fc.integer({ min: 1, max: 40 }),
      assemble: fc.integer({ min: 1, max: 80 }),
      machine: fc.constantFrom('A', 'B'),
    }),
  ),
)
type Runs = typeof anyRuns extends fc.Arbitrary<infer T> ? T : never

/** A child order takes all of its lead time, beside as many others as there are. */
const leadOf = (books: MaterialBooks, material: string) =>
  Math.max(1, books.materials.find(({ id }) => id === material)!.supply_lead_time)
const withLeads = (books: MaterialBooks): MaterialBooks => ({
  ...books,
  materials: books.materials.map(one =>
    one.id in structure ? { ...one, supply_lead_time: leadOf(books, one.id) } : one,
  ),
})

function problemOf(books: MaterialBooks, runs: Runs, supply: Supply): Problem {
  const task = (id: string, order: string, machine: string, hours: number): Operation => ({
    ...{ id, order, mayPause: true, predecessors: supply.before(id).map(operation => ({ operation })) },
    machines: [{ machine, setupSeconds: 0, runSeconds: hours * hour }],
    kit: { at: supply.kitAt(order, id), material: null },
  })
  return {
    now,
    limit: now + horizon * day,
    calendars: [
      { id: 'shift', intervals: shift(8, 16) },
      { id: 'always', intervals: [[now, now + horizon * day]] },
    ],
    machines: [
      { id: 'A', calendar: 'shift' },
      { id: 'B', calendar: 'shift' },
      { id: 'children', calendar: 'always', capacity: 100 },
    ],
    orders: books.orders.map(({ id, delivery_date, priority }) => ({ id, due: delivery_date, priority })),
    operations: books.orders.flatMap(({ id, material_id }) => {
      const run = runs[moIds.indexOf(id)]
      if (!run) return task(`${id}/last`, id, 'children', 24 * leadOf(books, material_id))
      const last = task(`${id}/last`, id, run.machine, run.assemble)
      return [
        { ...task(`${id}/first`, id, 'A', run.prepare) },
        { ...last, predecessors: [...last.predecessors, { operation: `${id}/first` }] },
      ]
    }),
  }
}

interface Supply {
  /** What its first or last operation waits for of other orders. */
  before(operation: string): readonly string[]
  kitAt(order: string, operation: string): number
}
const allThere: Supply = { before: () => [], kitAt: () => now }
function supplyOf(books: MaterialBooks): Supply {
  const { edges } = planOf(books)
  const moOf = new Map(books.components.map(({ id, mo_id }) => [id, mo_id]))
  const children = new Set(books.production.map(({ id }) => id))
  const into = (order: string) => edges.filter(({ demand }) => moOf.get(demand) === order)
  return {
    before: operation => {
      const [order, which] = operation.split('/')
      const from = into(order!).flatMap(({ supply }) => (children.has(supply) ? [supply] : []))
      return which === 'last' ? [...new Set(from)].map(child => `${child}/last`) : []
    },
    kitAt: (order, operation) =>
      operation.endsWith('/last')
        ? Math.max(
            now,
            ...into(order).flatMap(({ supply, availableAt }) => (children.has(supply) ? [] : [availableAt])),
          )
        : now,
  }
}

const startOf = ({ tasks }: Plan, operation: string) => tasks.find(task => task.operation === operation)!.start

test('a plan made after replenishing is as much in time as the one before, when all comes on its need date', () => {
  let bought = 0
  let made = 0
  fc.assert(
    fc.property(anyBooks.map(withLeads), anyRuns, (drawn, runs) => {
      const before = schedule(problemOf(drawn, runs, allThere))
      const books: MaterialBooks = {
        ...drawn,
        orders: drawn.orders.map(one => ({ ...one, planned_start_time: startOf(before, `${one.id}/first`) })),
        components: drawn.components.map(one => ({
          ...one,
          planned_start_time: startOf(before, `${one.mo_id}/last`),
        })),
      }
      const asked = replenished(books, new Set(moIds))
      fc.pre(asked.proposals.every(({ latestStart }) => latestStart >= now))
      bought += asked.requests.length
      made += asked.productions.length
      const arrived = arriving(asked.books, asked.requests)
      const problem = problemOf(arrived, runs, supplyOf(arrived))
      const stood = new Map(before.tasks.map(task => [task.operation, task]))
      const after = schedule({
        ...problem,
        operations: problem.operations.map(one => {
          const standing = stood.get(one.id)
          return standing ? { ...one, standing } : one
        }),
      })
      expect(after.unplanned).toEqual([])
      const parents = ({ orders }: Plan) =>
        orders.flatMap(({ order, tardinessSeconds }) => (moIds.includes(order) ? [[order, tardinessSeconds]] : []))
      const sum = (plan: Plan) => parents(plan).reduce((all, [, late]) => all + Number(late), 0)
      expect(sum(after)).toBeLessThanOrEqual(sum(before))
      for (const child of asked.books.orders.slice(moIds.length))
        expect(after.orders.find(({ order }) => order === child.id)!.tardinessSeconds).toBe(0)
    }),
    { numRuns: 2_000 },
  )
  expect(bought).toBeGreaterThan(1_000)
  expect(made).toBeGreaterThan(500)
}, 120_000)
