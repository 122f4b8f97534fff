/**
 * Order promise: from when can it be delivered, how much by the wanted day, in which parts, and what decides that. First what
 * is free of stock and supply (available to promise), then what can be made and bought besides the plan in force (capable to
 * promise). Nothing that is pegged, locked, held or placed for others is touched. The same snapshot and wishes give the same
 * answers. Wishes are served in their order: what the first one takes the next one does not get.
 */
import type { Instant } from '@qitao/core/time.ts'
import type { Answer, Delivery, Impossible, Lot, PromisedTask, Takings } from './answer.ts'
import { Capacity } from './capacity.ts'
import { evaluate, type Outcome, type Spread } from './evaluate.ts'
import { deliveryOf } from './explain.ts'
import { arrivalsOf, type FreeSupply, freeSupply } from './free-supply.ts'
import type { PromiseSnapshot, Wish } from './snapshot.ts'
import { type Structure, Structures } from './structure.ts'

/** What a promise takes: all at once, or in parts as soon as each can be had. */
export type PromiseMode = 'full' | 'parts'

/** Throws `CyclicBom` when a material contains itself. */
export function promise(snapshot: PromiseSnapshot, wishes: readonly Wish[], mode: PromiseMode): Answer[] {
  const desk = new Desk(snapshot)
  return wishes.map(wish => desk.answer(wish, mode))
}

interface Found {
  readonly outcome: Outcome | null
  readonly impossible: Impossible | null
}
/** What is promised in one go, and taken from what is free. */
interface CommittedLot {
  readonly delivery: Delivery
  readonly undo: () => void
  readonly take: (part: number, run: number, takings: Takings[]) => void
}
type Lots = CommittedLot[]

/** In how many lots a quantity is tried that does not fit in one. */
const lotCounts = [2, 3, 4, 6, 8, 12, 16, 24, 32]

class Desk {
  private readonly snapshot: PromiseSnapshot
  private readonly capacity: Capacity
  private readonly structures: Structures
  private readonly supply: FreeSupply
  private count = 0

  constructor(snapshot: PromiseSnapshot) {
    this.snapshot = snapshot
    this.capacity = new Capacity(snapshot)
    this.structures = new Structures(snapshot, this.capacity)
    this.supply = freeSupply(snapshot)
  }

  answer({ id, material, quantity, wantedAt }: Wish, mode: PromiseMode): Answer {
    const structure = this.structures.of(material)
    const takings: Takings[] = []
    const whole = this.fulfil(structure, quantity)
    for (const { undo } of whole.lots.toReversed()) undo()
    const full = whole.lots.length === 0 ? null : together(quantity, whole.lots)
    const met = wantedAt !== null && full !== null && full.at <= wantedAt
    const by = wantedAt === null ? 0 : met ? quantity : this.mostBy(structure, quantity, wantedAt)

    const parts: Lots = []
    let promised = 0
    for (const [upTo, at] of this.steps(material, quantity, full?.at ?? null, wantedAt, by)) {
      if (upTo <= promised) continue
      const lots = this.fulfil(structure, upTo - promised, at).lots
      if (lots.length === 0) continue
      parts.push(...lots)
      promised = upTo
    }
    const inParts = mode === 'parts' || !full
    if (!inParts) for (const { undo } of parts.toReversed()) undo()
    const taken = inParts ? parts : this.fulfil(structure, quantity).lots
    for (const [index, lot] of taken.entries()) lot.take(inParts ? index + 1 : 1, index + 1, takings)
    return {
      id,
      full,
      wanted: wantedAt === null ? null : { met, quantity: by },
      parts: parts.map(({ delivery }) => delivery),
      impossible: whole.impossible,
      takes: joined(takings),
    }
  }

  /**
   * The whole quantity as soon as possible; in several lots, one after the other, when it does not fit in one. What it takes is
   * taken. None: it is not possible.
   */
  private fulfil(
    structure: Structure,
    quantity: number,
    enough?: Instant,
  ): { lots: Lots; impossible: Impossible | null } {
    const { outcome, impossible } = this.best(structure, quantity, enough)
    if (outcome) return { lots: [this.commit(structure, quantity, outcome)], impossible: null }
    if (impossible?.cause !== 'beyond_horizon') return { lots: [], impossible }
    for (const count of lotCounts) {
      const size = Math.ceil(quantity / count)
      if (size === quantity || !this.best(structure, size).outcome) continue
      const lots: Lots = []
      let left = quantity
      while (left > 0) {
        const lot = Math.min(size, left)
        const found = this.best(structure, lot).outcome
        if (!found) break
        lots.push(this.commit(structure, lot, found))
        left -= lot
      }
      if (left === 0) return { lots, impossible: null }
      for (const { undo } of lots.toReversed()) undo()
    }
    return { lots: [], impossible }
  }

  /** Up to how many, and when that is early enough: what is in stock now, what can be had by the wanted instant, all. */
  private steps(
    material: string,
    quantity: number,
    fullAt: Instant | null,
    wantedAt: Instant | null,
    by: number,
  ): [upTo: number, at: Instant][] {
    const { of, left, arrives, expires, now } = this.supply
    let stock = 0
    for (const i of of.get(material) ?? []) if (arrives[i]! <= now && expires[i]! > now) stock += left[i]!
    const steps: [number, Instant][] = []
    if (fullAt === null || fullAt > now) steps.push([Math.min(stock, quantity), now])
    if (wantedAt !== null && by < quantity) steps.push([by, wantedAt])
    steps.push([quantity, Number.NEGATIVE_INFINITY])
    return steps
  }

