/**
 * The material plan: which supply covers which need, when every order is kitted, and what to buy and make for the rest.
 * Order of allocation (design, planning 2): choices of a person first; then demands by priority, due date and number, safety
 * stock last. The order of the rows of the snapshot has no effect.
 */
import type { Instant } from '@qitao/core/time.ts'
import { dividedDown } from '../bom/bom.ts'
import { lowLevelCodes } from '../bom/low-level-code.ts'
import { expectedDates, kittingOf } from '../pegging/kit.ts'
import { PegBook } from '../pegging/peg-book.ts'
import { compareText, isInStock, supplyPool, take, takeExactly } from '../pegging/pool.ts'
import type { Cover, DemandOutcome, Edge, MaterialPlan, Proposal } from './material-plan.ts'
import { type Draft, replenish, type Shortage } from './replenish.ts'
import type { Demand, MaterialSnapshot } from './snapshot.ts'

/** Throws `CyclicBom` when a material contains itself. */
export function planMaterial(snapshot: MaterialSnapshot): MaterialPlan {
  const { now, demands, supplies } = snapshot
  const materials = new Map(snapshot.materials.map(material => [material.id, material]))
  const boms = new Map(snapshot.boms.map(bom => [bom.material, bom]))
  const levels = lowLevelCodes([
    ...snapshot.boms.map(bom => ({
      material: bom.material,
      components: bom.lines.flatMap(line => [line.material, ...(line.substitutes ?? []).map(each => each.material)]),
    })),
    ...[...materials.keys(), ...new Set(demands.map(demand => demand.material))].map(material => ({
      material,
      components: [],
    })),
  ])

  const pool = supplyPool(supplies, firstGuess(snapshot), now)
  const order = orderOfAllocation(demands)
  const pegs = new PegBook(demands.length)
  const missing = Float64Array.from(demands, demand => demand.quantity)
  pegLocks(snapshot, order, pool, pegs, missing)
  for (const i of order) {
    if (missing[i] === 0) continue
    const material = materials.get(demands[i]!.material)
    const notAfter = material?.buyRatherThanWait ? now + material.leadTimeSeconds : Number.POSITIVE_INFINITY
    missing[i] = take(
      pool,
      demands[i]!,
      missing[i]!,
      (supply, covered, used) => pegs.add(i, supply, covered, used, false),
      notAfter,
    )
  }

  const shortages: Shortage[] = []
  order.forEach((i, rank) => {
    const { material, neededAt } = demands[i]!
    if (missing[i]! > 0) shortages.push({ material, quantity: missing[i]!, neededAt, rank, demand: i, parent: null })
  })
  const replenishment = replenish(shortages, materials, boms, levels, pool)
  const dates = expectedDates(snapshot, materials, pegs, replenishment, pool)

  const edges: Edge[] = []
  for (const i of order) {
    const demand = demands[i]!.id
    for (let peg = pegs.first[i]!; peg >= 0; peg = pegs.next[peg]!) {
      const { id, material } = supplies[pegs.supply[peg]!]!
      edges.push({
        supply: id,
        demand,
        quantity: pegs.covered[peg]!,
        supplyQuantity: pegs.used[peg]!,
        material,
        availableAt: dates.ofSupply(pegs.supply[peg]!),
        locked: pegs.locked[peg] === 1,
      })
    }
  }
  const outcomes: DemandOutcome[] = demands.map((demand, i) => ({
    demand: demand.id,
    covered: demand.quantity - missing[i]!,
    shortage: missing[i]!,
    kitAt: missing[i]! > 0 ? null : dates.ofPegs(i),
    expectedAt: dates.ofDemand(i),
  }))

  const proposals = (kind: 'made' | 'bought'): Proposal[] =>
    replenishment.drafts
      .filter(draft => draft.material.kind === kind)
      .map(draft => ({
        id: nameOf(draft),
        material: draft.material.id,
        quantity: draft.quantity,
        orderBy: draft.orderBy,
        availableAt: dates.ofDraft(draft),
        neededAt: draft.neededAt,
        level: draft.level,
        covers: draft.covers.map(
          ({ shortage, quantity }): Cover =>
            shortage.parent
              ? { proposal: nameOf(shortage.parent), quantity }
              : { demand: demands[shortage.demand]!.id, quantity },
        ),
      }))

  return {
    edges,
    demands: outcomes,
    orders: kittingOf(snapshot, outcomes, pegs, i => isInStock(supplies[i]!, pool.arrives[i]!, now), dates.ofSupply),
    purchases: proposals('bought'),
    productions: proposals('made'),
    proposalEdges: replenishment.drafts.flatMap(draft =>
      draft.taken.map(({ supply, covered, used }) => ({
        supply: supplies[supply]!.id,
        proposal: nameOf(draft),
        quantity: covered,
        supplyQuantity: used,
        material: supplies[supply]!.material,
        availableAt: dates.ofSupply(supply),
      })),
    ),
  }
}

