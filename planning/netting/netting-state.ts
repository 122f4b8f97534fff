/**
 * The material plan as a state that follows changes: which supply covers which need, what to make and buy for the rest. The
 * same code makes the first plan and follows a change: a family of materials (those that stand in for each other) is netted
 * anew when something of it has changed, and the families of its components only when what is to be made has changed. So a
 * changed order costs what it touches, and the result is the one of a full run.
 *
 * Order of allocation (decision 0021): choices of a person first; then what firm orders have; then what was made for a
 * demand; then demands by priority, due date and number, safety stock last. Components of proposals come after all demands, level by level. The order of rows has no effect.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { Interval } from '../calendar/interval.ts'
import { Links, pegged } from '../pegging/links.ts'
import { Pool } from '../pegging/pool.ts'
import { Dates } from './dates.ts'
import { Families } from './families.ts'
import { leadSeconds } from './lead-time.ts'
import { Drafts } from './replenish.ts'
import type { Demand, Kept, KittedOrder, Lock, MaterialSnapshot, Supply } from './snapshot.ts'
import { compareText, type Draft, type Family, type Material, Needs, Orders, Supplies } from './tables.ts'

/** Rows that are new or different, and the ids of rows that are gone. An order goes with all its demands. */
export interface SnapshotChange {
  readonly orders?: readonly KittedOrder[]
  readonly demands?: readonly Demand[]
  readonly supplies?: readonly Supply[]
  readonly removedOrders?: readonly string[]
  readonly removedDemands?: readonly string[]
  readonly removedSupplies?: readonly string[]
  /** All locks of these demands from now on. */
  readonly locks?: readonly { readonly demand: string; readonly locks: readonly Lock[] }[]
}

/** What a change has touched; everything else is as it was. */
export interface Touched {
  /** Numbers of orders and demands. */
  readonly orders: ReadonlySet<number>
  readonly materials: ReadonlySet<Material>
}

export class NettingState {
  readonly now: Instant
  readonly open: readonly Interval[]
  readonly needs = new Needs()
  readonly supplies = new Supplies()
  readonly orders = new Orders()
  readonly pegs = new Links()
  readonly covers = new Links()
  readonly families: Families
  readonly drafts: Drafts
  private readonly supplyNumber = new Map<string, number>()
  /** Made with the first change: a plan that is not followed does not look for its demands. */
  private demandNumber: Map<string, number> | null = null
  private readonly locks = new Map<string, readonly Lock[]>()
  private readonly pool: Pool
  private readonly dates: Dates
  private readonly dirty = new Set<Family>()
  private readonly touchedOrders = new Set<number>()

  /** Throws `CyclicBom` when a material contains itself. */
  constructor(snapshot: MaterialSnapshot) {
    this.now = snapshot.now
    this.open = snapshot.open ?? []
    this.families = new Families(snapshot)
    this.pool = new Pool(this.needs, this.supplies, this.families.materials, this.pegs, this.now)
    this.drafts = new Drafts(this, this.now)
    this.dates = new Dates(this)
    // Room for the components of proposals too, so that the columns are not copied for a few more.
    this.needs.reserve(Math.ceil(snapshot.demands.length * 1.25))
    this.pegs.expect(snapshot.demands.length + snapshot.supplies.length)
    this.supplies.reserve(snapshot.supplies.length)
    for (const [demand, locks] of Map.groupBy(snapshot.locks, lock => lock.demand)) this.locks.set(demand, locks)
    this.putRows(snapshot)
    this.drafts.asked = new Set(snapshot.asked)
    this.net()
    this.dates.setAll()
  }

  apply(change: SnapshotChange): Touched {
    this.touchedOrders.clear()
    this.numberDemands()
    for (const { demand, locks } of change.locks ?? []) {
      this.locks.set(demand, locks)
      this.touchDemand(this.needOf(demand))
    }
    for (const id of change.removedDemands ?? []) this.removeDemand(id)
    for (const id of change.removedSupplies ?? []) this.removeSupply(id)
    for (const id of change.removedOrders ?? []) this.removeOrder(id)
    this.putRows({ orders: change.orders ?? [], demands: change.demands ?? [], supplies: change.supplies ?? [] })
    const materials = this.net()
    this.dates.follow(materials, this.touchedOrders)
    return { orders: this.touchedOrders, materials }
  }

