import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { promise } from './promise.ts'
import type { PromiseSnapshot, Recipe } from './snapshot.ts'

// A machine that never closes; ten minutes a piece of P, which takes one part x; parts come in five days.
const now = 1_772_409_600
const inHours = (hours: number) => now + hours * hourSeconds
const inDays = (days: number) => now + days * daySeconds
const recipe: Recipe = {
  material: 'P',
  operations: [
    {
      ...{ id: '10', predecessors: [], mayPause: true },
      machines: [{ machine: 'M', setupSeconds: 0, secondsPerStep: { numerator: 600, denominator: 1 } }],
    },
  ],
  components: [{ material: 'x', ratio: { numerator: 1, denominator: 1 }, operation: '10' }],
}
const lots = { lotMinimum: 0, lotMultiple: 0 }
const plant = (more: Partial<PromiseSnapshot> = {}): PromiseSnapshot => ({
  now,
  limit: inDays(60),
  calendars: [{ id: 'always', intervals: [[now, inDays(60)]] }],
  machines: [{ id: 'M', calendar: 'always' }],
  placed: [],
  materials: [
    { id: 'P', kind: 'made', leadTimeSeconds: 0, ...lots },
    { id: 'x', kind: 'bought', leadTimeSeconds: 5 * daySeconds, ...lots },
  ],
  supplies: [stock('x', 100)],
  taken: [],
  claims: [],
  recipes: [recipe],
  ...more,
})
const stock = (material: string, quantity: number, id = `stock-${material}`) => ({
  ...{ id, kind: 'stock' as const, material, quantity, availableAt: now },
})
const ask = (snapshot: PromiseSnapshot, quantity: number, wantedAt: number | null = null) =>
  promise(snapshot, [{ id: 'w', material: 'P', quantity, wantedAt }], 'full')[0]!

test('what is free in stock is there now', () => {
  const { full, takes } = ask(plant({ supplies: [stock('P', 12)] }), 10)
  expect(full).toMatchObject({ at: now, fromSupply: 10, because: { kind: 'stock' } })
  expect(takes.supplies).toEqual([{ supply: 'stock-P', material: 'P', quantity: 10, use: 'product' }])
})

test('stock that others hold or need is not promised', () => {
  const snapshot = plant({
    supplies: [stock('P', 12), stock('x', 100)],
    taken: [{ supply: 'stock-P', quantity: 4 }],
    claims: [{ id: 'd', material: 'P', quantity: 5, priority: 900, due: inDays(9), number: 'S1' }],
  })
  expect(ask(snapshot, 3).full?.at).toBe(now)
  expect(ask(snapshot, 4).full).toMatchObject({ fromSupply: 3, at: inHours(1) })
})

test('the rest is made in the first gap that is long enough; the machine decides', () => {
  const task = (id: string, from: number, to: number) => ({
    ...{ id, machine: 'M', setupStart: inHours(from), start: inHours(from), end: inHours(to) },
  })
  const { full, takes } = ask(plant({ placed: [task('a', 1, 30), task('b', 33, 40)] }), 18)
  expect(takes.tasks).toMatchObject([{ machine: 'M', start: inHours(30), end: inHours(33) }])
  expect(full).toMatchObject({ at: inHours(33), because: { kind: 'machine', machine: 'M', until: inHours(30) } })
})

test('a longer set-up for the task behind the gap is never planned', () => {
  const changeovers = [{ id: 'c', otherwise: 3600, pairs: [] }]
  const snapshot = plant({
    machines: [{ id: 'M', calendar: 'always', changeover: 'c', family: 'red' }],
    changeovers,
    placed: [{ id: 'a', machine: 'M', setupStart: inHours(20), start: inHours(20), end: inHours(25), family: 'red' }],
    recipes: [{ ...recipe, operations: [{ ...recipe.operations[0]!, family: 'blue' }] }],
  })
  expect(ask(snapshot, 6).takes.tasks).toMatchObject([{ setupStart: inHours(25), start: inHours(26) }])
})

