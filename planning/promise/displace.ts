/**
 * A promise that holds only by taking from others: whom, and how much of what. Only orders that may lose are touched, those that lose
 * first before the others, and no more of them than the date needs. Machine hours are never taken.
 */
import { dayOf, endOfDay } from '@qitao/core/time.ts'
import type { Answer, Because, Delivery } from './answer.ts'
import { coveredClaims } from './free-supply.ts'
import { type PromiseMode, promise } from './promise.ts'
import type { PromiseSnapshot, Wish } from './snapshot.ts'

/** An order that may lose what it has: pegged supply, and its claims on what is free. */
export interface Loser {
  readonly id: string
  readonly pegs: readonly { readonly id: string; readonly supply: string; readonly quantity: number }[]
  readonly claims: readonly string[]
}
export interface Loss {
  readonly loser: string
  /** The peg or the claim. */
  readonly of: string
  readonly quantity: number
}
export interface Displacing {
  readonly answers: readonly Answer[]
  readonly losses: readonly Loss[]
  /** What the answers were found in: there the losers have not what may be taken from them. */
  readonly world: PromiseSnapshot
}

/** So many orders are tried to be left alone again. */
const mostSpared = 8

/**
 * `losers`: who loses first comes first. Nothing is taken when the wanted days are met without it, or no delivery comes on an
 * earlier day with it: a promise is a day of `zone`.
 */
export function promiseDisplacing(
  snapshot: PromiseSnapshot,
  wishes: readonly Wish[],
  mode: PromiseMode,
  losers: readonly Loser[],
  zone: string,
): Displacing {
  const answersIn = (allowed: readonly Loser[]): Displacing => {
    const world = without(snapshot, allowed)
    const answers = promise(world, wishes, mode).map(namedAnswer)
    return { world, answers, losses: lossesOf(snapshot, allowed, answers) }
  }
  const alone: Displacing = { world: snapshot, answers: promise(snapshot, wishes, mode), losses: [] }
  const lateAlone = lateness(alone.answers, wishes, zone)
  if (losers.length === 0 || lateAlone.every(late => late === 0)) return alone
  let allowed = losers
  let best = answersIn(allowed)
  const reached = lateness(best.answers, wishes, zone)
  const isBetter = reached.every((late, i) => late <= lateAlone[i]!) && reached.some((late, i) => late < lateAlone[i]!)
  if (!isBetter || best.losses.length === 0) return alone
  // Whom it hurts most to lose is spared first.
  const hit = new Set(best.losses.map(({ loser }) => loser))
  for (const spared of losers
    .toReversed()
    .filter(({ id }) => hit.has(id))
    .slice(0, mostSpared)) {
    const fewer = allowed.filter(({ id }) => id !== spared.id)
    const found = answersIn(fewer)
    if (!lateness(found.answers, wishes, zone).every((late, i) => late <= reached[i]!)) continue
    allowed = fewer
    best = found
  }
  return best
}

/** To the end of the day of delivery; ready by the end of a day is ready that day. */
const lateness = (answers: readonly Answer[], wishes: readonly Wish[], zone: string): number[] =>
  answers.map(({ full }, i) => {
    if (!full) return Number.POSITIVE_INFINITY
    return Math.max(0, endOfDay(dayOf(Math.max(full.at - 1, 0), zone), zone) - (wishes[i]!.wantedAt ?? 0))
  })

/** What they may lose is supply of its own, used after what is free. */
function without(snapshot: PromiseSnapshot, allowed: readonly Loser[]): PromiseSnapshot {
  const pegs = allowed.flatMap(one => one.pegs)
  const claims = new Set(allowed.flatMap(one => one.claims))
  const taken = sums(snapshot.taken)
  const lent = sums(pegs)
  const partOf = (id: string, quantity: number) => Math.min(lent.get(id) ?? 0, taken.get(id) ?? 0, quantity)
  return {
    ...snapshot,
    supplies: snapshot.supplies.flatMap(supply => {
      const quantity = partOf(supply.id, supply.quantity)
      if (quantity === 0) return [supply]
      const own = { ...supply, quantity: supply.quantity - quantity }
      return [own, { ...supply, id: `${supply.id}${lentMark}`, quantity, lent: true as const }]
    }),
    taken: less(
      snapshot.taken,
      snapshot.supplies.map(({ id, quantity }) => ({ supply: id, quantity: partOf(id, quantity) })),
    ),
    claims: snapshot.claims.filter(({ id }) => !claims.has(id)),
  }
}
const lentMark = '~lent'
const ofSupply = (id: string): string => (id.endsWith(lentMark) ? id.slice(0, -lentMark.length) : id)
const named = (because: Because): Because =>
  because.kind === 'supply' ? { ...because, supply: ofSupply(because.supply) } : because
const namedDelivery = (one: Delivery): Delivery => ({
  ...one,
  because: named(one.because),
  chain: one.chain.map(named),
})
/** By the supplies as they are called outside. */
const namedAnswer = (answer: Answer): Answer => ({
  ...answer,
  full: answer.full && namedDelivery(answer.full),
  parts: answer.parts.map(namedDelivery),
  takes: {
    ...answer.takes,
    supplies: answer.takes.supplies.map(one => ({ ...one, supply: ofSupply(one.supply) })),
  },
})
type Taken = PromiseSnapshot['taken'][number]
function less(taken: readonly Taken[], gone: readonly Taken[]): Taken[] {
  const owed = sums(gone)
  return taken.map(({ supply, quantity }) => {
    const some = Math.min(quantity, owed.get(supply) ?? 0)
    owed.set(supply, (owed.get(supply) ?? 0) - some)
    return { supply, quantity: quantity - some }
  })
}
function sums(all: readonly Taken[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { supply, quantity } of all) found.set(supply, (found.get(supply) ?? 0) + quantity)
  return found
}

/** What the allowed ones lose by these answers, beyond what is free. */
function lossesOf(snapshot: PromiseSnapshot, allowed: readonly Loser[], answers: readonly Answer[]): Loss[] {
  const takes = answers.flatMap(answer => answer.takes.supplies)
  const wanted = sums(takes)
  const taken = sums(snapshot.taken)
  const there = new Map(snapshot.supplies.map(({ id, quantity }) => [id, quantity]))
  const missing = new Map(
    [...wanted].map(([id, quantity]) => [id, quantity + (taken.get(id) ?? 0) - (there.get(id) ?? 0)]),
  )
  const pegged: (Loss & { supply: string })[] = []
  for (const { id: loser, pegs } of allowed)
    for (const { id: of, supply, quantity } of pegs) {
      const lost = Math.min(quantity, missing.get(supply) ?? 0)
      if (lost <= 0) continue
      missing.set(supply, missing.get(supply)! - lost)
      pegged.push({ loser, of, supply, quantity: lost })
    }
  const after = { ...snapshot, taken: [...less(snapshot.taken, pegged), ...takes] }
  const losing = new Map(allowed.flatMap(({ id, claims }) => claims.map(claim => [claim, id] as const)))
  const safe = new Set(snapshot.claims.flatMap(({ id }) => (losing.has(id) ? [] : [id])))
  const had = coveredClaims(snapshot, safe)
  const has = coveredClaims(after, safe)
  const claimed = [...losing].flatMap(([of, loser]): Loss[] => {
    const quantity = (had.get(of) ?? 0) - (has.get(of) ?? 0)
    return quantity > 0 ? [{ loser, of, quantity }] : []
  })
  return [...pegged.map(({ supply: _, ...loss }) => loss), ...claimed]
}
