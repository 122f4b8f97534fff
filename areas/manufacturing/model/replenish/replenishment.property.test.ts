/** What planning says of a replenishment, of random plants: it makes what is asked for, once, and in time. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MaterialBooks } from '../plan/material-snapshot.ts'
import {
  anyAsked,
  anyBooksBySteps,
  arriving,
  materials,
  moIds,
  now,
  planOf,
  received,
  replenished,
  sumOf,
} from './testing/replenished-books.ts'

const many = { numRuns: 2_000 }

test('replenished, received and checked: the asked orders are kitted, and no other has more or less of it but what lots add', () => {
  fc.assert(
    fc.property(anyBooksBySteps, anyAsked, (books, asked) => {
      const before = planOf(books)
      const made = replenished(books, new Set(asked))
      const after = planOf(received(made.books, made.requests))
      for (const id of asked)
        expect(after.shortOf(id).map(([, short]) => short)).toEqual(
          books.components.flatMap(({ mo_id }) => (mo_id === id ? [0] : [])),
        )
      const others = moIds.filter(id => !asked.includes(id))
      for (const material of materials) {
        const shortOf = (plan: typeof before) =>
          sumOf(others.map(id => plan.shortOf(id).find(([need]) => need === `${id}-${material}`)?.[1] ?? 0))
        const less = shortOf(before) - shortOf(after)
        expect(less).toBeGreaterThanOrEqual(0)
        expect(less).toBeLessThanOrEqual(made.surplus(material))
      }
    }),
    many,
  )
}, 60_000)

test('replenishing again makes nothing', () => {
  fc.assert(
    fc.property(anyBooksBySteps, anyAsked, (books, asked) => {
      const made = replenished(books, new Set(asked))
      const again = replenished(made.books, made.asked, made.requests)
      expect(again.productions).toEqual([])
      expect(again.requests).toEqual([])
      const ordered = replenished(arriving(made.books, made.requests), made.asked)
      expect(ordered.productions).toEqual([])
      expect(ordered.requests).toEqual([])
    }),
    many,
  )
}, 60_000)

test('what is set not to count is in no kit, and is neither made nor bought again', () => {
  fc.assert(
    fc.property(anyBooksBySteps, anyAsked, (books, asked) => {
      const counts = { transit: false, production: false }
      const before = planOf({ ...books, counts })
      const made = replenished({ ...books, counts }, new Set(asked))
      const ordered = arriving(made.books, made.requests)
      const after = planOf(ordered)
      for (const id of asked)
        expect(sumOf(after.shortOf(id).map(([, short]) => short!))).toBeGreaterThanOrEqual(
          sumOf(before.shortOf(id).map(([, short]) => short!)),
        )
      expect(replenished(ordered, made.asked)).toMatchObject({ productions: [], requests: [] })
      for (const { object } of after.messages) expect(object).not.toMatch(/^(child|line)-/)
      if (asked.length === moIds.length) expect(after.messages).toEqual([])
    }),
    many,
  )
}, 60_000)

test('what arrives on its need date is in time for all that was asked for, unless it should have begun already', () => {
  fc.assert(
    fc.property(anyBooksBySteps, anyAsked, (books, asked) => {
      const made = replenished(books, new Set(asked))
      fc.pre(made.proposals.every(({ latestStart }) => latestStart >= now))
      const { kits } = planOf(arriving(made.books, made.requests))
      for (const id of made.asked) expect(kits.get(id)).toMatchObject({ late: false })
    }),
    many,
  )
}, 60_000)

test('a check of more orders changes no edge of firm ones', () => {
  fc.assert(
    fc.property(anyBooksBySteps, anyAsked, (books, checkedFirst) => {
      const only = (ids: readonly string[]): MaterialBooks => ({
        ...books,
        orders: books.orders.filter(({ id }) => ids.includes(id)),
        components: books.components.filter(({ mo_id }) => ids.includes(mo_id)),
      })
      const firm = new Set(
        books.orders.flatMap(order => (order.firm && checkedFirst.includes(order.id) ? order.id : [])),
      )
      const moOf = new Map(books.components.map(({ id, mo_id }) => [id, mo_id]))
      const edgesOf = (of: MaterialBooks) =>
        planOf(of)
          .edges.filter(({ demand }) => firm.has(moOf.get(demand)!))
          .map(({ supply, demand, quantity }) => `${demand} ${supply} ${quantity}`)
          .sort()
      const before = planOf(only(checkedFirst)).edges.filter(({ demand }) => firm.has(moOf.get(demand)!))
      const locks = before.map(({ supply, demand, quantity }) => ({
        ...{ mo_id: moOf.get(demand)!, component_id: demand, source_id: supply, quantity: String(quantity) },
        ...{ by_hand: false, kept: 'firm' as const },
      }))
      expect(edgesOf({ ...only(moIds), locks })).toEqual(edgesOf(only(checkedFirst)))
    }),
    many,
  )
}, 60_000)
