import { fromSteps, type Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { MaterialPlan } from '@qitao/planning/netting/material-plan.ts'
import type { MaterialSnapshot } from '@qitao/planning/netting/snapshot.ts'
import { type MaterialBooks, precisionsIn } from './material-snapshot.ts'
import { materialStatus, supplySource } from './mo.status.ts'

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

/** A plan in the product's own units. */
export function resultOf(books: MaterialBooks, snapshot: MaterialSnapshot, plan: MaterialPlan): MaterialResult {
  const { edges, demands } = plan
  const precisions = precisionsIn(books)
  const inSteps = (steps: number, material_id: string): Quantity => fromSteps(steps, precisions.get(material_id) ?? 0)
  const component = new Map(books.components.map(one => [one.id, one]))
  const byHand = new Set(books.locks.filter(lock => lock.by_hand).map(lock => `${lock.component_id}:${lock.source_id}`))
  const scheduled = new Set(books.orders.filter(order => order.planned_start_time !== null).map(order => order.id))
  const assignments: MaterialResult['assignments'][number][] = []
  const covered = snapshot.demands.map(() => nothing())
  for (let i = 0; i < edges.supply.length; i++) {
    const demand = edges.demand[i]!
    const of = component.get(snapshot.demands[demand]!.id)
    if (!of) continue
    const supply = snapshot.supplies[edges.supply[i]!]!
    const locked = edges.locked[i] === 1
    const sum = covered[demand]!
    sum[supply.kind] += edges.quantity[i]!
    sum.pegs++
    if (locked) sum.locked++
    if (!books.holdsUnscheduled && !locked && !scheduled.has(of.mo_id)) continue
    assignments.push({
      mo_id: of.mo_id,
      component_id: of.id,
      material_id: supply.material,
      source_type: sourceOf[supply.kind],
      source_id: supply.id,
      quantity: inSteps(edges.supplyQuantity[i]!, supply.material),
      available_time: edges.availableAt[i]!,
      locked: locked && byHand.has(`${of.id}:${supply.id}`),
    })
  }
  return {
    assignments,
    components: snapshot.demands.flatMap((demand, i) => {
      const of = component.get(demand.id)
      if (!of) return []
      const { stock, transit, production } = covered[i]!
      const shortage = demands.shortage[i]!
      const expected = demands.expectedAt[i]!
      return [
        {
          id: of.id,
          assigned_quantity: inSteps(demand.quantity - shortage, of.material_id),
          short_quantity: inSteps(shortage, of.material_id),
          in_stock_quantity: inSteps(stock, of.material_id),
          in_transit_quantity: inSteps(transit, of.material_id),
          in_production_quantity: inSteps(production, of.material_id),
          expected_time: expected === Number.POSITIVE_INFINITY ? null : expected,
          material_status: componentStatus(shortage, covered[i]!),
        },
      ]
    }),
    orders: plan.orders.map(kit => ({
      id: kit.order,
      material_status: kit.materialStatus,
      kitting_time: kit.kitAt ?? kit.expectedAt,
      kitting_days: kit.kittingDays,
      deciding_material_id: kit.decidingMaterial,
    })),
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
