/**
 * Shortages become proposals: one pass for each BoM level, so that all needs of a material are known when its turn comes.
 * Lot for lot, rounded up by minimum and packaging; what rounding leaves over covers the next need. Components of a proposed
 * production take free supply first. Firm orders have been served before: a proposal never takes supply from them.
 */
import type { Instant } from '@qitao/core/time.ts'
import { type Bom, timesUp } from '../bom/bom.ts'
import { compare, compareText, type Pool, take } from '../pegging/pool.ts'
import type { PlannedMaterial, Substitute } from './snapshot.ts'

/** A need that no supply covers. Either a demand of the snapshot, by number, or a component of a proposal. */
export interface Shortage {
  readonly material: string
  readonly quantity: number
  readonly neededAt: Instant
  /** Place in the order of allocation, of the demand at the top. */
  readonly rank: number
  readonly demand: number
  readonly parent: Draft | null
}

export interface Draft {
  readonly material: PlannedMaterial
  readonly level: number
  readonly quantity: number
  readonly neededAt: Instant
  readonly orderBy: Instant
  readonly covers: { readonly shortage: Shortage; readonly quantity: number }[]
  /** Of a made one: supply taken for its components, and the drafts that cover the rest. */
  readonly taken: { readonly supply: number; readonly covered: number; readonly used: number }[]
  readonly waitsFor: Draft[]
  /** Counted by kind, from 1. */
  readonly number: number
  /** A component can neither be supplied nor proposed; of it or, once dates are known, of what it waits for. */
  stuck: boolean
  /** -1 until it is known. */
  availableAt: Instant
}

export interface Replenishment {
  readonly drafts: readonly Draft[]
  /** Drafts that cover each demand; a demand that cannot be covered at all is in `hopeless`. */
  readonly byDemand: ReadonlyMap<number, readonly Draft[]>
  readonly hopeless: ReadonlySet<number>
}

export function replenish(
  shortages: readonly Shortage[],
  materials: ReadonlyMap<string, PlannedMaterial>,
  boms: ReadonlyMap<string, Bom>,
  levels: ReadonlyMap<string, number>,
  pool: Pool,
): Replenishment {
  const drafts: Draft[] = []
  const byDemand = new Map<number, Draft[]>()
  const hopeless = new Set<number>()
  const count = { made: 0, bought: 0 }
  const open = new Map<number, Map<string, Shortage[]>>()
  const levelOf = (material: string) => levels.get(material) ?? 0

  const put = (shortage: Shortage) => {
    const level = levelOf(shortage.material)
    const atLevel = open.get(level) ?? new Map<string, Shortage[]>()
    open.set(level, atLevel)
    const list = atLevel.get(shortage.material)
    if (list) list.push(shortage)
    else atLevel.set(shortage.material, [shortage])
  }
  shortages.forEach(put)

  const explodeDraft = (draft: Draft, rank: number) => {
    for (const line of boms.get(draft.material.id)?.lines ?? []) {
      const substitutes: readonly Substitute[] | undefined = line.substitutes
      const need = { material: line.material, neededAt: draft.orderBy, substitutes }
      const quantity = timesUp(draft.quantity, line.ratio)
      const missing = take(pool, need, quantity, (supply, covered, used) => draft.taken.push({ supply, covered, used }))
      if (missing > 0)
        put({ material: line.material, quantity: missing, neededAt: draft.orderBy, rank, demand: -1, parent: draft })
    }
  }

  const deepest = Math.max(0, ...levels.values())
  for (let level = 0; level <= deepest; level++) {
    const made: { draft: Draft; rank: number }[] = []
    for (const [id, list] of [...(open.get(level) ?? [])].sort((a, b) => compareText(a[0], b[0]))) {
      const material = materials.get(id)
      if (!material) {
        for (const { demand, parent } of list) {
          if (parent) parent.stuck = true
          else hopeless.add(demand)
        }
        continue
      }
      list.sort((a, b) => compare(a.neededAt, b.neededAt) || compare(a.rank, b.rank))
      let last: Draft | null = null
      let surplus = 0
      const cover = (draft: Draft, shortage: Shortage, quantity: number) => {
        draft.covers.push({ shortage, quantity })
        if (shortage.parent) shortage.parent.waitsFor.push(draft)
        else {
          const known = byDemand.get(shortage.demand)
          if (known) known.push(draft)
          else byDemand.set(shortage.demand, [draft])
        }
      }
      for (const shortage of list) {
        let missing = shortage.quantity
        if (last && surplus > 0) {
          const covered = Math.min(surplus, missing)
          cover(last, shortage, covered)
          surplus -= covered
          missing -= covered
        }
        if (missing === 0) continue
        const quantity = roundLot(missing, material)
        const orderBy = Math.max(pool.now, shortage.neededAt - material.leadTimeSeconds)
        const { neededAt, rank } = shortage
        const number = ++count[material.kind]
        last = {
          material,
          level,
          quantity,
          neededAt,
          orderBy,
          covers: [],
          taken: [],
          waitsFor: [],
          number,
          stuck: false,
          availableAt: -1,
        }
        surplus = quantity - missing
        cover(last, shortage, missing)
        drafts.push(last)
        if (material.kind === 'made') made.push({ draft: last, rank })
      }
    }
    // The first in line takes free supply first, whatever its material.
    made.sort((a, b) => compare(a.rank, b.rank))
    for (const { draft, rank } of made) explodeDraft(draft, rank)
  }
  return { drafts, byDemand, hopeless }
}

/** At least the minimum, and whole packages. */
export function roundLot(quantity: number, material: Pick<PlannedMaterial, 'lotMinimum' | 'lotMultiple'>): number {
  const wanted = Math.max(quantity, material.lotMinimum)
  const multiple = Math.max(1, material.lotMultiple)
  const rest = wanted % multiple
  return rest === 0 ? wanted : wanted - rest + multiple
}
