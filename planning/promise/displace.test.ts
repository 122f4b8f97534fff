import { daySeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { type Loser, promiseDisplacing } from './displace.ts'
import type { PromiseSnapshot } from './snapshot.ts'

// Goods that are bought in ten days; ten of them in two lots of stock.
const now = 1_772_409_600
const inDays = (days: number) => now + days * daySeconds
const lots = { lotMinimum: 0, lotMultiple: 0 }
const stock = (id: string, quantity: number) => ({
  ...{ id, kind: 'stock' as const, material: 'x', quantity, availableAt: now },
})
const shop = (more: Partial<PromiseSnapshot> = {}): PromiseSnapshot => ({
  ...{ now, limit: inDays(60), calendars: [], machines: [], placed: [], claims: [], recipes: [] },
  materials: [{ id: 'x', kind: 'bought', leadTimeSeconds: 10 * daySeconds, ...lots }],
  supplies: [stock('a', 6), stock('b', 4)],
  taken: [
    { supply: 'a', quantity: 6 },
    { supply: 'b', quantity: 3 },
  ],
  ...more,
})
const pegged = (id: string, supply: string, quantity: number): Loser => ({
  ...{ id, claims: [] },
  pegs: [{ id: `${id}:${supply}`, supply, quantity }],
})
const ask = (snapshot: PromiseSnapshot, quantity: number, losers: Loser[], wantedAt = inDays(2)) => {
  const { answers, losses } = promiseDisplacing(
    snapshot,
    [{ id: 'w', material: 'x', quantity, wantedAt }],
    'full',
    losers,
    'UTC',
  )
  return { at: answers[0]!.full?.at, losses }
}

test('nothing is taken where the day is met without it, or is not met any better with it', () => {
  expect(ask(shop(), 1, [pegged('m', 'a', 6)])).toEqual({ at: now, losses: [] })
  expect(ask(shop(), 5, [pegged('m', 'a', 6)], inDays(12))).toEqual({ at: inDays(10), losses: [] })
  expect(ask(shop(), 9, [pegged('m', 'a', 6)])).toEqual({ at: inDays(10), losses: [] })
})
test('hours earlier on the same day take nothing from anybody; a day earlier does', () => {
  // What is bought is there when the tenth day ends; others have some that comes on the day given.
  const coming = (at: number) =>
    shop({
      supplies: [{ ...stock('a', 6), kind: 'transit', availableAt: at }],
      taken: [{ supply: 'a', quantity: 6 }],
    })
  const noon = inDays(9) + daySeconds / 2
  expect(ask(coming(noon), 5, [pegged('m', 'a', 6)])).toEqual({ at: inDays(10), losses: [] })
  expect(ask(coming(noon - daySeconds), 5, [pegged('m', 'a', 6)])).toEqual({
    at: noon - daySeconds,
    losses: [{ loser: 'm', of: 'm:a', quantity: 5 }],
  })
})
test('who loses, and how much, is named: what is free first, of the others no more than it takes', () => {
  expect(ask(shop(), 4, [pegged('m', 'a', 6)])).toEqual({
    at: now,
    losses: [{ loser: 'm', of: 'm:a', quantity: 3 }],
  })
  // Nobody may lose: it is bought.
  expect(ask(shop(), 4, [])).toEqual({ at: inDays(10), losses: [] })
})
test('who comes later in the list is spared where the others are enough', () => {
  const losers = [pegged('low', 'a', 6), pegged('high', 'b', 3)]
  expect(ask(shop(), 6, losers).losses).toEqual([{ loser: 'low', of: 'low:a', quantity: 5 }])
  expect(ask(shop(), 9, losers).losses).toEqual([
    { loser: 'low', of: 'low:a', quantity: 6 },
    { loser: 'high', of: 'high:b', quantity: 2 },
  ])
})
test('a claim on what is free is lost too; one that may not be lost is served first', () => {
  const claim = (id: string, quantity: number, priority: number) => ({
    ...{ id, material: 'x', quantity, priority, due: inDays(5), number: id },
  })
  const snapshot = shop({ taken: [], claims: [claim('low', 6, 1), claim('high', 3, 9)] })
  const losers: Loser[] = [{ id: 'order', pegs: [], claims: ['low'] }]
  expect(ask(snapshot, 5, losers)).toEqual({ at: now, losses: [{ loser: 'order', of: 'low', quantity: 4 }] })
  expect(ask(snapshot, 8, losers)).toEqual({ at: inDays(10), losses: [] })
})