test('what has to be bought is told as it is needed, not as it is ordered', () => {
  const snapshot = plant({ supplies: [] })
  const inLots = snapshot.materials.map(one => (one.id === 'x' ? { ...one, lotMinimum: 2000 } : one))
  expect(ask({ ...snapshot, materials: inLots }, 6).full).toMatchObject({
    because: { kind: 'lead_time', material: 'x', quantity: 6 },
  })
})

test('what has to be bought decides by its lead time; supply on its way is better', () => {
  expect(ask(plant({ supplies: [] }), 6).full).toMatchObject({
    at: inDays(5) + hourSeconds,
    because: { kind: 'lead_time', material: 'x', quantity: 6 },
  })
  const transit = { id: 'po', kind: 'transit' as const, material: 'x', quantity: 6, availableAt: inDays(2) }
  expect(ask(plant({ supplies: [transit] }), 6).full).toMatchObject({
    at: inDays(2) + hourSeconds,
    because: { kind: 'supply', supply: 'po' },
  })
})

test('supply of the product is waited for only when making is not quicker', () => {
  const late = { id: 'mo', kind: 'production' as const, material: 'P', quantity: 50, availableAt: inDays(1) }
  const snapshot = plant({ supplies: [late, stock('x', 500)] })
  expect(ask(snapshot, 30).full).toMatchObject({ at: inHours(5), fromSupply: 0 })
  expect(ask(snapshot, 160).full).toMatchObject({ at: inDays(1), fromSupply: 50 })
})

test('by the wanted instant as much as can be had, the rest after it', () => {
  const snapshot = plant({ supplies: [stock('P', 4), stock('x', 500)] })
  const { full, wanted, parts } = ask(snapshot, 40, inHours(3))
  expect(full?.at).toBe(inHours(6))
  expect(wanted).toEqual({ met: false, quantity: 22 })
  expect(parts.map(({ at, quantity }) => [quantity, at])).toEqual([
    [4, now],
    [18, inHours(3)],
    [18, inHours(6)],
  ])
})

test('what cannot be promised names what is missing', () => {
  const [operation] = recipe.operations
  const broken = (change: object, cause: string) =>
    expect(ask(plant({ recipes: [{ ...recipe, operations: [{ ...operation!, ...change }] }] }), 5)).toMatchObject({
      full: null,
      impossible: { cause, material: 'P', operation: '10' },
    })
  broken({ machines: [] }, 'no_machine')
  broken({ machines: [{ machine: 'M', setupSeconds: 0, secondsPerStep: null }] }, 'cycle_time_missing')
  broken({ machines: [{ ...operation!.machines[0]!, machine: 'gone' }] }, 'no_calendar')
  broken({ holds: [{ resource: 'nobody', amount: 1 }] }, 'no_resource')
  expect(ask(plant(), 60 * 24 * 6 + 1).impossible?.cause).toBe('beyond_horizon')
  expect(ask(plant({ recipes: [] }), 5).impossible?.cause).toBe('no_recipe')
})

test('a step that must not pause, on a machine that closes at night: as many lots as it takes, ready with the last', () => {
  const days = Array.from({ length: 60 }, (_, day) => [inDays(day), inDays(day) + 8 * hourSeconds] as const)
  const snapshot = plant({
    calendars: [{ id: 'always', intervals: days }],
    supplies: [stock('x', 1000)],
    recipes: [{ ...recipe, operations: [{ ...recipe.operations[0]!, mayPause: false }] }],
  })
  const { full, parts, takes } = ask(snapshot, 100)
  expect(full).toMatchObject({ at: inDays(2) + (32 / 6) * hourSeconds, quantity: 100, lots: 3 })
  expect(parts.map(({ quantity }) => quantity)).toEqual([34, 34, 32])
  expect(takes.tasks.map(({ part, run }) => [part, run])).toEqual([
    [1, 1],
    [1, 2],
    [1, 3],
  ])
})

test('two lines of one inquiry do not get the same piece or hour', () => {
  const line = { material: 'P', quantity: 6, wantedAt: null }
  const answers = promise(
    plant(),
    [
      { id: 'one', ...line },
      { id: 'two', ...line },
    ],
    'full',
  )
  expect(answers.map(({ full }) => full?.at)).toEqual([inHours(1), inHours(2)])
})
