import { isPositive, isZero, least, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { PegRow } from './supply-demand.calls.ts'
import type { HappeningKind } from './supply-demand.rules.ts'
import { pegDemandKind, pegState, type pegSupplyKind } from './supply-demand.status.ts'

type DemandKind = CodeOf<typeof pegDemandKind>
type SupplyKind = CodeOf<typeof pegSupplyKind>
export interface PeggedDemand {
  readonly id: string
  readonly kind: DemandKind
  readonly no: string | null
  /** Of the document. */
  readonly document_id: string | null
  readonly product_name: string | null
  readonly at: Instant | null
  readonly quantity: Quantity
  /** What its check found missing. */
  readonly short_quantity: Quantity
}
export interface PeggedSupply {
  readonly id: string
  readonly kind: SupplyKind
  readonly no: string | null
  readonly at: Instant | null
  readonly quantity: Quantity
}
export interface Peg {
  readonly demand_id: string
  readonly supply_id: string
  readonly quantity: Quantity
}
/** What the plan counts over all its periods, and at hand before them. */
export type PlannedTotals = Readonly<Record<HappeningKind | 'opening', Quantity>>

const none = { demand_kind: null, demand_no: null, demand_id: null, product_name: null, needed_time: null } as const
const nobody = { supply_kind: null, supply_no: null, available_time: null } as const
const demandOf = ({ kind, no, document_id, product_name, at }: PeggedDemand) => ({
  ...{ demand_kind: kind, demand_no: no, demand_id: document_id, product_name, needed_time: at },
})
const supplyOf = ({ kind, no, at }: PeggedSupply) => ({ supply_kind: kind, supply_no: no, available_time: at })

/**
 * Who has what. No demand has more than it needs and no supply gives more than it is: what is left of either stands in a row of its
 * own, so that the rows of a kind add up to what the plan shows of it.
 */
export function pegsOf(
  demands: readonly PeggedDemand[],
  supplies: readonly PeggedSupply[],
  pegs: readonly Peg[],
): PegRow[] {
  const openDemand = new Map(demands.map(one => [one.id, one.quantity]))
  const openSupply = new Map(supplies.map(one => [one.id, one.quantity]))
  const demandBy = new Map(demands.map(one => [one.id, one]))
  const supplyBy = new Map(supplies.map(one => [one.id, one]))
  const rows: PegRow[] = []
  for (const [index, peg] of pegs.entries()) {
    const demand = demandBy.get(peg.demand_id)
    const supply = supplyBy.get(peg.supply_id)
    if (!demand || !supply) continue
    const quantity = least(peg.quantity, least(openDemand.get(demand.id)!, openSupply.get(supply.id)!))
    if (!isPositive(quantity)) continue
    openDemand.set(demand.id, subtract(openDemand.get(demand.id)!, quantity))
    openSupply.set(supply.id, subtract(openSupply.get(supply.id)!, quantity))
    rows.push({
      ...{ id: `${demand.id}.${supply.id}.${index}`, state: pegState.codes.matched, quantity },
      ...demandOf(demand),
      ...supplyOf(supply),
    })
  }
  for (const demand of demands) {
    const open = openDemand.get(demand.id)!
    const short = least(open, demand.short_quantity)
    const unmatched = demand.kind === pegDemandKind.codes.substitute ? '0' : subtract(open, short)
    for (const [state, quantity] of [
      [pegState.codes.short, short],
      [pegState.codes.unmatched, unmatched],
    ] as const)
      if (isPositive(quantity))
        rows.push({ id: `${demand.id}.${state}`, state, quantity, ...demandOf(demand), ...nobody })
  }
  for (const supply of supplies) {
    const quantity = openSupply.get(supply.id)!
    if (isPositive(quantity))
      rows.push({ id: `${supply.id}.free`, state: pegState.codes.free, quantity, ...none, ...supplyOf(supply) })
  }
  return rows
}

const demandKinds = { order: 'sales_order', need: 'mo', forecast: 'forecast' } as const satisfies Partial<
  Record<keyof PlannedTotals, DemandKind>
>
const supplyKinds = {
  opening: ['stock'],
  transit: ['transit', 'inspection'],
  production: ['production'],
} as const satisfies Partial<Record<keyof PlannedTotals, readonly SupplyKind[]>>

/** By kind, the plan less these rows: what has changed since it was calculated. */
export function restsOf(rows: readonly PegRow[], totals: PlannedTotals): PegRow[] {
  const rest = (total: Quantity, of: (row: PegRow) => boolean) =>
    subtract(total, sum(rows.filter(of).map(row => row.quantity)))
  const state = pegState.codes.rest
  const found = [
    ...Object.entries(demandKinds).map(
      ([kind, code]): PegRow => ({
        ...{ id: `rest.${code}`, state, ...none, ...nobody, demand_kind: code },
        quantity: rest(totals[kind as keyof typeof demandKinds], row => row.demand_kind === code),
      }),
    ),
    ...Object.entries(supplyKinds).map(
      ([kind, codes]): PegRow => ({
        ...{ id: `rest.${codes[0]}`, state, ...none, ...nobody, supply_kind: codes[0] },
        quantity: rest(totals[kind as keyof typeof supplyKinds], row =>
          (codes as readonly (SupplyKind | null)[]).includes(row.supply_kind),
        ),
      }),
    ),
  ]
  return found.filter(({ quantity }) => !isZero(quantity))
}
