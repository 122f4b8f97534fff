import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { currencyField } from '@qitao/access/model/company/currency.ts'
import {
  choiceField,
  codeField,
  dayField,
  daysField,
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
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { orderedPrices, quotationStatus } from './quotation.status.ts'

export const quotationLine = record('quotation_line', text('报价明细', 'Quotation line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: quantityField('数量', 'Quantity'),
  price: optional(quantityFromZeroField('单价', 'Price')),
  discount_percent: optional(percentField('折扣%', 'Discount %')),
  /** After the discounts of line and quotation. */
  net_price: readOnly(optional(quantityFromZeroField('折后单价', 'Net price'))),
  amount: readOnly(optional(moneyField('金额', 'Amount'))),
  /** Empty: that of the quotation. */
  tax_rate: optional(percentField('税率', 'Tax rate')),
  delivery_days: optional(daysField('交期', 'Delivery time')),
  remark: remarkField(),
})

export const quotation = record('quotation', text('报价单', 'Quotation'), {
  /** Empty: the number is taken from the counter when it is saved. */
  no: optional(codeField('报价单号', 'Quotation no.')),
  status: readOnly(choiceField('状态', 'Status', quotationStatus)),
  approval_status: readOnly(optional(choiceField('审批', 'Approval', approvalStatus))),
  customer_id: referenceField('客户', 'Customer', 'customer'),
  contact: optional(textField('联系人', 'Contact', 100)),
  customer_inquiry_no: optional(codeField('客户询价单号', 'Customer inquiry no.')),
  quote_date: dayField('报价日期', 'Quoted on'),
  /** The last day on which it may be accepted. */
  valid_until: dayField('有效期至', 'Valid until'),
  currency: optional(currencyField()),
  tax_rate: optional(percentField('税率', 'Tax rate')),
  discount_percent: optional(percentField('整单折扣%', 'Discount on all %')),
  delivery_terms: optional(textField('交货条款', 'Delivery terms', 255)),
  payment_terms: optional(textField('付款条款', 'Payment terms', 255)),
  quantity: readOnly(quantityFromZeroField('数量', 'Quantity')),
  total_amount: readOnly(optional(moneyField('未税金额', 'Net amount'))),
  tax_amount: readOnly(optional(moneyField('税额', 'Tax'))),
  gross_amount: readOnly(optional(moneyField('含税总额', 'Total with tax'))),
  lost_reason: readOnly(optional(textField('未成交原因', 'Why it was lost'))),
  order_id: readOnly(optional(referenceField('销售订单', 'Sales order', 'sales_order'))),
  sent_time: readOnly(optional(instantField('发出时间', 'Sent at'))),
  decided_time: readOnly(optional(instantField('结果时间', 'Decided at'))),
  mailed_to: readOnly(optional(textField('邮件已发至', 'Mailed to'))),
  mailed_time: readOnly(optional(instantField('邮件时间', 'Mailed'))),
  remark: remarkField(),
})

/** What is asked when its fate is known. */
export const quotationFate = record('quotation_fate', text('报价结果', 'Fate of a quotation'), {
  reason: textField('未成交原因', 'Why it was lost', 255),
  delivery_date: dayField('交付日期', 'Delivery date'),
  customer_order_no: optional(codeField('客户订单号', 'Customer order no.')),
  /** Of an order of what has expired. */
  prices: choiceField('单价', 'Prices', orderedPrices),
})
