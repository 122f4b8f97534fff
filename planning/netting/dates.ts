/**
 * When everything is there. Dates go from the bottom up: what an order makes that is not scheduled is there its lead time
 * after the order's own kit, what is proposed its lead time after its components, and so on through the levels. Orders that
 * feed each other in a circle keep the first guess for what they make.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { Links } from '../pegging/links.ts'
import type { Families } from './families.ts'
import { leadSeconds } from './lead-time.ts'
import type { Drafts } from './replenish.ts'
import type { Draft, Material, Needs, Orders, Supplies } from './tables.ts'

const never = Number.POSITIVE_INFINITY

/** What the dates follow from; those of supplies, needs and proposals are set in it. */
interface Dated {
  readonly now: Instant
  readonly needs: Needs
  readonly supplies: Supplies
  readonly orders: Orders
  readonly pegs: Links
  readonly covers: Links
  readonly families: Families
  readonly drafts: Drafts
}

export class Dates {
  private readonly state: Dated
  /** Place of a node in the walk, from 1; 0 when it is not walked. Nodes: orders, then proposals. */
  private place = new Int32Array(0)
  private low = new Int32Array(0)

  constructor(state: Dated) {
    this.state = state
  }

  setAll(): void {
    const { supplies, orders, drafts, needs } = this.state
    for (let supply = 0; supply < supplies.size; supply++) supplies.date[supply] = supplies.arrives[supply]!
    const nodes: number[] = []
    for (let order = 0; order < orders.row.length; order++) if (this.isMaker(order)) nodes.push(order)
    for (const draft of drafts.all) if (draft) nodes.push(orders.row.length + draft.number)
    this.walk(nodes)
    for (let need = 0; need < needs.size; need++) if (needs.draft[need] === -1) this.setDemand(need)
  }

