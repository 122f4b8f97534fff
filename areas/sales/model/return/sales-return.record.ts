import { currencyField } from '@qitao/access/model/company/currency.ts'
import {
  choiceField,
  codeField,
  dayField,
  flagField,
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
import { salesReturnStatus } from './sales-return.status.ts'

/** Goods of one order that its customer gives back, and the credit for them. */
export const salesReturn = record('sales_return', text('销售退货单', 'Sales return'), {
  /** Empty: the number is taken from the counter when it is saved. */
  no: optional(codeField('退货单号', 'Return no.')),
  status: readOnly(choiceField('状态', 'Status', salesReturnStatus)),
  order_id: referenceField('原订单', 'Original order', 'sales_order'),
  customer_id: readOnly(optional(referenceField('客户', 'Customer', 'customer'))),
  return_date: dayField('退货日期', 'Return date'),
  reason: optional(textField('退货原因', 'Reason', 255)),
  /** What comes back is held until it is judged; else it is good at once. */
  inspects: withDefault(flagField('收货检验', 'Inspect on receipt'), true),
  quantity: readOnly(quantityFromZeroField('退货数量', 'To come back')),
  received_quantity: readOnly(quantityFromZeroField('已收数量', 'Received')),
  currency: readOnly(optional(currencyField())),
  /** Of all of it; the credit is of what has come. */
  total_amount: readOnly(optional(moneyField('退货金额', 'Amount'))),
  /** Of what has come. */
  credit_amount: readOnly(moneyField('已收金额', 'Credit')),
  remark: remarkField(),
})

export const salesReturnLine = record('sales_return_line', text('退货明细', 'Return line'), {
  line_no: readOnly(integerField('行号', 'Line')),
  order_line_id: referenceField('订单行', 'Order line', 'source_line'),
  material_id: referenceField('物料', 'Material', 'material'),
  quantity: quantityField('退货数量', 'To come back'),
  /** Of its order line. */
  price: readOnly(optional(quantityFromZeroField('单价', 'Price'))),
  amount: readOnly(optional(moneyField('金额', 'Amount'))),
  received_quantity: readOnly(quantityFromZeroField('已收数量', 'Received')),
  remark: remarkField(),
})
