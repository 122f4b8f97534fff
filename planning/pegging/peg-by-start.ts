/**
 * Pegging after scheduling: who starts first gets what is there first. Pegs made by need dates give early material to what is
 * needed early but planned late; by planned starts there lies as much time as can be between the arrival of a supply and its
 * use, so that a late receipt holds up less. What a feasible plan has is enough: nothing comes after the start of its use.
 */
import type { Instant } from '@qitao/core/time.ts'

export interface StartedDemand {
  readonly id: string
  readonly material: string
  readonly quantity: number
  readonly start: Instant
}
export interface ComingSupply {
  readonly id: string
  readonly material: string
  readonly quantity: number
  readonly at: Instant
}
export interface Peg {
  readonly supply: ComingSupply
  readonly demand: StartedDemand
  readonly quantity: number
}

/** Whole quantities in one unit for each material. What finds no supply is left out. */
export function pegByStart(demands: readonly StartedDemand[], supplies: readonly ComingSupply[]): Peg[] {
  const queues = new Map<string, ComingSupply[]>()
  for (const supply of supplies.toSorted((a, b) => a.at - b.at || compareId(a, b))) {
    const queue = queues.get(supply.material)
    if (queue) queue.push(supply)
    else queues.set(supply.material, [supply])
  }
  const used = new Map<string, { at: number; taken: number }>()
  const pegs: Peg[] = []
  for (const demand of demands.toSorted((a, b) => a.start - b.start || compareId(a, b))) {
    const queue = queues.get(demand.material) ?? []
    const place = used.get(demand.material) ?? { at: 0, taken: 0 }
    used.set(demand.material, place)
    for (let missing = demand.quantity; missing > 0 && place.at < queue.length; ) {
      const supply = queue[place.at]!
      const quantity = Math.min(missing, supply.quantity - place.taken)
      if (quantity > 0) pegs.push({ supply, demand, quantity })
      missing -= quantity
      place.taken += quantity
      if (place.taken >= supply.quantity) {
        place.at++
        place.taken = 0
      }
    }
  }
  return pegs
}

const compareId = (a: { readonly id: string }, b: { readonly id: string }) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
