import { generalErrors } from '@qitao/core/general.errors.ts'
import { fitsPrecision, isMore, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { masterdataErrors } from '../masterdata.errors.ts'
import { decimalsAllowed } from '../unit/unit.rules.ts'
import { material } from './material.record.ts'

interface Quantities {
  readonly minimum_lot: Quantity
  readonly packaging_size: Quantity
  readonly safety_stock: Quantity
  readonly inventory_lower: Quantity | null
  readonly inventory_upper: Quantity | null
}
const quantities = ['minimum_lot', 'packaging_size', 'safety_stock', 'inventory_lower', 'inventory_upper'] as const

/** The upper bound exceeds the lower bound (5902), and quantities have the decimals of the unit (5027). */
export function checkMaterial(given: Quantities, unit: { readonly precision: number }): void {
  const { inventory_lower, inventory_upper } = given
  if (inventory_upper !== null && inventory_lower !== null && !isMore(inventory_upper, inventory_lower))
    refuse(masterdataErrors.stockBoundsInvalid, { field: 'inventory_upper' })
  for (const field of quantities) {
    const quantity = given[field]
    if (quantity !== null && !fitsPrecision(quantity, unit.precision))
      refuse(generalErrors.unitQuantityPrecision, {
        field,
        field_title: material.fields[field].title,
        ...decimalsAllowed(unit.precision),
      })
  }
}

/** Once something counts in the unit of a material, another unit would change what was counted. */
export function checkUnitChange(from_unit_id: string, to_unit_id: string, isUsed: boolean): void {
  if (from_unit_id !== to_unit_id && isUsed)
    refuse(masterdataErrors.unitInUse, {
      field: 'unit_id',
      field_title: material.fields.unit_id.title,
      detail: text('已有业务数据使用该物料，不能更换单位', 'The material is in use, its unit cannot change'),
    })
}