  /** From now on these orders are replenished (`MaterialSnapshot.asked`); only proposals change, and the dates that they give. */
  ask(orders: readonly string[]): void {
    const { asked } = this.drafts
    this.drafts.asked = new Set(orders)
    this.touchedOrders.clear()
    for (const id of new Set([...asked, ...orders])) {
      const order = this.orders.number.get(id) ?? -1
      for (let need = this.orders.firstNeed[order] ?? -1; need >= 0; need = this.needs.nextOfOrder[need]!)
        if (this.needs.missing[need]! > 0) this.touchDemand(need)
    }
    this.dates.follow(this.net(), this.touchedOrders)
  }

  demand(id: string): Demand | undefined {
    const need = this.needOf(id)
    return need === undefined ? undefined : this.needs.row[need]!
  }
  supply(id: string): Supply | undefined {
    const supply = this.supplyNumber.get(id)
    return supply === undefined ? undefined : this.supplies.row[supply]!
  }

  /** Number of a demand; undefined when it is not there. */
  private needOf(demand: string): number | undefined {
    return this.numberDemands().get(demand)
  }
  private numberDemands(): Map<string, number> {
    if (this.demandNumber) return this.demandNumber
    this.demandNumber = new Map()
    for (const [need, row] of this.needs.row.entries()) if (row) this.demandNumber.set(row.id, need)
    return this.demandNumber
  }

  private putRows({
    orders,
    demands,
    supplies,
  }: {
    readonly orders: readonly KittedOrder[]
    readonly demands: readonly Demand[]
    readonly supplies: readonly Supply[]
  }): void {
    for (const row of orders) this.putOrder(row)
    for (const row of supplies) this.putSupply(row)
    for (const row of demands) this.putDemand(row)
    this.pegs.reserve(this.needs.size, this.supplies.size)
    this.covers.reserve(this.needs.size, this.drafts.all.length)
  }

  private putOrder(row: KittedOrder): void {
    const order = this.orders.numberOf(row.id)
    this.orders.row[order] = row
    if (this.demandNumber) this.touchedOrders.add(order)
    this.guessAgain(order)
  }

  private removeOrder(id: string): void {
    const order = this.orders.number.get(id)
    if (order === undefined) return
    this.orders.row[order] = null
    for (let need = this.orders.firstNeed[order]!; need >= 0; ) {
      const next = this.needs.nextOfOrder[need]!
      this.removeDemand(this.needs.row[need]!.id)
      need = next
    }
    this.touchedOrders.add(order)
    this.guessAgain(order)
  }

  private putDemand(row: Demand): void {
    if (this.demandNumber?.has(row.id)) this.removeDemand(row.id)
    const need = this.needs.place()
    const material = this.families.named(row.material)
    const order = row.order === undefined ? -1 : this.orders.numberOf(row.order)
    this.demandNumber?.set(row.id, need)
    this.needs.put(need, row, material.number, order)
    if (row.substitutes && row.substitutes.length > 0) {
      const others = row.substitutes.map(each => ({ ...each, material: this.families.named(each.material) }))
      this.needs.alternatives.set(need, others)
      for (const { material: other } of others) this.families.join(material, other, this.dirty)
    }
    if (order >= 0) {
      this.needs.nextOfOrder[need] = this.orders.firstNeed[order]!
      this.orders.firstNeed[order] = need
      if (this.demandNumber) this.touchedOrders.add(order)
    }
    material.family.demands.push(need)
    material.family.sorted = false
    this.touch(material.family)
  }

  private removeDemand(id: string): void {
    const need = this.needOf(id)
    if (need === undefined) return
    this.demandNumber?.delete(id)
    const { family } = this.families.materials[this.needs.material[need]!]!
    family.demands = family.demands.filter(each => each !== need)
    this.touch(family)
    this.pegs.clearOwner(need)
    this.covers.clearOwner(need)
    const order = this.needs.order[need]!
    if (order >= 0) {
      this.touchedOrders.add(order)
      const { firstNeed } = this.orders
      const { nextOfOrder } = this.needs
      if (firstNeed[order] === need) firstNeed[order] = nextOfOrder[need]!
      else {
        let before = firstNeed[order]!
        while (nextOfOrder[before] !== need) before = nextOfOrder[before]!
        nextOfOrder[before] = nextOfOrder[need]!
      }
    }
    this.needs.drop(need)
  }

