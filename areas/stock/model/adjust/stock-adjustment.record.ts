import {
  choiceField,
  codeField,
  instantField,
  moneyField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { serialsField } from '../piece.record.ts'
import { qualityStatus } from '../quality.status.ts'
import { adjustmentStatus } from './stock-adjustment.status.ts'

/** What the books say of one place in stock is put right: what is really there, and why it differs. */
export const stockAdjustment = record('stock_adjustment', text('库存调整', 'Stock adjustment'), {
  no: readOnly(codeField('调整单号', 'Adjustment no.')),
  status: readOnly(choiceField('状态', 'Status', adjustmentStatus)),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  location_id: readOnly(referenceField('库位', 'Bin', 'location')),
  lot_number: readOnly(optional(codeField('批号', 'Lot number'))),
  quality_status: readOnly(choiceField('质量状态', 'Quality', qualityStatus)),
  container_id: readOnly(optional(referenceField('容器', 'Container', 'container'))),
  book_quantity: readOnly(quantityFromZeroField('账面数量', 'Book')),
  quantity: quantityFromZeroField('实际数量', 'Really there'),
  difference: readOnly(signedQuantityField('差异', 'Difference')),
  reason: textField('原因', 'Reason', 100),
  serial_numbers: serialsField,
  /** Null: its material has no price, or the reader does not see prices. */
  value: readOnly(optional(moneyField('差异金额', 'Value of the difference'))),
  posted_time: readOnly(optional(instantField('入账时间', 'Posted at'))),
  created_by: readOnly(optional(referenceField('调整人', 'Adjusted by', 'user'))),
  created_time: readOnly(instantField('提交时间', 'Asked at')),
  remark: remarkField(),
})
