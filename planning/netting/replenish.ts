/**
 * Shortages of one material become proposals. Lot for lot, rounded up by minimum and packaging; what rounding leaves over
 * covers the next need. Proposals that stay the same keep their components as they are.
 */
import type { Instant } from '@qitao/core/time.ts'
import { isUsedAt, timesUp } from '../bom/bom.ts'
import { type Links, pegged } from '../pegging/links.ts'
import { leadSeconds } from './lead-time.ts'
import type { PlannedMaterial } from './snapshot.ts'
import { compare, compareText, type Draft, type Material, type Needs, type Orders, type Supplies } from './tables.ts'

interface Tables {
  readonly needs: Needs
  readonly supplies: Supplies
  readonly orders: Orders
  readonly pegs: Links
  readonly covers: Links
}
/** Beyond it the plan is of a BoM that nobody builds: ten thousand orders with twenty shortages each are not half of it. */
export const mostProposals = 500_000
export class TooManyProposals extends Error {
  /** Of which the most are proposed. */
  readonly material: string
  constructor(material: string) {
    super(`A plan has at most ${mostProposals} proposals`)
    this.material = material
  }
}

/** Proposals by number; numbers of those that are gone are used again. */
export class Drafts {
  readonly all: (Draft | null)[] = []
  /** Orders that are replenished, see `MaterialSnapshot.asked`. */
  asked: ReadonlySet<string> = noOrders
  private readonly free: number[] = []
  private readonly needs: Needs
  private readonly supplies: Supplies
  private readonly orders: Orders
  private readonly pegs: Links
  private readonly covers: Links
  private readonly now: Instant

  constructor({ needs, supplies, orders, pegs, covers }: Tables, now: Instant) {
    this.needs = needs
    this.supplies = supplies
    this.orders = orders
    this.pegs = pegs
    this.covers = covers
    this.now = now
  }

  /** true when what is to be made has changed, so that its components are needed differently. */
  propose(material: Material): boolean {
    const { needs, covers } = this
    for (const need of material.proposedFor) if (needs.material[need] === material.number) covers.clearOwner(need)
    for (const draft of material.drafts) covers.clearTarget(draft.number)
    for (const draft of material.carriedOut) {
      covers.clearTarget(draft.number)
      this.drop(draft)
    }
    material.carriedOut = []
    material.proposedFor = material.short
    const before = material.drafts
    const drafts: Draft[] = []
    let changed = false
    const { planned } = material
    if (planned) {
      material.short.sort(
        (a, b) => compare(needs.neededAt[a]!, needs.neededAt[b]!) || needs.compare(needs.top[a]!, needs.top[b]!),
      )
      const missingOf = material.uncounted.length === 0 ? null : this.carryOut(material)
      // The last lot that was rounded up, of those asked for and of all others.
      const lots: { last: Draft | null; surplus: number }[] = [
        { last: null, surplus: 0 },
        { last: null, surplus: 0 },
      ]
      for (const needsAtOnce of this.together(material.short)) {
        const first = needsAtOnce[0]!
        const top = needs.top[first]!
        const asked = this.isAsked(first)
        const lot = lots[Number(asked)]!
        const open: [need: number, missing: number][] = []
        let missing = 0
        for (const need of needsAtOnce) {
          let lacks = missingOf?.get(need) ?? needs.missing[need]!
          if (lot.last && lot.surplus > 0) {
            const covered = Math.min(lot.surplus, lacks)
            covers.add(need, lot.last.number, covered, covered, pegged.inTurn)
            lot.surplus -= covered
            lacks -= covered
          }
          if (lacks === 0) continue
          open.push([need, lacks])
          missing += lacks
        }
        if (missing === 0) continue
        const quantity = roundLot(missing, planned)
        const neededAt = needs.neededAt[first]!
        const orderBy = Math.max(this.now, neededAt - leadSeconds(planned, quantity))
        const known = before[drafts.length]
        if (
          known?.quantity !== quantity ||
          known.orderBy !== orderBy ||
          known.topRow !== needs.row[top] ||
          known.asked !== asked
        )
          changed = true
        const draft = known ?? this.added(material, drafts.length)
        draft.neededAt = neededAt
        draft.asked = asked
        drafts.push(draft)
        this.set(draft, quantity, orderBy, top)
        lot.last = draft
        lot.surplus = quantity - missing
        for (const [need, lacks] of open) covers.add(need, draft.number, lacks, lacks, pegged.inTurn)
      }
    }
    for (let i = drafts.length; i < before.length; i++) {
      this.drop(before[i]!)
      changed = true
    }
    material.drafts = drafts
    return changed
  }

  /**
   * What one order needs at one moment is one lot, by however many ways of its BoM it is needed: else their number doubles with
   * each level. `sorted` by moment and order.
   */
  private *together(sorted: readonly number[]): Generator<readonly number[]> {
    const { neededAt, top } = this.needs
    for (let from = 0; from < sorted.length; ) {
      const first = sorted[from]!
      let to = from + 1
      while (to < sorted.length && neededAt[sorted[to]!] === neededAt[first] && top[sorted[to]!] === top[first]) to++
      yield sorted.slice(from, to)
      from = to
    }
  }

