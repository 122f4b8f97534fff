import { generalErrors } from '@qitao/core/general.errors.ts'
import { expectPrecision, placeIn } from '@qitao/core/given.rules.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { stockLine } from './inventory.record.ts'
import { stockErrors } from './stock.errors.ts'

/** What a line of a stock document must know of its material. */
export interface LineMaterial {
  readonly id: string
  readonly code: string
  readonly unit_precision: number
  readonly lot_managed: boolean
  readonly serial_policy: number
  readonly default_location_id: string | null
  /** Days that it keeps. */
  readonly shelf_life: number | null
}

/** The material exists and the quantity fits its unit; refused with the row (from 1) it stands in. */
export function expectLineQuantity(
  line: { material_id: string; quantity: Quantity },
  materials: ReadonlyMap<string, LineMaterial>,
  row: number,
): LineMaterial {
  const material =
    materials.get(line.material_id) ?? refuse(generalErrors.recordNotFound, placeIn(stockLine, 'material_id', row))
  expectPrecision(line.quantity, material.unit_precision, placeIn(stockLine, 'quantity', row))
  return material
}

/** Material managed by lot is put in with a lot number (rule R-256). */
export function expectLot(line: { lot_number: string | null }, material: LineMaterial, row: number): void {
  if (material.lot_managed && !line.lot_number) {
    refuse(stockErrors.lotRequired, { ...placeIn(stockLine, 'lot_number', row), material_code: material.code })
  }
}
