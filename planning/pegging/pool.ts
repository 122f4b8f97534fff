/**
 * Free supply by material, in the order in which it is to be used: stock by first expired, then first in; then what is on
 * its way by arrival. Taking from it is the only way to allocate, so no supply can be given twice.
 */
import type { Instant } from '@qitao/core/time.ts'
import { dividedDown, timesUp } from '../bom/bom.ts'
import { type Alternative, compare, compareText, type Material, type Needs, type Supplies } from '../netting/tables.ts'
import { type Links, pegged } from './links.ts'

/** How a supply serves a need. */
type Serving = Pick<Alternative, 'ratio' | 'begun'>
const itself: Serving = { ratio: { numerator: 1, denominator: 1 } }

export class Pool {
  private readonly needs: Needs
  private readonly supplies: Supplies
  private readonly materials: readonly Material[]
  private readonly pegs: Links
  private readonly now: Instant

  constructor(needs: Needs, supplies: Supplies, materials: readonly Material[], pegs: Links, now: Instant) {
    this.needs = needs
    this.supplies = supplies
    this.materials = materials
    this.pegs = pegs
    this.now = now
  }

  put(supply: number): void {
    const material = this.materials[this.supplies.material[supply]!]!
    if (this.supplies.row[supply]!.uncounted) {
      this.supplies.left[supply] = 0
      this.supplies.here[supply] = 0
      material.uncounted.push(supply)
      return
    }
    const isHere = this.supplies.row[supply]!.kind === 'stock' && this.supplies.arrives[supply]! <= this.now
    this.supplies.here[supply] = Number(isHere)
    ;(isHere ? material.stock : material.incoming).push(supply)
    material.supplySorted = false
  }

  remove(supply: number): void {
    const material = this.materials[this.supplies.material[supply]!]!
    const others = (list: number[]) => list.filter(each => each !== supply)
    material.stock = others(material.stock)
    material.incoming = others(material.incoming)
    material.uncounted = others(material.uncounted)
  }

  /** Gives everything back. */
  refill(material: Material): void {
    const { left, row } = this.supplies
    if (!material.supplySorted) {
      material.stock.sort(this.firstExpired)
      material.incoming.sort(this.firstArrived)
      material.supplySorted = true
    }
    for (const supply of material.stock) {
      left[supply] = row[supply]!.quantity
      this.pegs.clearTarget(supply)
    }
    for (const supply of material.incoming) {
      left[supply] = row[supply]!.quantity
      this.pegs.clearTarget(supply)
    }
    material.stockHead = 0
    material.incomingHead = 0
  }

  /** Gives a chosen supply to a demand, also what it does not need. */
  peg(need: number, supply: number, quantity: number): void {
    const { needs, supplies } = this
    const serving = this.servingOf(need, supply)
    if (!serving) return
    const used = Math.min(supplies.left[supply]!, quantity)
    supplies.left[supply]! -= used
    const covered = Math.min(this.coveredBy(need, used, serving), needs.missing[need]!)
    this.usedFor(need, covered, serving)
    if (used > 0) this.pegs.add(need, supply, covered, used, pegged.chosen)
    needs.missing[need]! -= covered
  }

  /** Leaves a demand so much of a supply as it needs and there is. */
  keep(need: number, supply: number, quantity: number, why: number): void {
    const { needs, supplies } = this
    const serving = this.servingOf(need, supply)
    if (!serving) return
    const free = Math.min(supplies.left[supply]!, quantity)
    const covered = Math.min(this.coveredBy(need, free, serving), needs.missing[need]!)
    if (covered === 0) return
    const used = this.usedFor(need, covered, serving)
    supplies.left[supply]! -= used
    needs.missing[need]! -= covered
    this.pegs.add(need, supply, covered, used, why)
  }

  private servingOf(need: number, supply: number): Serving | undefined {
    const { needs, supplies } = this
    if (supplies.material[supply] === needs.material[need]) return itself
    return needs.alternatives.get(need)?.find(({ material }) => material.number === supplies.material[supply])
  }
  private begunOf(need: number, { begun = 0 }: Serving): number {
    return begun > 0 && !this.needs.finished.has(need) ? begun : 0
  }
  /** Steps of the need that so much of a supply covers. */
  private coveredBy(need: number, quantity: number, serving: Serving): number {
    return quantity > 0 ? dividedDown(quantity + this.begunOf(need, serving), serving.ratio) : 0
  }
  /** What of a supply so many steps of the need take. */
  private usedFor(need: number, covered: number, serving: Serving): number {
    const begun = covered > 0 ? this.begunOf(need, serving) : 0
    if (begun > 0) this.needs.finished.add(need)
    return timesUp(covered, serving.ratio) - begun
  }

