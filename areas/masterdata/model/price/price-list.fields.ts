import {
  because,
  choiceField,
  dayField,
  optional,
  percentField,
  quantity,
  quantityFromZeroField,
  readOnly,
  withDefault,
} from '@qitao/core/field.ts'
import { isNegative, isQuantity } from '@qitao/core/quantity.ts'
import { statuses } from '@qitao/core/status.ts'
import { masterdataErrors } from '../masterdata.errors.ts'

export const priceValidity = statuses({
  valid: { code: 1, zh: '生效中', en: 'Valid', colour: 'success' },
  future: { code: 2, zh: '未生效', en: 'Not yet', colour: 'info' },
  expired: { code: 3, zh: '已失效', en: 'Expired', colour: 'neutral' },
})
/** How a price is changed with others. */
export const priceChangeBy = statuses({
  percent: { code: 'percent', zh: '按百分比', en: 'By percent', colour: 'neutral' },
  amount: { code: 'amount', zh: '按金额', en: 'By an amount', colour: 'neutral' },
})

/** What is asked, of any sign, so that one below zero is told by the error of prices (5313). */
const priceSchema = quantity.refine(
  value => !isQuantity(value) || !isNegative(value),
  because(masterdataErrors.priceNegative),
)
/** Of every price that holds from a quantity on, between two days. */
export const priceFields = {
  from_quantity: withDefault(quantityFromZeroField('起始数量', 'From quantity'), '0'),
  price: quantityFromZeroField('单价', 'Price', { schema: priceSchema }),
  /** Of which the price is net; empty: that of the partner. */
  tax_rate: optional(percentField('税率', 'Tax rate')),
  valid_from: dayField('生效日期', 'Valid from'),
  /** The last day. */
  valid_to: optional(dayField('失效日期', 'Valid to')),
}
export const validityField = readOnly(choiceField('状态', 'Status', priceValidity))