  private putSupply(row: Supply): void {
    const known = this.supplyNumber.get(row.id)
    if (known !== undefined) this.removeSupply(row.id)
    const supply = this.supplies.place()
    const material = this.families.named(row.material)
    this.supplyNumber.set(row.id, supply)
    this.supplies.row[supply] = row
    this.supplies.material[supply] = material.number
    this.supplies.expires[supply] = row.expiresAt ?? Number.POSITIVE_INFINITY
    this.supplies.maker[supply] = -1
    if (row.order !== undefined && row.availableAt === null) {
      const order = this.orders.numberOf(row.order)
      this.supplies.maker[supply] = order
      this.orders.makes[order] = [...this.orders.makes[order]!, supply]
    }
    this.supplies.arrives[supply] = this.guess(row, material)
    this.pool.put(supply)
    this.touch(material.family)
  }

  private removeSupply(id: string): void {
    const supply = this.supplyNumber.get(id)
    if (supply === undefined) return
    this.supplyNumber.delete(id)
    this.pool.remove(supply)
    const maker = this.supplies.maker[supply]!
    if (maker >= 0) this.orders.makes[maker] = this.orders.makes[maker]!.filter(each => each !== supply)
    this.touch(this.families.materials[this.supplies.material[supply]!]!.family)
    this.supplies.drop(supply)
  }

  /** When a supply is there, as far as that is known before allocation. */
  private guess({ availableAt, order, quantity }: Supply, { planned }: Material): Instant {
    if (availableAt !== null) return Math.max(this.now, availableAt)
    const maker = order === undefined ? undefined : this.orders.row[this.orders.numberOf(order)]
    return Math.max(this.now, maker?.neededAt ?? 0) + (planned ? leadSeconds(planned, quantity) : 0)
  }

  private guessAgain(order: number): void {
    for (const supply of this.orders.makes[order]!) {
      const material = this.families.materials[this.supplies.material[supply]!]!
      const at = this.guess(this.supplies.row[supply]!, material)
      if (at === this.supplies.arrives[supply]) continue
      this.supplies.arrives[supply] = at
      material.supplySorted = false
      this.touch(material.family)
    }
  }

  private touchDemand(need: number | undefined): void {
    if (need !== undefined) this.touch(this.families.materials[this.needs.material[need]!]!.family)
  }
  private touch(family: Family): void {
    if (family.dirty) return
    family.dirty = true
    this.dirty.add(family)
  }

  /** Nets what is dirty, level by level; returns the materials of it. */
  private net(): Set<Material> {
    const { deepest } = this.families
    const byLevel: Material[][] = Array.from({ length: deepest + 1 }, () => [])
    const netted = new Set<Material>()
    const start = (family: Family, above: number) => {
      this.allocate(family)
      for (const material of family.materials) {
        netted.add(material)
        if (material.level > above) byLevel[material.level]!.push(material)
      }
    }
    for (const family of this.dirty) start(family, -1)
    for (let level = 0; level <= deepest; level++) {
      const changed: Material[] = []
      for (const material of byLevel[level]!) {
        this.serve(material.family, level)
        if (this.drafts.propose(material)) changed.push(material)
      }
      for (const { lines } of changed)
        for (const line of lines)
          if (!line.material.family.dirty) {
            this.touch(line.material.family)
            start(line.material.family, level)
          }
    }
    for (const family of this.dirty) family.dirty = false
    this.dirty.clear()
    return netted
  }

  /** Gives the supply of a family to its demands. */
  private allocate(family: Family): void {
    const { needs, pegs } = this
    if (!family.sorted) {
      family.demands.sort(needs.compare)
      family.sorted = true
    }
    family.servedTo = 0
    for (const material of family.materials) {
      this.pool.refill(material)
      material.short = []
    }
    for (const need of family.demands) {
      pegs.clearOwner(need)
      needs.missing[need] = needs.quantity[need]!
      if (needs.finished.size > 0) needs.finished.delete(need)
    }
    this.peg(family)
    for (const need of family.demands) {
      if (needs.missing[need]! > 0) this.pool.take(need)
      if (needs.missing[need]! > 0) this.families.materials[needs.material[need]!]!.short.push(need)
    }
  }