  /**
   * Covers as much of what is missing as there is supply. The material itself comes first where it is in stock or arrives in
   * time; then substitutes in stock or in time, the preferred one first; then whatever arrives earliest. So a substitute is
   * used only where the material would be late, and never anything later than need be. A receipt that is late and comes
   * after a new purchase would is left where the material says so.
   */
  take(need: number): void {
    const material = this.materials[this.needs.material[need]!]!
    if (this.takeInTime(need, material, null)) return
    const alternatives = this.needs.alternatives.size === 0 ? undefined : this.needs.alternatives.get(need)
    if (alternatives !== undefined) {
      for (const other of alternatives) if (this.takeInTime(need, other.material, other)) return
    }
    const planned = material.planned
    const notAfter = planned?.buyRatherThanWait ? this.now + planned.leadTimeSeconds : Number.POSITIVE_INFINITY
    if (alternatives !== undefined) this.takeEarliest(need, material, alternatives, notAfter)
    else this.takeLate(need, material, notAfter)
  }

  /** true when nothing is missing any more. */
  private takeInTime(need: number, material: Material, other: Serving | null): boolean {
    const { stock, incoming } = material
    const { left, arrives } = this.supplies
    const { missing } = this.needs
    const neededAt = this.needs.neededAt[need]!
    while (material.stockHead < stock.length && left[stock[material.stockHead]!] === 0) material.stockHead++
    for (let i = material.stockHead; i < stock.length && missing[need]! > 0; i++) this.takeFrom(need, stock[i]!, other)
    while (material.incomingHead < incoming.length && left[incoming[material.incomingHead]!] === 0)
      material.incomingHead++
    for (let i = material.incomingHead; i < incoming.length && missing[need]! > 0; i++) {
      if (arrives[incoming[i]!]! > neededAt) break
      this.takeFrom(need, incoming[i]!, other)
    }
    return missing[need] === 0
  }

  private takeLate(need: number, { incoming, incomingHead }: Material, notAfter: Instant): void {
    const { missing } = this.needs
    for (let i = incomingHead; i < incoming.length && missing[need]! > 0; i++) {
      if (this.supplies.arrives[incoming[i]!]! > notAfter) return
      this.takeFrom(need, incoming[i]!, null)
    }
  }

  /** The earliest of all, whichever material; on a tie the material itself, then the preferred substitute. */
  private takeEarliest(
    need: number,
    material: Material,
    alternatives: readonly Alternative[],
    notAfter: Instant,
  ): void {
    const { left, arrives } = this.supplies
    const late: { supply: number; other: Serving | null; preference: number }[] = []
    const offer = ({ incoming, incomingHead }: Material, other: Serving | null, preference: number) => {
      for (let i = incomingHead; i < incoming.length; i++)
        if (left[incoming[i]!]! > 0) late.push({ supply: incoming[i]!, other, preference })
    }
    offer(material, null, 0)
    alternatives.forEach((each, i) => {
      offer(each.material, each, i + 1)
    })
    late.sort((a, b) => compare(arrives[a.supply]!, arrives[b.supply]!) || a.preference - b.preference)
    for (const { supply, other } of late) {
      if (this.needs.missing[need] === 0 || arrives[supply]! > notAfter) return
      this.takeFrom(need, supply, other)
    }
  }

  private takeFrom(need: number, supply: number, other: Serving | null): void {
    const { left, expires, arrives } = this.supplies
    const free = left[supply]!
    if (free === 0) return
    if (expires[supply]! <= Math.max(this.needs.neededAt[need]!, arrives[supply]!)) return
    const covered = Math.min(this.needs.missing[need]!, other === null ? free : this.coveredBy(need, free, other))
    if (covered === 0) return
    const used = other === null ? covered : this.usedFor(need, covered, other)
    left[supply] = free - used
    this.needs.missing[need]! -= covered
    this.pegs.add(need, supply, covered, used, pegged.inTurn)
  }

  private readonly firstExpired = (a: number, b: number): number => {
    const { expires, row } = this.supplies
    const last = Number.POSITIVE_INFINITY
    return (
      compare(expires[a]!, expires[b]!) ||
      compare(row[a]!.receivedAt ?? last, row[b]!.receivedAt ?? last) ||
      compareText(row[a]!.id, row[b]!.id)
    )
  }
  private readonly firstArrived = (a: number, b: number): number => {
    const { arrives, row } = this.supplies
    return compare(arrives[a]!, arrives[b]!) || compareText(row[a]!.id, row[b]!.id)
  }
}
