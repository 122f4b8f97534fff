import { customValues } from '@qitao/core/custom.ts'
import {
  choiceField,
  codeField,
  dayField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { transferStatus } from './transfer.status.ts'

export const transferRecord = record('transfer', text('调拨单', 'Transfer'), {
  no: optional(codeField('调拨单号', 'Transfer no.')),
  status: readOnly(choiceField('状态', 'Status', transferStatus)),
  from_warehouse_id: optional(referenceField('调出仓库', 'From warehouse', 'warehouse')),
  to_warehouse_id: optional(referenceField('调入仓库', 'To warehouse', 'warehouse')),
  /** Empty: today. */
  transfer_date: optional(dayField('调拨日期', 'Transfer date')),
  operator_id: readOnly(optional(referenceField('经办人', 'Made by', 'user'))),
  remark: remarkField(),
  custom: customValues(),
})

export const transferLine = record('transfer_line', text('调拨明细', 'Transfer line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: quantityField('数量', 'Quantity'),
  from_location_id: referenceField('调出库位', 'From bin', 'location'),
  to_location_id: referenceField('调入库位', 'To bin', 'location'),
  lot_number: optional(codeField('批号', 'Lot number')),
  available_quantity: readOnly(quantityFromZeroField('可调数量', 'Available')),
})