  /** What is given before the rest goes by priority. */
  private peg(family: Family): void {
    if (this.locks.size > 0) {
      const held = family.demands.filter(need => this.locks.has(this.needs.row[need]!.id))
      const keeping = held.filter(need => this.mayKeep(need))
      for (const need of held)
        for (const [supply, quantity] of this.locksOf(need, kept => !kept)) this.pool.peg(need, supply, quantity)
      for (const firm of [true, false])
        for (const made of [true, false])
          for (const need of keeping)
            for (const [supply, quantity] of this.locksOf(need, kept => kept?.firm === firm && kept.made === made))
              this.pool.keep(need, supply, quantity, made ? pegged.made : pegged.inTurn)
    }
    for (const { incoming } of family.materials)
      for (const supply of incoming) if (this.supplies.row[supply]!.madeFor) this.pegMade(supply)
  }

  private locksOf(need: number, wanted: (kept: Kept | undefined) => boolean): [number, number][] {
    const found = new Map<number, number>()
    for (const { supply, quantity, kept } of this.locks.get(this.needs.row[need]!.id)!) {
      const number = wanted(kept) ? this.supplyNumber.get(supply) : undefined
      if (number !== undefined) found.set(number, (found.get(number) ?? 0) + quantity)
    }
    const idOf = (supply: number) => this.supplies.row[supply]!.id
    return [...found].sort((a, b) => compareText(idOf(a[0]), idOf(b[0])))
  }

  /**
   * The orders that a supply is made for get of it what they need, and no more than was asked for them; the first that needs it
   * first, as its proposal covered them.
   */
  private pegMade(supply: number): void {
    const { needs, orders, supplies } = this
    const open = new Map<number, number>()
    for (const { order: id, quantity } of supplies.row[supply]!.madeFor!) {
      const order = orders.number.get(id)
      if (order !== undefined) open.set(order, (open.get(order) ?? 0) + (quantity ?? Number.POSITIVE_INFINITY))
    }
    const asked: number[] = []
    for (const [order, quantity] of open) {
      let kept = 0
      for (let need = orders.firstNeed[order]!; need >= 0; need = needs.nextOfOrder[need]!) {
        if (needs.material[need] !== supplies.material[supply] || !this.mayKeep(need)) continue
        asked.push(need)
        kept += this.usedFor(need, supply)
      }
      open.set(order, Math.max(0, quantity - kept))
    }
    for (const need of asked.sort((a, b) => needs.neededAt[a]! - needs.neededAt[b]! || needs.compare(a, b))) {
      const order = needs.order[need]!
      const before = supplies.left[supply]!
      this.pool.keep(need, supply, Math.min(before, open.get(order)!), pegged.made)
      open.set(order, open.get(order)! - (before - supplies.left[supply]!))
    }
  }

  /** Steps of a supply that a need has been left. */
  private usedFor(need: number, supply: number): number {
    const { first, next, target, used } = this.pegs
    let sum = 0
    for (let peg = first[need]!; peg >= 0; peg = next[peg]!) if (target[peg] === supply) sum += used[peg]!
    return sum
  }

  /** For orders that hold nothing yet nothing is kept. */
  private mayKeep(need: number): boolean {
    return this.needs.row[need]!.kind !== 'tentative'
  }

  /** Components of proposals above this level take what supply of the family is left, the first in line first. */
  private serve(family: Family, level: number): void {
    const { needs } = this
    for (let above = family.servedTo; above < level; above++) {
      const asked: { draft: Draft; line: number }[] = []
      for (const { usedIn } of family.materials)
        for (const { parent, line } of usedIn)
          if (parent.level === above) for (const draft of parent.drafts) asked.push({ draft, line })
      asked.sort(
        (a, b) =>
          needs.compare(a.draft.top, b.draft.top) ||
          compareText(a.draft.material.id, b.draft.material.id) ||
          a.draft.sequence - b.draft.sequence ||
          a.line - b.line,
      )
      for (const { draft, line } of asked) {
        const need = draft.needs[line]!
        this.pegs.clearOwner(need)
        needs.missing[need] = needs.quantity[need]!
        this.pool.take(need)
        if (needs.missing[need]! > 0) this.families.materials[needs.material[need]!]!.short.push(need)
      }
    }
    family.servedTo = Math.max(family.servedTo, level)
  }
}
