/** Columns of a material plan read as rows, with the ids of what they name. */
import type { Instant } from '@qitao/core/time.ts'
import type { MaterialPlan } from './material-plan.ts'
import type { Demand, Supply } from './snapshot.ts'

/** One allocation of a supply to a demand; see `EdgeColumns`. */
export interface Edge {
  readonly supply: string
  readonly demand: string
  readonly quantity: number
  readonly supplyQuantity: number
  /** Of the supply. */
  readonly material: string
  readonly availableAt: Instant
  readonly locked: boolean
}
export interface DemandOutcome {
  readonly demand: string
  readonly covered: number
  /** quantity - covered. */
  readonly shortage: number
  readonly kitAt: Instant | null
  readonly expectedAt: Instant | null
}

/** The snapshot of a plan, or the rows of a state by number. */
export interface Numbered {
  readonly demands: readonly (Demand | null)[]
  readonly supplies: readonly (Supply | null)[]
}

export function edgeRows({ demands, supplies }: Numbered, { edges }: Pick<MaterialPlan, 'edges'>): Edge[] {
  return Array.from(edges.supply, (supply, i) => ({
    supply: supplies[supply]!.id,
    demand: demands[edges.demand[i]!]!.id,
    quantity: edges.quantity[i]!,
    supplyQuantity: edges.supplyQuantity[i]!,
    material: supplies[supply]!.material,
    availableAt: edges.availableAt[i]!,
    locked: edges.locked[i] === 1,
  }))
}

export function outcomeRows(
  { demands }: Pick<Numbered, 'demands'>,
  { demands: columns }: Pick<MaterialPlan, 'demands'>,
): DemandOutcome[] {
  return demands.flatMap((demand, i) => {
    if (!demand) return []
    const shortage = columns.shortage[i]!
    return [
      {
        demand: demand.id,
        covered: demand.quantity - shortage,
        shortage,
        kitAt: known(columns.kitAt[i]!),
        expectedAt: known(columns.expectedAt[i]!),
      },
    ]
  })
}

const known = (at: number): Instant | null => (at === Number.POSITIVE_INFINITY ? null : at)
