import {
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  textField,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

/** A material that has a bin of its own; below its minimum there the bin is filled up to the maximum. */
export const fixedBin = record('fixed_bin', text('固定库位', 'Fixed bin'), {
  location_id: referenceField('库位', 'Bin', 'location'),
  material_id: referenceField('物料', 'Material', 'material'),
  min_quantity: optional(quantityFromZeroField('最小数量', 'Minimum')),
  max_quantity: optional(quantityField('最大数量', 'Maximum')),
  quantity: readOnly(quantityFromZeroField('现有数量', 'There now')),
  location_code: readOnly(textField('库位', 'Bin')),
  material_code: readOnly(textField('物料编码', 'Material code')),
  material_name: readOnly(textField('物料', 'Material')),
  warehouse_name: readOnly(textField('仓库', 'Warehouse')),
  unit_name: readOnly(textField('单位', 'Unit')),
})
export type FixedBinRow = RowOf<typeof fixedBin>
