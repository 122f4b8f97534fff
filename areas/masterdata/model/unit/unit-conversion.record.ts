import {
  because,
  optional,
  quantity,
  quantityField,
  readOnly,
  referenceField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { isPositive, isQuantity } from '@qitao/core/quantity.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { masterdataErrors } from '../masterdata.errors.ts'

// A factor of zero or below is a wrong conversion (5008), not just a bad number.
const factor = quantity.refine(
  value => !isQuantity(value) || isPositive(value),
  because(masterdataErrors.unitConversionInvalid, { detail: text('系数必须大于0', 'A factor must be above 0') }),
)

/**
 * Quantity in the to-unit = quantity in the from-unit x numerator / denominator: a fraction, so that a third is exact. With
 * a material it holds for that material only, as "1 roll = 250 m of this film".
 */
export const unitConversion = record('unit_conversion', text('单位换算', 'Unit conversion'), {
  from_unit_id: referenceField('源单位', 'From unit', 'unit'),
  to_unit_id: referenceField('目标单位', 'To unit', 'unit'),
  numerator: quantityField('目标单位数量', 'Quantity in the to-unit', { schema: factor }),
  denominator: withDefault(quantityField('源单位数量', 'Quantity in the from-unit', { schema: factor }), '1'),
  material_id: optional(referenceField('适用物料', 'For material', 'material')),
  from_unit_name: readOnly(textField('源单位', 'From unit')),
  to_unit_name: readOnly(textField('目标单位', 'To unit')),
  material_code: readOnly(optional(textField('物料编码', 'Material code'))),
  material_name: readOnly(optional(textField('物料', 'Material'))),
})
export type UnitConversionRow = RowOf<typeof unitConversion>
