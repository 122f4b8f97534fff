import { customValues } from '@qitao/core/custom.ts'
import {
  choiceField,
  codeField,
  dayField,
  instantField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { transferRest, transferStatus, transferSteps } from './transfer.status.ts'

export const transferRecord = record('transfer', text('调拨单', 'Transfer'), {
  no: optional(codeField('调拨单号', 'Transfer no.')),
  status: readOnly(choiceField('状态', 'Status', transferStatus)),
  /** Two: goods are sent now, and received when they have come. */
  steps: withDefault(choiceField('调拨方式', 'Steps', transferSteps), transferSteps.codes.one),
  from_warehouse_id: optional(referenceField('调出仓库', 'From warehouse', 'warehouse')),
  to_warehouse_id: optional(referenceField('调入仓库', 'To warehouse', 'warehouse')),
  /** Empty: today. */
  transfer_date: optional(dayField('调拨日期', 'Transfer date')),
  /** Of two steps: work orders count on what they have of it from then on. */
  arrival_date: optional(dayField('预计到货', 'Expected')),
  sent_time: readOnly(optional(instantField('执行时间', 'Carried out'))),
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
  /** Of the goods there; they go after the free ones, and their orders keep them. */
  occupied_quantity: readOnly(quantityFromZeroField('被占用', 'Occupied')),
  received_quantity: readOnly(quantityFromZeroField('已收数量', 'Received')),
  returned_quantity: readOnly(quantityFromZeroField('退回数量', 'Went back')),
  lost_quantity: readOnly(quantityFromZeroField('短少数量', 'Missing')),
  open_quantity: readOnly(quantityFromZeroField('在途数量', 'In transit')),
  difference_reason: readOnly(optional(textField('差异原因', 'Reason'))),
})

/** What is written when goods have come. */
export const transferReceipt = record('transfer_receipt', text('调拨收货', 'Receipt of a transfer'), {
  quantity: optional(quantityFromZeroField('实收', 'Came')),
  rest: withDefault(choiceField('未收部分', 'The rest', transferRest), 'later'),
  reason: optional(textField('差异原因', 'Reason')),
})
