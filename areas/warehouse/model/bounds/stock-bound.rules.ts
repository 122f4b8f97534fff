import { add, isMore, isPositive, least, most, negate, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { type LotToPick, pickLots } from '@qitao/stock/model/picking.rules.ts'
import { stockBound } from './stock-bound.record.ts'

/** The upper bound exceeds the lower one (5902, R-091). */
export function checkBounds(given: {
  readonly lower_quantity: Quantity
  readonly upper_quantity: Quantity | null
}): void {
  if (given.upper_quantity !== null && !isMore(given.upper_quantity, given.lower_quantity))
    refuse(masterdataErrors.stockBoundsInvalid, {
      ...{ field: 'upper_quantity', field_title: stockBound.fields.upper_quantity.title },
    })
}

/** A bound with what lies in its warehouse. */
export interface BoundFacts {
  readonly material_id: string
  readonly warehouse_id: string
  readonly lower_quantity: Quantity
  readonly upper_quantity: Quantity | null
  readonly quantity: Quantity
  readonly coming_quantity: Quantity
  readonly leaving_quantity: Quantity
}
/** What fills it up; zero where it has enough. */
export function missingOf({ lower_quantity, upper_quantity, ...of }: BoundFacts): Quantity {
  const there = subtract(add(of.quantity, of.coming_quantity), of.leaving_quantity)
  return isMore(lower_quantity, there) ? subtract(upper_quantity ?? lower_quantity, there) : '0'
}

export interface Moved {
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quantity: Quantity
}
/**
 * What one warehouse lacks, out of others, oldest goods first: none gives more than it has above its own lower bound, nor what is written
 * to leave it. What none can give is bought.
 */
export function fillWarehouse(
  warehouse_id: string,
  bounds: readonly BoundFacts[],
  lots: readonly (LotToPick & { readonly warehouse_id: string })[],
): { moved: Moved[]; bought: { readonly material_id: string; readonly quantity: Quantity }[] } {
  const key = (of: { readonly material_id: string; readonly warehouse_id: string }) =>
    `${of.material_id} ${of.warehouse_id}`
  const spare = new Map(
    bounds.map(bound => {
      const stays = add(bound.lower_quantity, bound.leaving_quantity)
      return [key(bound), most(subtract(bound.quantity, stays), '0')] as const
    }),
  )
  const given = lots.flatMap(lot => {
    if (lot.warehouse_id === warehouse_id) return []
    const left = spare.get(key(lot))
    if (left === undefined) return [lot]
    const part = least(left, most(subtract(lot.quantity, lot.occupied_quantity), '0'))
    spare.set(key(lot), subtract(left, part))
    return [{ ...lot, quantity: add(lot.occupied_quantity, part) }]
  })
  const wanted = bounds
    .filter(bound => bound.warehouse_id === warehouse_id)
    .map(bound => ({ material_id: bound.material_id, quantity: missingOf(bound) }))
    .filter(({ quantity }) => isPositive(quantity))
  const { movements } = pickLots(given, wanted, movementType.codes.transfer)
  const places = Map.groupBy(movements, of => `${of.material_id} ${of.location_id} ${of.lot_number ?? ''}`)
  const moved = [...places.values()].map(of => ({
    ...{ material_id: of[0]!.material_id, location_id: of[0]!.location_id, lot_number: of[0]!.lot_number ?? '' },
    quantity: sum(of.map(({ quantity }) => negate(quantity))),
  }))
  const bought = wanted.flatMap(({ material_id, quantity }) => {
    const rest = subtract(quantity, sum(moved.filter(one => one.material_id === material_id).map(one => one.quantity)))
    return isPositive(rest) ? [{ material_id, quantity: rest }] : []
  })
  return { moved, bought }
}
