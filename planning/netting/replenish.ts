/**
 * Shortages of one material become proposals. Lot for lot, rounded up by minimum and packaging; what rounding leaves over
 * covers the next need. Proposals that stay the same keep their components as they are.
 */
import type { Instant } from '@qitao/core/time.ts'
import { timesUp } from '../bom/bom.ts'
import { type Links, pegged } from '../pegging/links.ts'
import type { PlannedMaterial } from './snapshot.ts'
import { compare, type Draft, type Material, type Needs } from './tables.ts'

/** Proposals by number; numbers of those that are gone are used again. */
export class Drafts {
  readonly all: (Draft | null)[] = []
  /** Orders that are replenished, see `MaterialSnapshot.asked`. */
  asked: ReadonlySet<string> = noOrders
  private readonly free: number[] = []
  private readonly needs: Needs
  private readonly pegs: Links
  private readonly covers: Links
  private readonly now: Instant

  constructor(needs: Needs, pegs: Links, covers: Links, now: Instant) {
    this.needs = needs
    this.pegs = pegs
    this.covers = covers
    this.now = now
  }

  /** true when what is to be made has changed, so that its components are needed differently. */
  propose(material: Material): boolean {
    const { needs, covers } = this
    for (const need of material.proposedFor) if (needs.material[need] === material.number) covers.clearOwner(need)
    for (const draft of material.drafts) covers.clearTarget(draft.number)
    material.proposedFor = material.short
    const before = material.drafts
    const drafts: Draft[] = []
    let changed = false
    const { planned } = material
    if (planned) {
      material.short.sort(
        (a, b) => compare(needs.neededAt[a]!, needs.neededAt[b]!) || needs.compare(needs.top[a]!, needs.top[b]!),
      )
      // The last lot that was rounded up, of those asked for and of all others.
      const lots: { last: Draft | null; surplus: number }[] = [
        { last: null, surplus: 0 },
        { last: null, surplus: 0 },
      ]
      for (const need of material.short) {
        const top = needs.top[need]!
        const asked = this.asked.size > 0 && this.asked.has(needs.row[top]!.order ?? '')
        const lot = lots[Number(asked)]!
        let missing = needs.missing[need]!
        if (lot.last && lot.surplus > 0) {
          const covered = Math.min(lot.surplus, missing)
          covers.add(need, lot.last.number, covered, covered, pegged.inTurn)
          lot.surplus -= covered
          missing -= covered
        }
        if (missing === 0) continue
        const quantity = roundLot(missing, planned)
        const neededAt = needs.neededAt[need]!
        const orderBy = Math.max(this.now, neededAt - planned.leadTimeSeconds)
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
        covers.add(need, draft.number, missing, missing, pegged.inTurn)
      }
    }
    for (let i = drafts.length; i < before.length; i++) {
      this.drop(before[i]!)
      changed = true
    }
    material.drafts = drafts
    return changed
  }

  private added(material: Material, sequence: number): Draft {
    const number = this.free.pop() ?? this.all.length
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
      needs: material.lines.length === 0 ? noNeeds : material.lines.map(() => this.needs.place()),
      availableAt: 0,
      stuck: false,
    }
    this.all[number] = draft
    this.pegs.reserve(this.needs.size, 0)
    this.covers.reserve(this.needs.size, this.all.length)
    material.lines.forEach((line, i) => {
      const need = draft.needs[i]!
      this.needs.row[need] = null
      this.needs.material[need] = line.material.number
      this.needs.draft[need] = number
      this.needs.order[need] = -1
      if (line.substitutes.length > 0) this.needs.alternatives.set(need, line.substitutes)
    })
    return draft
  }

  private set(draft: Draft, quantity: number, orderBy: Instant, top: number): void {
    draft.quantity = quantity
    draft.orderBy = orderBy
    draft.top = top
    draft.topRow = this.needs.row[top]!
    for (let i = 0; i < draft.needs.length; i++) {
      const need = draft.needs[i]!
      this.needs.quantity[need] = timesUp(quantity, draft.material.lines[i]!.ratio)
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
