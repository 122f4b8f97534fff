/** Netting and pegging of a plant with the engine's material plan: what each operation gets, and which orders it waits for. */

import { planMaterial } from '@qitao/planning/netting/plan-material.ts'
import { edgeRows, outcomeRows } from '@qitao/planning/netting/plan-rows.ts'
import type { MaterialSnapshot } from '@qitao/planning/netting/snapshot.ts'
import { type ComingSupply, pegByStart } from '@qitao/planning/pegging/peg-by-start.ts'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import type { Allocation, PlantFile, PlantOperation, PlantOrder, Purchase } from './plant-format.ts'

export interface OpenOperation {
  readonly id: string
  readonly order: PlantOrder
  readonly spec: PlantOperation
  readonly fixed: boolean
  /** When it should start so that its order can be in time, by run times and the open share of the clock. */
  readonly neededAt: number
}

export interface PlantKit {
  readonly at: number | null
  readonly material: string
  /** What is still on its way. */
  readonly supplies?: readonly { readonly id: string; readonly at: number }[]
}

export interface PlantMaterial {
  readonly allocations: readonly Allocation[]
  readonly purchases: readonly Purchase[]
  /** By operation: when its last supply of stock, receipts and purchases is there; null: a component has no supply. */
  readonly kits: ReadonlyMap<string, PlantKit>
  /** By operation: orders whose output it waits for. */
  readonly feeders: ReadonlyMap<string, readonly string[]>
}

const whole = 1e6

/** Steps for a unit: quantities of the plant become whole. */
function stepsOf(plant: PlantFile): number {
  const numbers = [
    ...plant.stock.map(each => each.quantity),
    ...plant.orders.map(each => each.quantity),
    ...plant.routings.flatMap(routing => routing.operations.flatMap(op => (op.components ?? []).map(each => each.per))),
    ...plant.materials.flatMap(each => [each.lotMin ?? 0, each.lotMultiple ?? 0]),
  ]
  for (let steps = 1; steps < whole; steps *= 10) if (numbers.every(n => Number.isInteger(n * steps))) return steps
  return whole
}

export function planPlantMaterial(plant: PlantFile, operations: readonly OpenOperation[]): PlantMaterial {
  const now = plant.horizon.start
  const steps = stepsOf(plant)
  const open = new Set(operations.map(({ order }) => order.id))
  const demands = operations.flatMap(({ id, order, spec, fixed, neededAt }) =>
    fixed
      ? []
      : [...perUnit(spec)].map(([material, per]) => ({
          id: `${id}|${material}`,
          kind: 'component' as const,
          material,
          quantity: Math.round(per * order.quantity * steps),
          order: order.id,
          operation: id,
          neededAt,
          priority: 1,
          due: neededAt,
          number: order.id,
        })),
  )
  const snapshot: MaterialSnapshot = {
    now,
    materials: plant.materials
      .filter(material => material.kind === 'bought')
      .map(({ id, leadTime, lotMin, lotMultiple }) => ({
        id,
        kind: 'bought',
        leadTimeSeconds: leadTime ?? 0,
        lotMinimum: Math.round((lotMin ?? 0) * steps),
        lotMultiple: Math.round((lotMultiple ?? 0) * steps),
        buyRatherThanWait: true,
      })),
    orders: [],
    demands,
    supplies: [
      ...plant.stock.map(each => ({ ...each, kind: 'stock' as const, availableAt: now })),
      ...(plant.receipts ?? []).map(each => ({ ...each, kind: 'transit' as const, availableAt: each.eta })),
      ...plant.orders
        .filter(order => open.has(order.id))
        .map(({ id, material, quantity, due }) => ({
          id,
          kind: 'production' as const,
          material,
          quantity,
          availableAt: due,
        })),
    ].map(supply => ({ ...supply, quantity: Math.round(supply.quantity * steps) })),
    locks: [],
    boms: [],
  }
  const plan = planMaterial(snapshot)

  const operationOf = new Map(operations.map(operation => [operation.id, operation]))
  const demandOf = new Map(demands.map(demand => [demand.id, demand]))
  const kits = new Map<string, { at: number | null; material: string }>()
  const feeders = new Map<string, string[]>()
  const allocations: Allocation[] = []
  const give = (supply: string, demandId: string, quantity: number) => {
    const { operation, material } = demandOf.get(demandId)!
    const { order, spec } = operationOf.get(operation)!
    allocations.push({ supply, order: order.id, op: spec.op, material, quantity: quantity / steps })
  }
  const wait = (demandId: string, at: number | null) => {
    const { operation, material } = demandOf.get(demandId)!
    const known = kits.get(operation)
    if (!known || (known.at !== null && (at === null || at > known.at))) kits.set(operation, { at, material })
  }
  const orderIds = new Set(plant.orders.map(order => order.id))
  for (const edge of edgeRows(snapshot, plan)) {
    give(edge.supply, edge.demand, edge.quantity)
    if (!orderIds.has(edge.supply)) {
      wait(edge.demand, edge.availableAt)
      continue
    }
    const { operation } = demandOf.get(edge.demand)!
    const known = feeders.get(operation)
    if (!known) feeders.set(operation, [edge.supply])
    else if (!known.includes(edge.supply)) known.push(edge.supply)
  }
  const leadTimes = new Map(plant.materials.map(material => [material.id, material.leadTime ?? 0]))
  // Bought at once, and so in one purchase: nothing in the plant says that early stock costs anything.
  const bought = new Map<string, Purchase>()
  for (const { id, material, quantity, covers } of plan.purchases) {
    const known = bought.get(material)
    const purchase = {
      id: known?.id ?? id,
      material,
      quantity: (known?.quantity ?? 0) + quantity / steps,
      eta: now + leadTimes.get(material)!,
    }
    bought.set(material, purchase)
    for (const cover of covers) {
      if (!('demand' in cover)) continue
      give(purchase.id, cover.demand, cover.quantity)
      wait(cover.demand, purchase.eta)
    }
  }
  const purchases = [...bought.values()]
  for (const outcome of outcomeRows(snapshot, plan)) if (outcome.expectedAt === null) wait(outcome.demand, null)
  return { allocations, purchases, kits, feeders }
}

