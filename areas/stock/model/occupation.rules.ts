import { generalErrors } from '@qitao/core/general.errors.ts'
import {
  add,
  isEqual,
  isMore,
  isNegative,
  isPositive,
  type Quantity,
  roundDown,
  subtract,
} from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { plain } from './ledger.rules.ts'
import { stockErrors } from './stock.errors.ts'

export interface Occupation {
  inventory_id: string
  quantity: Quantity
}
export interface OccupiedRow {
  id: string
  quantity: Quantity
  occupied_quantity: Quantity
  /** Decimals of the material's unit. */
  precision: number
  material_code: string
  location_code: string
  lot_number: string
}

/** What each row's occupied quantity becomes when so much more (or, with `direction` -1, less) is occupied. */
export function decideOccupation(
  rows: ReadonlyMap<string, OccupiedRow>,
  occupations: readonly Occupation[],
  direction: 1 | -1,
): { id: string; occupied_quantity: Quantity }[] {
  const changed = new Map<string, Quantity>()
  for (const { inventory_id, quantity } of occupations) {
    const row = rows.get(inventory_id) ?? refuse(generalErrors.recordNotFound)
    if (!isPositive(roundDown(quantity, row.precision))) refuse(stockErrors.occupiedNotPositive)
    const before = changed.get(inventory_id) ?? row.occupied_quantity
    const after = direction === 1 ? add(before, quantity) : subtract(before, quantity)
    if (isNegative(after)) refuse(generalErrors.versionConflict)
    if (isMore(after, row.quantity)) {
      refuse(stockErrors.occupiedOverAvailable, {
        material_code: row.material_code,
        location_code: row.location_code,
        lot_number: row.lot_number,
        free: plain(subtract(row.quantity, before)),
        wanted: plain(quantity),
        detail: text(
          '物料{material_code}在库位{location_code}可用{free}，需要占用{wanted}',
          'Material {material_code} in bin {location_code} has {free} free, {wanted} is to be occupied',
        ),
      })
    }
    changed.set(inventory_id, after)
  }
  return [...changed]
    .filter(([id, occupied]) => !isEqual(occupied, rows.get(id)!.occupied_quantity))
    .map(([id, occupied_quantity]) => ({ id, occupied_quantity }))
}
