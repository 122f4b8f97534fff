/**
 * Kitting: when all the material of an order, and of each of its operations, is together. Dates go from the bottom up: an
 * order that is not scheduled can be done its lead time after its own kit, and so on through the levels.
 */
import type { Instant } from '@qitao/core/time.ts'
import { daySeconds } from '@qitao/core/time.ts'
import {
  type DemandOutcome,
  type Kitting,
  type MaterialStatusCode,
  materialStatus,
  type OrderKit,
} from '../netting/material-plan.ts'
import type { Draft, Replenishment } from '../netting/replenish.ts'
import type { KittedOrder, MaterialSnapshot, PlannedMaterial } from '../netting/snapshot.ts'
import type { PegBook } from './peg-book.ts'
import { compareText, type Pool } from './pool.ts'

export interface ExpectedDates {
  ofSupply(supply: number): Instant
  /** Latest of the allocated supplies; now when there are none. */
  ofPegs(demand: number): Instant
  ofDraft(draft: Draft): Instant
  /** Proposals counted; null when not even they can cover it. */
  ofDemand(demand: number): Instant | null
}

export function expectedDates(
  snapshot: MaterialSnapshot,
  materials: ReadonlyMap<string, PlannedMaterial>,
  pegs: PegBook,
  { byDemand, hopeless }: Replenishment,
  pool: Pool,
): ExpectedDates {
  const { now, supplies, demands } = snapshot
  const demandsOf = new Map<string, number[]>()
  demands.forEach(({ order }, i) => {
    if (order === undefined) return
    const list = demandsOf.get(order)
    if (list) list.push(i)
    else demandsOf.set(order, [i])
  })
  // -1: not asked yet, -2: being asked.
  const known = new Float64Array(supplies.length).fill(-1)

  const ofSupply = (i: number): Instant => {
    const date = known[i]!
    if (date >= 0) return date
    // Orders that feed each other in a circle: the first guess stands.
    if (date === -2) return pool.arrives[i]!
    const { availableAt, order, material } = supplies[i]!
    if (availableAt !== null || order === undefined || !demandsOf.has(order)) {
      known[i] = pool.arrives[i]!
      return pool.arrives[i]!
    }
    known[i] = -2
    let kit: Instant = now
    for (const demand of demandsOf.get(order)!) {
      const expected = ofDemand(demand)
      if (expected === null) kit = Math.max(kit, pool.arrives[i]!)
      else kit = Math.max(kit, expected)
    }
    const result = kit + (materials.get(material)?.leadTimeSeconds ?? 0)
    known[i] = result
    return result
  }
  const ofPegs = (demand: number): Instant => {
    let latest = now
    for (let peg = pegs.first[demand]!; peg >= 0; peg = pegs.next[peg]!) {
      const at = ofSupply(pegs.supply[peg]!)
      if (at > latest) latest = at
    }
    return latest
  }
  const ofDraft = (draft: Draft): Instant => {
    if (draft.availableAt >= 0) return draft.availableAt
    let start = draft.orderBy
    for (const { supply } of draft.taken) start = Math.max(start, ofSupply(supply))
    for (const part of draft.waitsFor) {
      start = Math.max(start, ofDraft(part))
      if (part.stuck) draft.stuck = true
    }
    draft.availableAt = start + draft.material.leadTimeSeconds
    return draft.availableAt
  }
  const ofDemand = (demand: number): Instant | null => {
    if (hopeless.has(demand)) return null
    let latest = ofPegs(demand)
    for (const draft of byDemand.get(demand) ?? none) {
      latest = Math.max(latest, ofDraft(draft))
      if (draft.stuck) return null
    }
    return latest
  }
  return { ofSupply, ofPegs, ofDraft, ofDemand }
}

const none: readonly Draft[] = []

export function kittingOf(
  { now, orders, demands, supplies }: MaterialSnapshot,
  outcomes: readonly DemandOutcome[],
  pegs: PegBook,
  inStock: (supply: number) => boolean,
  arrival: (supply: number) => Instant,
): OrderKit[] {
  const lines = new Map<string, number[]>()
  demands.forEach(({ order }, i) => {
    if (order === undefined) return
    const list = lines.get(order)
    if (list) list.push(i)
    else lines.set(order, [i])
  })
  const isReady = (i: number): boolean => {
    if (outcomes[i]!.shortage > 0) return false
    for (let peg = pegs.first[i]!; peg >= 0; peg = pegs.next[peg]!) if (!inStock(pegs.supply[peg]!)) return false
    return true
  }

  const kitting = (list: readonly number[]): Kitting => {
    let kitAt: Instant | null = now
    let expectedAt: Instant | null = now
    let deciding: { material: string; at: Instant } | null = null
    const decides = (material: string, at: Instant) => {
      if (!deciding || at > deciding.at || (at === deciding.at && material < deciding.material))
        deciding = { material, at }
    }
    for (const i of list) {
      const outcome = outcomes[i]!
      expectedAt = later(expectedAt, outcome.expectedAt)
      kitAt = later(kitAt, outcome.kitAt)
    }
    for (const i of list) {
      const outcome = outcomes[i]!
      // With a shortage only what is short decides: the rest comes anyway.
      if (outcome.shortage > 0) decides(demands[i]!.material, outcome.expectedAt ?? Number.POSITIVE_INFINITY)
      else if (kitAt !== null)
        for (let peg = pegs.first[i]!; peg >= 0; peg = pegs.next[peg]!) {
          const supply = pegs.supply[peg]!
          if (!inStock(supply)) decides(supplies[supply]!.material, arrival(supply))
        }
    }
    return { kitAt, expectedAt, decidingMaterial: (deciding as { material: string } | null)?.material ?? null }
  }

  return orders.map(order => {
    const list = lines.get(order.id) ?? []
    const whole = kitting(list)
    const ready = list.filter(isReady).length
    const late = list.some(
      i => !isReady(i) && (outcomes[i]!.expectedAt ?? Number.POSITIVE_INFINITY) > demands[i]!.neededAt,
    )
    const operations = new Map<string, number[]>()
    for (const i of list) {
      const { operation } = demands[i]!
      if (operation === undefined) continue
      const known = operations.get(operation)
      if (known) known.push(i)
      else operations.set(operation, [i])
    }
    return {
      order: order.id,
      ...whole,
      materialStatus: statusOf(order, whole.kitAt, ready === list.length, late),
      kittingDays: daysUntil(whole.kitAt ?? whole.expectedAt, now),
      late,
      lines: list.length,
      linesReady: ready,
      operations: [...operations]
        .sort((a, b) => compareText(a[0], b[0]))
        .map(([operation, numbers]) => ({ operation, ...kitting(numbers) })),
    }
  })
}

/** A locked order stays locked when its arrival slips: the lock is a person's choice, the lateness is told beside it. */
function statusOf(order: KittedOrder, kitAt: Instant | null, complete: boolean, late: boolean): MaterialStatusCode {
  if (kitAt === null) return materialStatus.toBePurchased
  if (complete) return order.locked ? materialStatus.locked : materialStatus.kittingComplete
  if (order.locked) return materialStatus.lockedInTransit
  return late ? materialStatus.preKittingDelay : materialStatus.inTransit
}

const daysUntil = (at: Instant | null, now: Instant): number =>
  at === null ? 0 : Math.max(0, Math.ceil((at - now) / daySeconds))

const later = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? null : Math.max(a, b)
