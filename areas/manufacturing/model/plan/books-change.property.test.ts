import { daySeconds as day, hourSeconds } from '@qitao/core/time.ts'
import { NettingState } from '@qitao/planning/netting/netting-state.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BooksChange, changedBooks, snapshotChange } from './books-change.rules.ts'
import { resultOf } from './material-result.ts'
import { type MaterialBooks, type OrderBooks, planClock, type SupplyBooks, snapshotOf } from './material-snapshot.ts'
import { messagesFrom } from './plan-messages.rules.ts'

const now = 20_000 * day
/** `assembly` is made of two parts; `spare` may stand in. */
const materials = ['assembly', 'part', 'other', 'spare']
const moIds = ['m1', 'm2', 'm3', 'm4']
const anyOf = <T>(values: readonly T[]) => fc.constantFrom(...values)
const anyDay = fc.integer({ min: -3, max: 20 }).map(days => now + days * day)
const quantity = fc.integer({ min: 0, max: 30 }).map(String)

const anyComponent = fc.record({
  material_id: anyOf(['assembly', 'part', 'other']),
  required_quantity: quantity,
  picked_quantity: anyOf(['0', '0', '4']),
  operation_sequence: anyOf([null, 10]),
  planned_start_time: fc.option(anyDay, { nil: null }),
  substituted: fc.boolean(),
  lock: fc.option(
    fc.record({
      ...{ source: fc.nat(11), quantity: anyOf(['2', '6']), by_hand: fc.boolean() },
      kept: anyOf([null, 'firm', 'made', 'firm_made'] as const),
    }),
    {
      freq: 4,
      nil: null,
    },
  ),
})
const anyOrder = fc.record({
  open: fc.integer({ max: 4, min: 0 }).map(one => one > 0),
  priority: anyOf([1, 100]),
  delivery_date: anyDay,
  lead_seconds: anyOf([0, 2 * day]),
  planned_start_time: fc.option(anyDay, { nil: null }),
  material_locked: fc.boolean(),
  firm: fc.boolean(),
  components: fc.array(anyComponent, { maxLength: 3 }),
})
const anyAsked = fc.uniqueArray(fc.record({ mo_id: anyOf(moIds), quantity: fc.option(quantity, { nil: null }) }), {
  selector: ({ mo_id }) => mo_id,
})
const anySupplies = fc.record({
  stock: fc.array(
    fc.record({
      quantity,
      expire_time: fc.option(anyDay, { nil: null }),
      first_in_time: anyDay,
      arrives_time: fc.option(anyDay, { nil: null }),
    }),
    { maxLength: 2 },
  ),
  /** One line that comes on several days. */
  joined: fc.boolean(),
  transit: fc.array(fc.record({ open_quantity: quantity, eta: fc.option(anyDay, { nil: null }), asked: anyAsked }), {
    maxLength: 2,
  }),
  production: fc.option(
    fc.record({
      open_quantity: quantity,
      planned_finish_time: fc.option(anyDay, { nil: null }),
      status: anyOf([10, 20, 30]),
      parent_mo_id: anyOf([null, 'm1']),
      made_for_quantity: fc.option(quantity, { nil: null }),
    }),
    { nil: null },
  ),
  tentative: fc.array(fc.record({ day: fc.integer({ min: 0, max: 3 }).map(days => now + days * day), quantity }), {
    maxLength: 2,
  }),
})
type AnyOrder = typeof anyOrder extends fc.Arbitrary<infer T> ? T : never
type AnySupplies = typeof anySupplies extends fc.Arbitrary<infer T> ? T : never

/** Twelve sources that may be there: stock and transit of each material. */
const sources = materials.flatMap(id => [`${id}-stock-0`, `${id}-stock-1`, `${id}-transit-0`])

function ordersFrom(ids: readonly string[], drawn: readonly AnyOrder[]): OrderBooks {
  const open = ids.flatMap((id, i) => (drawn[i]!.open ? [{ id, ...drawn[i]! }] : []))
  return {
    orders: open.map(({ id, components: _, open: __, ...order }) => ({
      id,
      no: id,
      material_id: 'assembly',
      ...order,
    })),
    components: open.flatMap(order =>
      order.components.map(({ lock: _, substituted, ...component }, k) => ({
        id: `${order.id}-${k}`,
        mo_id: order.id,
        substitutes: substituted ? [{ material_id: 'spare', ratio: '2' }] : [],
        ...component,
      })),
    ),
    locks: open.flatMap(order =>
      order.components.flatMap(({ lock }, k) =>
        lock
          ? [
              {
                mo_id: order.id,
                component_id: `${order.id}-${k}`,
                source_id: sources[lock.source]!,
                quantity: lock.quantity,
                by_hand: lock.by_hand,
                kept: lock.kept,
              },
            ]
          : [],
      ),
    ),
  }
}
const suppliesFrom = (ids: readonly string[], drawn: readonly AnySupplies[]): SupplyBooks => ({
  stock: ids.flatMap((id, i) =>
    drawn[i]!.stock.map((row, k) => ({ inventory_id: `${id}-stock-${k}`, material_id: id, ...row })),
  ),
  transit: ids.flatMap((id, i) =>
    drawn[i]!.transit.map((row, k) => ({
      ...(drawn[i]!.joined ? { id: `${id}-transit-0`, part: k } : { id: `${id}-transit-${k}`, part: 0 }),
      ...{ material_id: id, ...row },
    })),
  ),
  // What a work order makes: one for each material, by an order that may itself be planned.
  production: ids.flatMap((id, i) =>
    drawn[i]!.production ? [{ id: moIds[materials.indexOf(id)]!, material_id: id, ...drawn[i]!.production }] : [],
  ),
  tentative: ids.flatMap((id, i) =>
    [...new Map(drawn[i]!.tentative.map(row => [row.day, row])).values()].map(row => ({ material_id: id, ...row })),
  ),
})
const anyHeld = fc.uniqueArray(fc.record({ source_id: anyOf(sources), quantity: anyOf(['1', '5']) }), {
  selector: ({ source_id }) => source_id,
  maxLength: 3,
})