/**
 * The same supplies for the same operations, pegged by the starts of a plan; as they were when it leaves orders out. What is
 * made keeps its pegs unless `all` is asked for: they say which order is urgent for which, and a plan made anew from those of
 * a plan before would take their accidents for urgency.
 */
export function pegByPlan(
  plant: PlantFile,
  operations: readonly OpenOperation[],
  needed: PlantMaterial,
  { tasks, unplanned }: Pick<Plan, 'tasks' | 'unplanned'>,
  which: 'bought' | 'all',
): PlantMaterial {
  if (unplanned.length > 0) return needed
  const { start: now } = plant.horizon
  const steps = stepsOf(plant)
  const startOf = new Map(tasks.map(({ operation, start }) => [operation, start]))
  const endOf = new Map<string, number>()
  for (const { order, end } of tasks) endOf.set(order, Math.max(end, endOf.get(order) ?? 0))
  const supplies: ComingSupply[] = [
    ...plant.stock.map(each => ({ ...each, at: now })),
    ...[...(plant.receipts ?? []), ...needed.purchases].map(each => ({ ...each, at: each.eta })),
    ...plant.orders.flatMap(order => (endOf.has(order.id) ? [{ ...order, at: endOf.get(order.id)! }] : [])),
  ].map(supply => ({ ...supply, quantity: Math.round(supply.quantity * steps) }))
  const operationOf = new Map(operations.map(each => [`${each.order.id}|${each.spec.op}`, each]))
  const wanted = new Map<string, { id: string; operation: OpenOperation; material: string; quantity: number }>()
  const made = new Set(plant.materials.filter(({ kind }) => which === 'bought' && kind === 'made').map(({ id }) => id))
  for (const { order, op, material, quantity } of needed.allocations) {
    if (made.has(material)) continue
    const operation = operationOf.get(`${order}|${op}`)!
    const id = `${operation.id}|${material}`
    const before = wanted.get(id)?.quantity ?? 0
    wanted.set(id, { id, operation, material, quantity: before + Math.round(quantity * steps) })
  }
  const demands = [...wanted.values()].map(each => ({ ...each, start: startOf.get(each.operation.id)! }))
  const kits = new Map<string, PlantKit>()
  const feeders = new Map<string, string[]>()
  const allocations: Allocation[] = []
  for (const { supply, demand, quantity } of pegByStart(demands, supplies)) {
    const { id, order, spec } = wanted.get(demand.id)!.operation
    allocations.push({
      supply: supply.id,
      order: order.id,
      op: spec.op,
      material: demand.material,
      quantity: quantity / steps,
    })
    const { at } = supply
    if (endOf.has(supply.id)) {
      feeders.set(id, [...new Set([...(feeders.get(id) ?? []), supply.id])])
      continue
    }
    const kit = kits.get(id)
    const coming = [...(kit?.supplies ?? []), ...(at > now ? [{ id: supply.id, at }] : [])]
    kits.set(
      id,
      kit && kit.at! >= at ? { ...kit, supplies: coming } : { at, material: demand.material, supplies: coming },
    )
  }
  if (which === 'all') return { ...needed, allocations, kits, feeders }
  return {
    ...needed,
    kits,
    allocations: [...allocations, ...needed.allocations.filter(({ material }) => made.has(material))],
  }
}

function perUnit(spec: PlantOperation): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { material, per } of spec.components ?? []) sums.set(material, (sums.get(material) ?? 0) + per)
  return sums
}
