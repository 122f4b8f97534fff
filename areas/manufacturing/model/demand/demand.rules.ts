/** What of each need requests and orders leave open, and what a buyer asks for when he buys for it. */
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import { add, fromSteps, isEqual, isPositive, type Quantity, toSteps } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import type { AskedFor } from '@qitao/purchasing/model/asked-for.ts'
import { expectDemandMet } from '@qitao/purchasing/model/demand-met.rules.ts'
import { purchaseDemand } from '@qitao/purchasing/model/purchase-demand.record.ts'
import type { Precisions } from '../plan/material-snapshot.ts'
import { lacking, type Pending } from '../replenish/replenishment.rules.ts'

export interface Need {
  readonly id: string
  readonly material_id: string
  /** Null: of the safety stock. */
  readonly mo_id: string | null
  readonly quantity: Quantity
}
/** What is bought already and stands in no plan: sent, and only asked for or written down. */
export interface Cover {
  readonly on_the_way: readonly Pending[]
  readonly pending: readonly Pending[]
}
type Open<N> = N & { readonly open_quantity: Quantity }
/** What is on its way covers what orders lack (safety stock stands against all that is free); then what is asked for covers all. */
export function openNeeds<N extends Need>(
  needs: readonly N[],
  { on_the_way, pending }: Cover,
  precisions: Precisions,
): Open<N>[] {
  const whole = needs.map(need => ({ ...need, open_quantity: need.quantity }))
  const ofOrders = ({ mo_id }: Need) => mo_id !== null
  const left = [...covered(whole.filter(ofOrders), on_the_way, precisions), ...whole.filter(need => !ofOrders(need))]
  const open = new Map(covered(left, pending, precisions).map(({ id, open_quantity }) => [id, open_quantity]))
  return whole.map(need => ({ ...need, open_quantity: open.get(need.id)! }))
}
/** As a replenishment does: what was asked for an order is its, the rest goes to all in the order of the needs. */
function covered<N extends Need>(
  needs: readonly Open<N>[],
  pending: readonly Pending[],
  precisions: Precisions,
): Open<N>[] {
  const precision = (material: string) => precisions.get(material) ?? 0
  const byMaterial = Map.groupBy(needs, ({ material_id }) => material_id)
  const purchases = [...byMaterial].map(([material, of]) => ({
    ...{ id: material, material },
    covers: of.map(need => ({ demand: need.id, quantity: toSteps(need.open_quantity, precision(material)) })),
  }))
  const moOf = new Map(needs.flatMap(({ id, mo_id }) => (mo_id === null ? [] : [[id, mo_id] as const])))
  const all = { asked: new Set(moOf.values()), childOf: new Map<string, string>() }
  const lacks = lacking(purchases, { moOf, precisions }, all, pending)
  return [...byMaterial].flatMap(([material, of]) =>
    of.map((need, index) => ({
      ...need,
      open_quantity: fromSteps(lacks.get(material)![index]!.left, precision(material)),
    })),
  )
}

/** A material that must be bought, as it stands under the lock. */
export interface DemandFacts {
  readonly material_id: string
  readonly unit_precision: number
  /** Null: nothing is to be bought of it any more. */
  readonly demand_quantity: Quantity | null
  readonly required_date: Instant | null
}
export interface DemandToBuy {
  readonly material_id: string
  readonly demand_quantity: Quantity
  readonly quantity: Quantity
  readonly supplier_id?: string | null | undefined
}
interface RequestForDemand {
  readonly material_id: string
  readonly demand_quantity: Quantity
  readonly quantity: Quantity
  readonly required_date: Instant
  readonly supplier_id: string | null
  readonly asked: readonly Required<AskedFor>[]
  readonly source: 'shortage' | 'reorder_point'
}
/** A request for each line, for the orders whose needs are open. What a buyer has not seen he does not buy (5023). */
export function requestsForDemands(
  lines: readonly DemandToBuy[],
  known: ReadonlyMap<string, DemandFacts>,
  needs: readonly (Need & { readonly open_quantity: Quantity })[],
): RequestForDemand[] {
  const byMaterial = Map.groupBy(needs, ({ material_id }) => material_id)
  return lines.map((line, index) => {
    const at = (field: 'material_id' | 'demand_quantity' | 'quantity') => placeIn(purchaseDemand, field, index + 1)
    const { material_id, quantity } = line
    const found = known.get(material_id) ?? refuse(generalErrors.recordNotFound, at('material_id'))
    const { demand_quantity, required_date } = found
    if (demand_quantity === null || required_date === null) {
      const detail = text('它的需求已有人采购', 'Somebody has bought for it')
      refuse(generalErrors.versionConflict, { ...at('demand_quantity'), detail })
    }
    if (!isEqual(demand_quantity, line.demand_quantity)) {
      const detail = text('需求现为{demand}', 'The demand is {demand} now')
      refuse(generalErrors.versionConflict, { ...at('demand_quantity'), demand: add(demand_quantity, '0'), detail })
    }
    expectPrecision(quantity, found.unit_precision, at('quantity'))
    expectDemandMet(quantity, demand_quantity, at('quantity'))
    const asked = askedBy(byMaterial.get(material_id) ?? [])
    return {
      ...{ material_id, demand_quantity, quantity, required_date, asked },
      supplier_id: line.supplier_id ?? null,
      source: asked.length > 0 ? 'shortage' : 'reorder_point',
    }
  })
}
/** An order that needs a material at two of its steps asks once. */
function askedBy(needs: readonly (Need & { readonly open_quantity: Quantity })[]): Required<AskedFor>[] {
  const asked = new Map<string, Quantity>()
  for (const { mo_id, open_quantity } of needs)
    if (mo_id !== null && isPositive(open_quantity)) asked.set(mo_id, add(asked.get(mo_id) ?? '0', open_quantity))
  return [...asked].map(([mo_id, quantity]) => ({ mo_id, quantity }))
}
