import { fromSteps, type Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { NettingState } from '@qitao/planning/netting/netting-state.ts'
import { kitsOf } from '@qitao/planning/netting/plan-material.ts'
import { pegged } from '@qitao/planning/pegging/links.ts'
import { lineOfSupply } from '@qitao/purchasing/model/supply-part.rules.ts'
import { materialStatus, supplySource } from '../mo/mo.status.ts'
import { type MaterialBooks, precisionsIn } from './material-snapshot.ts'

/** What a material plan stores: pegging, the state of each component, the kit of each order. */
export interface MaterialResult {
  readonly assignments: readonly {
    mo_id: string
    component_id: string
    material_id: string
    source_type: number
    source_id: string
    quantity: Quantity
    available_time: Instant
    locked: boolean
    /** So much of it was made or bought for this order. */
    made_for_quantity: Quantity
  }[]
  readonly components: readonly {
    id: string
    assigned_quantity: Quantity
    short_quantity: Quantity
    in_stock_quantity: Quantity
    in_transit_quantity: Quantity
    in_production_quantity: Quantity
    expected_time: Instant | null
    material_status: number
  }[]
  readonly orders: readonly {
    id: string
    material_status: number
    kitting_time: Instant | null
    kitting_days: number
    deciding_material_id: string | null
  }[]
}

const sourceOf = {
  stock: supplySource.codes.in_stock,
  transit: supplySource.codes.in_transit,
  production: supplySource.codes.in_production,
} as const

/** What a state says of these orders (by number), in the product's own units; of those that nobody asks for nothing. */
export function resultOf(
  books: Pick<MaterialBooks, 'materials' | 'locks' | 'transit'>,
  state: NettingState,
  numbers: readonly number[],
): MaterialResult {
  const { needs, orders } = state
  const precisions = precisionsIn(books)
  const inSteps = (steps: number, material_id: string): Quantity => fromSteps(steps, precisions.get(material_id) ?? 0)
  const byHand = new Set(books.locks.filter(lock => lock.by_hand).map(lock => `${lock.component_id}:${lock.source_id}`))
  const inInspection = new Set(books.transit.filter(one => one.in_inspection).map(({ id }) => id))
  const assignments: MaterialResult['assignments'][number][] = []
  const components: MaterialResult['components'][number][] = []
  const wanted = numbers.filter(order => orders.row[order])
  for (const order of wanted)
    for (let need = orders.firstNeed[order]!; need >= 0; need = needs.nextOfOrder[need]!) {
      assignments.push(...assignmentsOf(state, need, { byHand, inInspection }, inSteps))
      components.push(componentOf(state, need, inSteps))
    }
  return {
    assignments,
    components,
    orders: kitsOf(state, wanted).map(kit => ({
      id: kit.order,
      material_status: kit.materialStatus,
      kitting_time: kit.kitAt ?? kit.expectedAt,
      kitting_days: kit.kittingDays,
      deciding_material_id: kit.decidingMaterial,
    })),
  }
}

type InSteps = (steps: number, material_id: string) => Quantity

/** What is kept for a need and what it takes of the same supply besides is one assignment. */
function assignmentsOf(
  { needs, pegs, supplies }: NettingState,
  need: number,
  { byHand, inInspection }: { byHand: ReadonlySet<string>; inInspection: ReadonlySet<string> },
  inSteps: InSteps,
): MaterialResult['assignments'] {
  const demand = needs.row[need]!
  const taken: { supply: number; source: string; used: number; made: number; locked: boolean; at: number }[] = []
  for (let peg = pegs.first[need]!; peg >= 0; peg = pegs.next[peg]!) {
    const chosen = pegs.why[peg] === pegged.chosen
    if (!chosen && demand.kind === 'tentative') continue
    const supply = pegs.target[peg]!
    const source = lineOfSupply(supplies.row[supply]!.id)
    const locked = chosen && byHand.has(`${demand.id}:${source}`)
    const known = taken.find(one => one.source === source && one.locked === locked)
    const at = supplies.date[supply]!
    const used = pegs.used[peg]!
    const made = pegs.why[peg] === pegged.made ? used : 0
    if (known) {
      known.used += used
      known.made += made
      // A line that comes on several days is there for it when the last part is that it takes.
      known.at = Math.max(known.at, at)
    } else taken.push({ supply, source, used, made, locked, at })
  }
  return taken.map(({ supply, source: id, used, made, locked, at }) => {
    const { kind, material } = supplies.row[supply]!
    return {
      mo_id: demand.order!,
      component_id: demand.id,
      material_id: material,
      source_type: inInspection.has(id) ? supplySource.codes.in_inspection : sourceOf[kind],
      source_id: id,
      quantity: inSteps(used, material),
      available_time: at,
      locked,
      made_for_quantity: inSteps(made, material),
    }
  })
}

function componentOf(
  { needs, pegs, supplies }: NettingState,
  need: number,
  inSteps: InSteps,
): MaterialResult['components'][number] {
  const { id, material, quantity } = needs.row[need]!
  const covered = nothing()
  for (let peg = pegs.first[need]!; peg >= 0; peg = pegs.next[peg]!) {
    const supply = pegs.target[peg]!
    const { kind } = supplies.row[supply]!
    // Stock that is still between two bins is waited for like any other supply.
    covered[kind === 'stock' && supplies.here[supply] === 0 ? 'transit' : kind] += pegs.covered[peg]!
    covered.pegs++
    covered.locked += Number(pegs.why[peg] === pegged.chosen)
  }
  const shortage = needs.missing[need]!
  const expected = needs.expectedAt[need]!
  return {
    id,
    assigned_quantity: inSteps(quantity - shortage, material),
    short_quantity: inSteps(shortage, material),
    in_stock_quantity: inSteps(covered.stock, material),
    in_transit_quantity: inSteps(covered.transit, material),
    in_production_quantity: inSteps(covered.production, material),
    expected_time: expected === Number.POSITIVE_INFINITY ? null : expected,
    material_status: componentStatus(shortage, covered),
  }
}

const nothing = () => ({ stock: 0, transit: 0, production: 0, pegs: 0, locked: 0 })

function componentStatus(shortage: number, covered: ReturnType<typeof nothing>): number {
  const { codes } = materialStatus
  if (shortage > 0) return codes.to_be_purchased
  const locked = covered.pegs > 0 && covered.locked === covered.pegs
  if (covered.transit + covered.production > 0) return locked ? codes.locked_in_transit : codes.in_transit
  return locked ? codes.locked : codes.kitting_complete
}
