import {
  choiceField,
  codeField,
  dayField,
  flagField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { arrivalStatus } from './arrival.status.ts'

/** What a supplier brings at once: one vehicle, one day. */
export const arrivalRecord = record('arrival', text('到货单', 'Arrival'), {
  no: optional(codeField('到货单号', 'Arrival no.')),
  status: readOnly(choiceField('状态', 'Status', arrivalStatus)),
  supplier_id: referenceField('供应商', 'Supplier', 'supplier'),
  planned_date: dayField('预计到货', 'ETA'),
  time_window: optional(textField('时段', 'Time window', 50)),
  dock: optional(textField('月台', 'Dock', 50)),
  carrier: optional(textField('承运商', 'Carrier', 100)),
  vehicle: optional(textField('车牌/运单号', 'Vehicle or tracking no.', 100)),
  /** Announced for a day that is over. */
  overdue: readOnly(flagField('逾期', 'Overdue')),
  operator_id: readOnly(optional(referenceField('经办人', 'Made by', 'user'))),
  remark: remarkField(),
})

export const arrivalLine = record('arrival_line', text('到货明细', 'Arrival line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  order_line_id: referenceField('采购明细', 'Purchase order line', 'purchase_order_line'),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: quantityField('本次到货', 'This arrival'),
  received_quantity: readOnly(quantityFromZeroField('已入库', 'Received')),
  open_quantity: readOnly(quantityFromZeroField('待入库', 'Open')),
  lot_number: optional(codeField('批号', 'Lot number')),
  container_count: optional(integerField('箱数', 'Containers', { min: 1, max: 9999 })),
  /** Of the order line: ordered, not yet in, and what other arrivals bring of it. */
  ordered_quantity: readOnly(quantityFromZeroField('采购数量', 'Ordered')),
  over_quantity: readOnly(quantityFromZeroField('可超收', 'May exceed by')),
  order_open_quantity: readOnly(quantityFromZeroField('订单待入库', 'Open of the order')),
  elsewhere_quantity: readOnly(quantityFromZeroField('其他到货单', 'On other arrivals')),
})