const anyBooks: fc.Arbitrary<MaterialBooks> = fc
  .record({
    orders: fc.array(anyOrder, { minLength: 4, maxLength: 4 }),
    supplies: fc.array(anySupplies, { minLength: 4, maxLength: 4 }),
    held: anyHeld,
    holdsUnscheduled: fc.boolean(),
    counts: fc.record({ transit: fc.boolean(), production: fc.boolean() }),
    safety_stock: anyOf(['0', '8']),
  })
  .map(({ orders, supplies, held, holdsUnscheduled, counts, safety_stock }) => ({
    now,
    open: [],
    ...ordersFrom(moIds, orders),
    ...suppliesFrom(materials, supplies),
    materials: materials.map(id => ({
      ...{ id, code: id, kind: id === 'assembly' ? 2 : 0, unit_precision: 0, supply_lead_time: 2, minimum_lot: '5' },
      lead_steps: null,
      ...{ packaging_size: '3', has_bom: id === 'assembly', safety_stock },
    })),
    held,
    holdsUnscheduled,
    counts,
    boms: [
      {
        material_id: 'assembly',
        base_quantity: '1',
        lines: ['part', 'other'].map(material_id => ({ material_id, quantity: '2', scrap_rate: '0' })),
      },
    ],
  }))
const anyChange: fc.Arbitrary<BooksChange> = fc
  .record({
    mo_ids: fc.subarray(moIds),
    orders: fc.array(anyOrder, { minLength: 4, maxLength: 4 }),
    material_ids: fc.subarray(materials),
    supplies: fc.array(anySupplies, { minLength: 4, maxLength: 4 }),
    held: anyHeld,
  })
  .map(({ mo_ids, orders, material_ids, supplies, held }) => ({
    ...{ mo_ids, material_ids, held },
    ...ordersFrom(mo_ids, orders),
    ...suppliesFrom(material_ids, supplies),
  }))

const byText = (rows: readonly object[]) => rows.map(row => JSON.stringify(row)).sort()
function whole(books: MaterialBooks, state: NettingState) {
  const { assignments, components, orders } = resultOf(books, state, [...state.orders.row.keys()])
  return {
    assignments: byText(assignments),
    components: byText(components),
    orders: byText(orders),
    messages: messagesFrom(books, state),
  }
}

test('books that follow changes plan as books read anew', () => {
  let followed = 0
  fc.assert(
    fc.property(anyBooks, fc.array(anyChange, { minLength: 1, maxLength: 5 }), (first, changes) => {
      let books = first
      const state = new NettingState(snapshotOf(first))
      for (const change of changes) {
        const before = whole(books, state)
        const after = changedBooks(books, change)
        // Materials that nobody needs any more take no part, so all would be read.
        if (!after) break
        followed++
        const { orders } = state.apply(snapshotChange(books, after, change))
        books = after
        const is = whole(books, state)
        expect(is).toEqual(whole(books, new NettingState(snapshotOf(books))))
        // Only what it says is touched has another result.
        const touched = resultOf(books, state, [...orders])
        for (const part of ['assignments', 'components', 'orders'] as const) {
          const told = new Set(byText(touched[part]))
          for (const row of is[part]) if (!before[part].includes(row)) expect(told).toContain(row)
        }
        const named = new Set(touched.orders.map(({ id }) => id))
        const gone = before.assignments.filter(row => !is.assignments.includes(row)).map(row => JSON.parse(row).mo_id)
        const open = new Set(books.orders.map(({ id }) => id))
        for (const mo_id of gone) if (open.has(mo_id)) expect(named).toContain(mo_id)
      }
    }),
    { numRuns: 400 },
  )
  expect(followed).toBeGreaterThan(200)
}, 60_000)

test('the clock of a plan goes by the hour', () => {
  expect(planClock(now + 59)).toBe(now)
  expect(planClock(now + hourSeconds)).toBe(now + hourSeconds)
})
