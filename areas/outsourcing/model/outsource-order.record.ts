import { currencyField } from '@qitao/access/model/company/currency.ts'
import { customValues } from '@qitao/core/custom.ts'
import {
  choiceField,
  codeField,
  dayField,
  flagField,
  instantField,
  integerField,
  moneyField,
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
import { serialsField } from '@qitao/stock/model/piece.record.ts'
import { outsourceReceiptStatus, outsourceStatus } from './outsource-order.status.ts'

export const outsourceOrder = record('outsource_order', text('委外单', 'Outsourcing order'), {
  no: optional(codeField('委外单号', 'Outsourcing no.')),
  status: readOnly(choiceField('状态', 'Status', outsourceStatus)),
  /** Refused by the order's own words (5705) when it is missing. */
  supplier_id: { ...optional(referenceField('供应商', 'Supplier', 'supplier')), required: true },
  order_date: dayField('委外日期', 'Order date'),
  currency: optional(currencyField()),
  /** The latest of the lines. */
  eta: readOnly(optional(dayField('预计返回', 'ETA'))),
  overdue: readOnly(flagField('逾期', 'Overdue')),
  total_amount: readOnly(optional(moneyField('金额', 'Amount'))),
  settled_time: readOnly(optional(instantField('结算时间', 'Settled'))),
  mailed_to: readOnly(optional(textField('邮件已发至', 'Mailed to'))),
  mailed_time: readOnly(optional(instantField('邮件时间', 'Mailed'))),
  remark: remarkField(),
  custom: customValues(),
})

/** One operation of a work order, or the whole order where that is made outside. */
export const outsourceLine = record('outsource_order_line', text('委外明细', 'Outsourcing line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  operation_id: referenceField('工单工序', 'Operation', 'outside_operation'),
  /** Of the work order; need not be given. */
  material_id: optional(referenceField('产品', 'Product', 'material')),
  quantity: quantityField('委外数量', 'Quantity'),
  price: optional(quantityFromZeroField('加工单价', 'Price')),
  amount: readOnly(optional(moneyField('金额', 'Amount'))),
  eta: optional(dayField('预计返回', 'ETA')),
  sent_quantity: readOnly(quantityFromZeroField('已发出', 'Sent')),
  received_quantity: readOnly(quantityFromZeroField('已收回', 'Received')),
  /** Did not come back, or was bad when it did. */
  loss_quantity: readOnly(quantityFromZeroField('损耗', 'Loss')),
  /** Failed by inspection. */
  failed_quantity: readOnly(quantityFromZeroField('检验不合格', 'Failed')),
  open_quantity: readOnly(quantityFromZeroField('待收回', 'Open')),
  yield_rate: readOnly(optional(quantityFromZeroField('良率%', 'Yield %'))),
  remark: remarkField(),
})

/** What is sent to the supplier, or has come back. */
export const outsourceMove = record('outsource_move', text('委外收发', 'Outsourcing movement'), {
  quantity: withDefault(quantityFromZeroField('数量', 'Quantity'), '0'),
  loss_quantity: withDefault(quantityFromZeroField('损耗', 'Loss'), '0'),
  loss_reason: optional(textField('损耗原因', 'Reason of the loss')),
  serial_numbers: serialsField,
  location_id: optional(referenceField('退回库位', 'To bin', 'location')),
  reason: optional(textField('原因', 'Reason')),
})
export const outsourceReceipt = record('outsource_receipt', text('委外收货', 'Receipt from supplier'), {
  status: readOnly(choiceField('状态', 'Status', outsourceReceiptStatus)),
  received_time: readOnly(instantField('收货时间', 'Received at')),
  quantity: readOnly(quantityFromZeroField('收回', 'Came back')),
  loss_quantity: readOnly(quantityFromZeroField('损耗', 'Loss')),
  good_quantity: readOnly(quantityFromZeroField('合格', 'Good')),
  failed_quantity: readOnly(quantityFromZeroField('检验不合格', 'Failed')),
  loss_reason: readOnly(optional(textField('损耗原因', 'Reason of the loss'))),
})
/** Our material at a supplier, by the line for which he has it. */
export const outsourceMaterial = record('outsource_material', text('委外物料', 'Material at supplier'), {
  supplier_id: readOnly(referenceField('供应商', 'Supplier', 'supplier')),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  sent_quantity: readOnly(quantityFromZeroField('发出', 'Sent')),
  used_quantity: readOnly(quantityFromZeroField('耗用', 'Used')),
  returned_quantity: readOnly(quantityFromZeroField('退回', 'Returned')),
  lost_quantity: readOnly(quantityFromZeroField('核销', 'Written off')),
  left_quantity: readOnly(quantityFromZeroField('现存', 'At supplier')),
})
/** An operation that is to be made outside and is on no order yet. */
export const outsideOperation = record('outside_operation', text('待委外工序', 'Operation to outsource'), {
  mo_no: readOnly(codeField('工单号', 'MO no.')),
  material_id: readOnly(referenceField('产品', 'Product', 'material')),
  process_id: readOnly(referenceField('工序', 'Process', 'process')),
  supplier_id: readOnly(optional(referenceField('计划供应商', 'Planned supplier', 'supplier'))),
  quantity: readOnly(quantityFromZeroField('待委外数量', 'To outsource')),
  start_time: readOnly(optional(instantField('计划发出', 'Planned start'))),
  end_time: readOnly(optional(instantField('计划返回', 'Planned end'))),
  next_process: readOnly(optional(textField('等待的下道工序', 'Next operation waiting'))),
})
