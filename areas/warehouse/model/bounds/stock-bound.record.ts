import {
  choiceField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { boundState } from '@qitao/stock/model/bound.status.ts'

/** What a warehouse is to have of a material at least; when it has less it is filled up to the upper bound. */
export const stockBound = record('stock_bound', text('库存上下限', 'Stock bounds'), {
  warehouse_id: referenceField('仓库', 'Warehouse', 'warehouse'),
  material_id: referenceField('物料', 'Material', 'material'),
  lower_quantity: quantityField('下限', 'Lower bound'),
  upper_quantity: optional(quantityField('上限', 'Upper bound')),
  state: readOnly(choiceField('状态', 'Status', boundState)),
  /** Good stock, taken or not. */
  quantity: readOnly(signedQuantityField('现有良品', 'Good stock')),
  /** On its way here by transfers that are written or sent. */
  coming_quantity: readOnly(quantityFromZeroField('调拨待入', 'Coming by transfer')),
  /** Still there, and to go by transfers that are written. */
  leaving_quantity: readOnly(quantityFromZeroField('调拨待出', 'Leaving by transfer')),
  material_code: readOnly(textField('物料编码', 'Material code')),
  material_name: readOnly(textField('物料', 'Material')),
  warehouse_name: readOnly(textField('仓库', 'Warehouse')),
  unit_name: readOnly(textField('单位', 'Unit')),
})
export type StockBoundRow = RowOf<typeof stockBound>
