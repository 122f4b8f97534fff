import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { currencyField } from '@qitao/access/model/company/currency.ts'
import { customValues } from '@qitao/core/custom.ts'
import {
  choiceField,
  codeField,
  dayField,
  instantField,
  integerField,
  moneyField,
  optional,
  percentField,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { orderSource, orderType, salesOrderStatus } from './sales-order.status.ts'

const priority = { min: 1, max: 10_000, outside: generalErrors.number1To10000 }
export const defaultPriority = 100

export const salesOrderLine = record('sales_order_line', text('订单明细', 'Order line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: quantityField('数量', 'Quantity'),
  price: optional(quantityFromZeroField('单价', 'Price')),
  amount: readOnly(optional(moneyField('金额', 'Amount'))),
  /** Empty: that of the order. */
  tax_rate: optional(percentField('税率', 'Tax rate')),
  delivery_date: optional(dayField('行交期', 'Line delivery date')),
  /** As confirmed in order promise. */
  promised_date: readOnly(optional(dayField('承诺日期', 'Promised date'))),
  offset_quantity: withDefault(quantityFromZeroField('冲抵数量', 'Covered by stock'), '0'),
  planned_quantity: readOnly(quantityFromZeroField('已转工单', 'On MOs')),
  produced_quantity: readOnly(quantityFromZeroField('已生产', 'Produced')),
  inbound_quantity: readOnly(quantityFromZeroField('已入库', 'In warehouse')),
  shipped_quantity: readOnly(quantityFromZeroField('已发货', 'Shipped')),
  /** Of what was shipped. */
  returned_quantity: readOnly(quantityFromZeroField('已退货', 'Returned')),
  status: readOnly(choiceField('状态', 'Status', salesOrderStatus)),
  /** Number and version as the customer names them; the job card says it. */
  customer_drawing: optional(codeField('客户图号', 'Customer drawing')),
  remark: remarkField(),
})

export const salesOrder = record('sales_order', text('销售订单', 'Sales order'), {
  /** Empty: the number is taken from the counter when the order is saved. */
  no: optional(codeField('订单号', 'Order no.')),
  order_type: withDefault(choiceField('订单类型', 'Order type', orderType), '1'),
  status: readOnly(choiceField('状态', 'Status', salesOrderStatus)),
  approval_status: readOnly(optional(choiceField('审批', 'Approval', approvalStatus))),
  customer_id: optional(referenceField('客户', 'Customer', 'customer')),
  customer_order_no: optional(codeField('客户订单号', 'Customer order no.')),
  source: readOnly(choiceField('来源', 'Source', orderSource)),
  order_date: dayField('下单日期', 'Order date'),
  delivery_date: dayField('交付日期', 'Delivery date'),
  priority: withDefault(integerField('优先级', 'Priority', priority), defaultPriority),
  currency: optional(currencyField()),
  tax_rate: optional(percentField('税率', 'Tax rate')),
  quantity: readOnly(quantityFromZeroField('数量', 'Quantity')),
  total_amount: readOnly(optional(moneyField('总金额', 'Total amount'))),
  mailed_to: readOnly(optional(textField('邮件已发至', 'Mailed to'))),
  mailed_time: readOnly(optional(instantField('邮件时间', 'Mailed'))),
  remark: remarkField(),
  custom: customValues(),
})
