import { generalErrors } from '@qitao/core/general.errors.ts'
import { fitsPrecision, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
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

const place = (row: number, field: keyof typeof stockLine.fields) => ({
  row,
  field,
  field_title: stockLine.fields[field].title,
})

/** The material exists and the quantity fits its unit; refused with the row (from 1) it stands in. */
export function expectLineQuantity(
  line: { material_id: string; quantity: Quantity },
  materials: ReadonlyMap<string, LineMaterial>,
  row: number,
): LineMaterial {
  const material = materials.get(line.material_id) ?? refuse(generalErrors.recordNotFound, place(row, 'material_id'))
  if (!fitsPrecision(line.quantity, material.unit_precision)) {
    refuse(generalErrors.unitQuantityPrecision, {
      ...place(row, 'quantity'),
      limit: material.unit_precision,
      detail: text('该物料的单位最多{limit}位小数', 'The unit of this material has at most {limit} decimals'),
    })
  }
  return material
}

/** Material managed by lot is put in with a lot number (rule R-256). */
export function expectLot(line: { lot_number: string | null }, material: LineMaterial, row: number): void {
  if (material.lot_managed && !line.lot_number) {
    refuse(stockErrors.lotRequired, { ...place(row, 'lot_number'), material_code: material.code })
  }
}