  /** The earliest; with `enough` the first that is early enough. */
  private best(structure: Structure, quantity: number, enough: Instant = Number.NEGATIVE_INFINITY): Found {
    const { now } = this.snapshot
    const [product, ...below] = structure.parts
    const productBy = [now, ...(product!.recipe || product!.material.kind === 'made' ? this.arrivals([product!]) : [])]
    const partsBy = [now, ...this.arrivals(below.filter(part => part.recipe))]
    const made = structure.parts.filter(part => part.recipe).length
    const spreads: Spread[] = made > 1 ? ['any', 'one'] : ['any']
    let outcome: Outcome | null = null
    let impossible: Impossible | null = null
    for (const spread of spreads) {
      for (const partsUntil of partsBy) {
        if (outcome && partsUntil >= outcome.at) break
        for (const productUntil of productBy) {
          if (outcome && productUntil >= outcome.at) break
          const choice = { productBy: productUntil, partsBy: partsUntil, spread }
          const found = evaluate(structure, this.supply, this.capacity, quantity, choice)
          if ('impossible' in found) impossible ??= found.impossible
          else if (!outcome || found.at < outcome.at) outcome = found
          if (outcome && outcome.at <= enough) return { outcome, impossible: null }
        }
      }
    }
    return outcome ? { outcome, impossible: null } : { outcome: null, impossible }
  }

  private arrivals(parts: readonly { readonly material: { readonly id: string } }[]): Instant[] {
    return arrivalsOf(
      this.supply,
      parts.map(({ material }) => material.id),
    ).filter(at => at <= this.snapshot.limit)
  }

  /** The largest quantity that can be had by then: earlier for less, so it is found by halving. */
  private mostBy(structure: Structure, quantity: number, at: Instant): number {
    let sure = 0
    let over = quantity
    while (over - sure > 1) {
      const middle = Math.floor((sure + over) / 2)
      const { outcome } = this.best(structure, middle, at)
      if (outcome && outcome.at <= at) sure = middle
      else over = middle
    }
    return sure
  }

  /** From now on what the outcome takes is taken, until it is undone. */
  private commit(structure: Structure, quantity: number, outcome: Outcome): CommittedLot {
    const delivery = deliveryOf(this.snapshot, structure, this.supply, quantity, outcome)
    const { steps } = structure
    const before = this.supply.left.slice()
    for (const taking of outcome.takings) this.supply.left[taking.supply]! -= taking.quantity
    const tasks = steps.flatMap(({ operation }, s) => {
      const { machine: number, lane, setupStart, start, end } = outcome.places[s]!
      if (number < 0) return []
      const { family = null, holds } = operation
      const machine = this.snapshot.machines[number]!.id
      const id = `promise-${++this.count}`
      return [{ lane, task: { id, machine, setupStart, start, end, family, ...(holds ? { holds } : {}) } }]
    })
    for (const { lane, task } of tasks) this.capacity.insert(lane, task)
    return {
      delivery,
      undo: () => {
        for (const { lane, task } of tasks.toReversed()) this.capacity.remove(lane, task)
        this.supply.left.set(before)
      },
      take: (part, run, takings) => takings.push(this.takingsOf(structure, outcome, part, run)),
    }
  }

  private takingsOf({ parts, steps }: Structure, outcome: Outcome, part: number, run: number): Takings {
    const { machines, supplies } = this.snapshot
    const lots = (made: boolean): Lot[] =>
      parts.flatMap(({ material, recipe }, p) =>
        outcome.lots[p]! > 0 && (recipe !== null) === made
          ? [{ part, run, material: material.id, quantity: outcome.lots[p]!, at: outcome.there[p]! }]
          : [],
      )
    return {
      supplies: outcome.takings.map(({ supply, quantity, part: of }) => ({
        supply: supplies[supply]!.id,
        material: supplies[supply]!.material,
        quantity,
        use: of === 0 ? 'product' : 'component',
      })),
      tasks: steps.flatMap(({ operation, part: of }, s): PromisedTask[] => {
        const { machine, setupStart, start, end, setupSeconds } = outcome.places[s]!
        if (machine < 0) return []
        const what = { part, run, material: parts[of]!.material.id, operation: operation.id }
        return [{ ...what, machine: machines[machine]!.id, setupStart, start, end, setupSeconds }]
      }),
      productions: lots(true),
      purchases: lots(false),
    }
  }
}

/** Lots that are there together when the last one is. */
function together(quantity: number, lots: Lots): Delivery {
  const last = lots.reduce((latest, lot) => (lot.delivery.at > latest.delivery.at ? lot : latest))
  const fromSupply = lots.reduce((sum, { delivery }) => sum + delivery.fromSupply, 0)
  return { ...last.delivery, quantity, fromSupply, lots: lots.length }
}

const joined = (takings: readonly Takings[]): Takings => ({
  supplies: takings.flatMap(each => each.supplies),
  tasks: takings.flatMap(each => each.tasks),
  productions: takings.flatMap(each => each.productions),
  purchases: takings.flatMap(each => each.purchases),
})