  /** After a change: the demands of these materials and all that waits for them. Adds the orders whose kit may be another. */
  follow(materials: ReadonlySet<Material>, touchedOrders: Set<number>): void {
    const { supplies, orders, needs, pegs, covers } = this.state
    const demands = new Set<number>()
    const nodes = new Set<number>()
    const open: number[] = []
    const add = (node: number) => {
      if (nodes.has(node)) return
      nodes.add(node)
      open.push(node)
    }
    const touch = (need: number) => {
      const draft = needs.draft[need]!
      if (draft >= 0) return add(orders.row.length + draft)
      demands.add(need)
      const order = needs.order[need]!
      if (order < 0) return
      touchedOrders.add(order)
      if (this.isMaker(order)) add(order)
    }
    for (const material of materials) {
      for (const supply of [...material.stock, ...material.incoming])
        supplies.date[supply] = this.isMadeInTurn(supply) ? supplies.date[supply]! : supplies.arrives[supply]!
      for (const draft of material.drafts) add(orders.row.length + draft.number)
      for (const { parent, line } of material.usedIn) for (const draft of parent.drafts) touch(draft.needs[line]!)
    }
    for (const family of new Set([...materials].map(material => material.family)))
      for (const need of family.demands) touch(need)
    for (const order of touchedOrders) if (orders.makes[order]!.length > 0) add(order)
    for (const material of materials)
      for (const supply of material.incoming) if (this.isMadeInTurn(supply)) add(supplies.maker[supply]!)
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (node >= orders.row.length) {
        const draft = node - orders.row.length
        for (let link = covers.firstOfTarget[draft]!; link >= 0; link = covers.nextOfTarget[link]!)
          touch(covers.owner[link]!)
      } else
        for (const supply of orders.makes[node]!)
          for (let link = pegs.firstOfTarget[supply]!; link >= 0; link = pegs.nextOfTarget[link]!)
            touch(pegs.owner[link]!)
    }
    this.walk([...nodes])
    for (const need of demands) this.setDemand(need)
  }

  private isMaker(order: number): boolean {
    return this.state.orders.makes[order]!.length > 0 && this.state.orders.firstNeed[order]! >= 0
  }
  private isMadeInTurn(supply: number): boolean {
    const maker = this.state.supplies.maker[supply]!
    return maker >= 0 && this.isMaker(maker)
  }

  /** Sets the dates of these nodes, what they wait for first (Tarjan's strongly connected components; no recursion). */
  private walk(nodes: readonly number[]): void {
    const { orders, drafts } = this.state
    const size = orders.row.length + drafts.all.length
    if (size > this.place.length) {
      this.place = new Int32Array(size * 2)
      this.low = new Int32Array(size * 2)
    }
    const { place, low } = this
    const finished = nodes.length * 2 + 2
    // Only these are set; the date of any other node stands.
    const among = new Set(nodes)
    let count = 0
    const path: number[] = []
    const waits: number[][] = []
    const open: number[] = []
    const enter = (node: number) => {
      place[node] = ++count
      low[node] = count
      path.push(node)
      waits.push(this.waitsFor(node))
      open.push(node)
    }
    for (const root of nodes) {
      if (place[root] !== 0) continue
      enter(root)
      while (path.length > 0) {
        const node = path.at(-1)!
        const next = waits.at(-1)!.pop()
        if (next !== undefined) {
          if (!among.has(next)) continue
          if (place[next] === 0) enter(next)
          else if (place[next]! < finished) low[node] = Math.min(low[node]!, place[next]!)
          continue
        }
        path.pop()
        waits.pop()
        const above = path.at(-1)
        if (above !== undefined) low[above] = Math.min(low[above]!, low[node]!)
        if (low[node] !== place[node]) continue
        const circle = open.splice(open.lastIndexOf(node))
        for (const each of circle) place[each] = finished
        this.set(circle)
      }
    }
    for (const node of nodes) place[node] = 0
  }

  private waitsFor(node: number): number[] {
    const { orders, needs, pegs, covers, supplies, drafts } = this.state
    const found: number[] = []
    const look = (need: number) => {
      for (let link = pegs.first[need]!; link >= 0; link = pegs.next[link]!) {
        const maker = supplies.maker[pegs.target[link]!]!
        if (maker >= 0) found.push(maker)
      }
      for (let link = covers.first[need]!; link >= 0; link = covers.next[link]!)
        found.push(orders.row.length + covers.target[link]!)
    }
    if (node >= orders.row.length) for (const need of drafts.all[node - orders.row.length]!.needs) look(need)
    else for (let need = orders.firstNeed[node]!; need >= 0; need = needs.nextOfOrder[need]!) look(need)
    return found
  }

  private set(nodes: readonly number[]): void {
    const { orders, drafts, supplies } = this.state
    const [only] = nodes
    if (nodes.length === 1 && only! < orders.row.length && !this.waitsFor(only!).includes(only!)) {
      this.setMade(only!)
      return
    }
    const made: Draft[] = []
    for (const node of nodes) {
      if (node >= orders.row.length) made.push(drafts.all[node - orders.row.length]!)
      else for (const supply of orders.makes[node]!) supplies.date[supply] = supplies.arrives[supply]!
    }
    // A proposal waits for deeper ones only.
    if (made.length > 1) made.sort((a, b) => b.material.level - a.material.level)
    for (const draft of made) this.setDraft(draft)
  }

  private setMade(order: number): void {
    const { orders, needs, supplies } = this.state
    if (!this.isMaker(order)) {
      for (const supply of orders.makes[order]!) supplies.date[supply] = supplies.arrives[supply]!
      return
    }
    let kit = this.state.now
    let hopeless = false
    for (let need = orders.firstNeed[order]!; need >= 0; need = needs.nextOfOrder[need]!) {
      const at = this.expectedOf(need)
      if (at === never) hopeless = true
      else if (at > kit) kit = at
    }
    for (const supply of orders.makes[order]!) {
      const start = hopeless ? Math.max(kit, supplies.arrives[supply]!) : kit
      const { planned } = this.state.families.materials[supplies.material[supply]!]!
      supplies.date[supply] = start + (planned ? leadSeconds(planned, supplies.row[supply]!.quantity) : 0)
    }
  }

  private setDraft(draft: Draft): void {
    const { needs, covers, drafts } = this.state
    let start = draft.orderBy
    let earliest = this.state.now
    draft.stuck = false
    for (const need of draft.needs) {
      const pegged = this.latestPeg(need)
      start = Math.max(start, pegged)
      earliest = Math.max(earliest, pegged)
      if (needs.missing[need]! > 0 && covers.first[need]! < 0) draft.stuck = true
      for (let link = covers.first[need]!; link >= 0; link = covers.next[link]!) {
        const part = drafts.all[covers.target[link]!]!
        start = Math.max(start, part.availableAt)
        earliest = Math.max(earliest, part.earliestAt)
        if (part.stuck) draft.stuck = true
      }
    }
    const planned = draft.material.planned!
    const lead = leadSeconds(planned, draft.quantity)
    draft.availableAt = start + lead
    draft.earliestAt = draft.carriesOut
      ? draft.availableAt
      : planned.kind === 'bought' && planned.earliestAt !== undefined
        ? Math.max(this.state.now, planned.earliestAt)
        : earliest + lead
  }

  private setDemand(need: number): void {
    const { needs } = this.state
    const latest = this.latestPeg(need)
    const isShort = needs.missing[need]! > 0
    needs.kitAt[need] = isShort ? never : latest
    needs.expectedAt[need] = isShort ? this.expectedOf(need) : latest
  }

  /** Latest of the allocated supplies; now when there are none. */
  private latestPeg(need: number): Instant {
    const { pegs, supplies } = this.state
    let latest = this.state.now
    for (let link = pegs.first[need]!; link >= 0; link = pegs.next[link]!) {
      const at = supplies.date[pegs.target[link]!]!
      if (at > latest) latest = at
    }
    return latest
  }

  /** Proposals counted, as early as they can be there; never when not even they can cover it. */
  private expectedOf(need: number): Instant {
    const { needs, covers, drafts } = this.state
    let latest = this.latestPeg(need)
    if (needs.missing[need] === 0) return latest
    if (covers.first[need]! < 0) return never
    for (let link = covers.first[need]!; link >= 0; link = covers.next[link]!) {
      const draft = drafts.all[covers.target[link]!]!
      if (draft.stuck) return never
      if (draft.earliestAt > latest) latest = draft.earliestAt
    }
    return latest
  }
}