  private isAsked(need: number): boolean {
    return this.asked.size > 0 && this.asked.has(this.needs.row[this.needs.top[need]!]!.order ?? '')
  }

  /** Covers what is short with what is on its way and does not count; answers what is missing then. */
  private carryOut(material: Material): Map<number, number> {
    const { needs, supplies, orders, covers } = this
    const missing = new Map(material.short.map(need => [need, needs.missing[need]!]))
    const byArrival = material.uncounted.toSorted(
      (a, b) =>
        compare(supplies.arrives[a]!, supplies.arrives[b]!) || compareText(supplies.row[a]!.id, supplies.row[b]!.id),
    )
    for (const supply of byArrival) {
      const { kind, quantity, madeFor } = supplies.row[supply]!
      const draft = this.place(material, material.carriedOut.length, noNeeds)
      draft.quantity = quantity
      draft.orderBy = supplies.arrives[supply]! - leadSeconds(material.planned!, quantity)
      draft.availableAt = supplies.arrives[supply]!
      draft.earliestAt = draft.availableAt
      draft.carriesOut = true
      material.carriedOut.push(draft)
      let left = quantity
      const cover = (most: number, isFor: (need: number) => boolean) => {
        let rest = most
        for (const [need, lacks] of missing) {
          const part = isFor(need) ? Math.min(left, rest, lacks) : 0
          if (part === 0) continue
          missing.set(need, lacks - part)
          left -= part
          rest -= part
          covers.add(need, draft.number, part, part, pegged.inTurn)
        }
      }
      for (const { order: id, quantity: asked } of madeFor ?? []) {
        const order = orders.number.get(id)
        cover(asked ?? quantity, need => needs.order[need] === order)
      }
      // Who does not need what was asked for it has taken it from another: one of those asked for goes first. What is made for
      // several names none.
      const isTheirs = madeFor ? madeFor.some(({ order }) => this.asked.has(order)) : kind === 'production'
      if (isTheirs) cover(left, need => this.isAsked(need))
      cover(left, () => true)
    }
    return missing
  }

  private added(material: Material, sequence: number): Draft {
    const draft = this.place(
      material,
      sequence,
      material.lines.length === 0 ? noNeeds : material.lines.map(() => this.needs.place()),
    )
    material.lines.forEach((line, i) => {
      const need = draft.needs[i]!
      this.needs.row[need] = null
      this.needs.material[need] = line.material.number
      this.needs.draft[need] = draft.number
      this.needs.order[need] = -1
      if (line.substitutes.length > 0) this.needs.alternatives.set(need, line.substitutes)
    })
    return draft
  }

  private place(material: Material, sequence: number, needs: number[]): Draft {
    const number = this.free.pop() ?? this.all.length
    if (number >= mostProposals) throw new TooManyProposals(this.mostProposed())
    const draft: Draft = {
      number,
      material,
      sequence,
      quantity: 0,
      neededAt: 0,
      orderBy: 0,
      top: -1,
      topRow: null,
      asked: false,
      needs,
      availableAt: 0,
      earliestAt: 0,
      carriesOut: false,
      stuck: false,
    }
    this.all[number] = draft
    this.pegs.reserve(this.needs.size, 0)
    this.covers.reserve(this.needs.size, this.all.length)
    return draft
  }

  private mostProposed(): string {
    const counts = new Map<Material, number>()
    for (const draft of this.all) if (draft) counts.set(draft.material, (counts.get(draft.material) ?? 0) + 1)
    return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0].id
  }

  private set(draft: Draft, quantity: number, orderBy: Instant, top: number): void {
    draft.quantity = quantity
    draft.orderBy = orderBy
    draft.top = top
    draft.topRow = this.needs.row[top]!
    for (let i = 0; i < draft.needs.length; i++) {
      const need = draft.needs[i]!
      const line = draft.material.lines[i]!
      this.needs.quantity[need] = isUsedAt(line, orderBy) ? timesUp(quantity, line.ratio) : 0
      this.needs.neededAt[need] = orderBy
      this.needs.top[need] = top
    }
  }

  private drop(draft: Draft): void {
    for (const need of draft.needs) {
      this.pegs.clearOwner(need)
      this.covers.clearOwner(need)
      this.needs.drop(need)
    }
    this.all[draft.number] = null
    this.free.push(draft.number)
  }
}

const noNeeds: number[] = []
const noOrders: ReadonlySet<string> = new Set()

/** At least the minimum, and whole packages. */
export function roundLot(quantity: number, material: Pick<PlannedMaterial, 'lotMinimum' | 'lotMultiple'>): number {
  const wanted = Math.max(quantity, material.lotMinimum)
  const multiple = Math.max(1, material.lotMultiple)
  const rest = wanted % multiple
  return rest === 0 ? wanted : wanted - rest + multiple
}
