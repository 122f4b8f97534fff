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
import type { PlacedTask, PromiseSnapshot, Wish } from './snapshot.ts'
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
interface Committed {
  readonly tasks: { lane: number; task: PlacedTask }[]
  readonly left: Float64Array
}

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
    const { outcome, impossible } = this.best(structure, quantity)
    const full = outcome && this.delivery(structure, quantity, outcome)
    const met = wantedAt !== null && outcome !== null && outcome.at <= wantedAt
    const by = wantedAt === null ? 0 : met ? quantity : this.mostBy(structure, quantity, wantedAt)
    const parts: Delivery[] = []
    const takings: Takings[] = []
    const committed: Committed[] = []
    let promised = 0
    const add = (upTo: number, found: Outcome): void => {
      parts.push(this.delivery(structure, upTo - promised, found))
      committed.push(this.commit(structure, found, parts.length, takings))
      promised = upTo
    }
    for (const [upTo, at] of this.steps(material, quantity, full?.at ?? null, wantedAt, by)) {
      if (upTo <= promised) continue
      const part = this.best(structure, upTo - promised, at).outcome
      if (part) add(upTo, part)
    }
    const inParts = joined(takings)
    if (mode === 'full' && outcome) {
      for (const one of committed.toReversed()) this.undo(one)
      takings.length = 0
      this.commit(structure, outcome, 1, takings)
    }
    return {
      id,
      full,
      wanted: wantedAt === null ? null : { met, quantity: by },
      parts,
      impossible,
      takes: mode === 'full' && outcome ? joined(takings) : inParts,
    }
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

  private delivery(structure: Structure, quantity: number, outcome: Outcome): Delivery {
    return deliveryOf(this.snapshot, structure, this.supply, quantity, outcome)
  }

  /** From now on what the outcome takes is taken. */
  private commit({ parts, steps }: Structure, outcome: Outcome, part: number, takings: Takings[]): Committed {
    const left = this.supply.left.slice()
    for (const { supply, quantity } of outcome.takings) this.supply.left[supply]! -= quantity
    const tasks: Committed['tasks'] = []
    const promised: PromisedTask[] = []
    steps.forEach(({ operation, part: of }, s) => {
      const place = outcome.places[s]!
      if (place.machine < 0) return
      const { lane, setupStart, start, end, setupSeconds } = place
      const machine = this.snapshot.machines[place.machine]!.id
      const { family = null, holds } = operation
      const task = {
        id: `promise-${++this.count}`,
        machine,
        setupStart,
        start,
        end,
        family,
        ...(holds ? { holds } : {}),
      }
      this.capacity.insert(lane, task)
      tasks.push({ lane, task })
      const material = parts[of]!.material.id
      promised.push({ part, material, operation: operation.id, machine, setupStart, start, end, setupSeconds })
    })
    const lots = (made: boolean): Lot[] =>
      parts.flatMap(({ material, recipe }, p) =>
        outcome.lots[p]! > 0 && (recipe !== null) === made
          ? [{ part, material: material.id, quantity: outcome.lots[p]!, at: outcome.there[p]! }]
          : [],
      )
    takings.push({
      supplies: outcome.takings.map(({ supply, quantity, part: of }) => ({
        supply: this.snapshot.supplies[supply]!.id,
        material: this.snapshot.supplies[supply]!.material,
        quantity,
        use: of === 0 ? 'product' : 'component',
      })),
      tasks: promised,
      productions: lots(true),
      purchases: lots(false),
    })
    return { tasks, left }
  }

  private undo({ tasks, left }: Committed): void {
    for (const { lane, task } of tasks.toReversed()) this.capacity.remove(lane, task)
    this.supply.left.set(left)
  }
}

const joined = (takings: readonly Takings[]): Takings => ({
  supplies: takings.flatMap(each => each.supplies),
  tasks: takings.flatMap(each => each.tasks),
  productions: takings.flatMap(each => each.productions),
  purchases: takings.flatMap(each => each.purchases),
})