const nameOf = ({ material, number }: Draft): string => `${material.kind === 'made' ? 'make' : 'buy'}-${number}`

/** Numbers of the demands, the first in line first. */
export function orderOfAllocation(demands: readonly Demand[]): Int32Array {
  const order = Int32Array.from(demands, (_, i) => i)
  const safety = Uint8Array.from(demands, demand => Number(demand.kind === 'safety'))
  const priority = Float64Array.from(demands, demand => demand.priority)
  const due = Float64Array.from(demands, demand => demand.due)
  const neededAt = Float64Array.from(demands, demand => demand.neededAt)
  // Many demands have one document number: texts are compared once for each number, not once for each demand.
  const rank = new Map([...new Set(demands.map(demand => demand.number))].sort(compareText).map((text, i) => [text, i]))
  const number = Int32Array.from(demands, demand => rank.get(demand.number)!)
  return order.sort(
    (a, b) =>
      safety[a]! - safety[b]! ||
      priority[a]! - priority[b]! ||
      due[a]! - due[b]! ||
      number[a]! - number[b]! ||
      neededAt[a]! - neededAt[b]! ||
      compareText(demands[a]!.id, demands[b]!.id),
  )
}

/** When each supply is there, as far as that is known before allocation; see `expectedDates` for the last word. */
function firstGuess({ now, supplies, orders, materials }: MaterialSnapshot): Float64Array {
  const neededAt = new Map(orders.map(order => [order.id, order.neededAt]))
  const leadTime = new Map(materials.map(material => [material.id, material.leadTimeSeconds]))
  return Float64Array.from(supplies, ({ availableAt, order, material }): Instant => {
    if (availableAt !== null) return Math.max(now, availableAt)
    return Math.max(now, (order !== undefined && neededAt.get(order)) || now) + (leadTime.get(material) ?? 0)
  })
}

function pegLocks(
  { locks, demands, supplies }: MaterialSnapshot,
  order: Int32Array,
  pool: ReturnType<typeof supplyPool>,
  pegs: PegBook,
  missing: Float64Array,
): void {
  if (locks.length === 0) return
  const supplyNumber = new Map(supplies.map((supply, i) => [supply.id, i]))
  const byDemand = Map.groupBy(locks, lock => lock.demand)
  for (const i of order) {
    const demand = demands[i]!
    const own = byDemand.get(demand.id)
    if (!own) continue
    const wanted = new Map<number, number>()
    for (const { supply, quantity } of own) {
      const number = supplyNumber.get(supply)
      if (number !== undefined) wanted.set(number, (wanted.get(number) ?? 0) + quantity)
    }
    const sorted = [...wanted].sort((a, b) => compareText(supplies[a[0]]!.id, supplies[b[0]]!.id))
    for (const [supply, quantity] of sorted) {
      const { material } = supplies[supply]!
      const substitute = demand.substitutes?.find(each => each.material === material)
      if (material !== demand.material && !substitute) continue
      const used = takeExactly(pool, supply, quantity)
      const covers = material === demand.material || !substitute ? used : dividedDown(used, substitute.ratio)
      const covered = Math.min(covers, missing[i]!)
      if (used > 0) pegs.add(i, supply, covered, used, true)
      missing[i]! -= covered
    }
  }
}
