import { currencyField } from '@qitao/access/model/company/currency.ts'
import {
  choiceField,
  codeField,
  dayField,
  instantField,
  integerField,
  moneyField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  signedQuantityField,
  textField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pricedList, priceProposalStatus, proposedStep } from './price-proposal.status.ts'

/** Prices that somebody wants together, and what they come to. */
export const priceProposal = record('price_proposal', text('调价申请', 'Price proposal'), {
  no: readOnly(codeField('申请单号', 'No.')),
  status: readOnly(choiceField('状态', 'Status', priceProposalStatus)),
  price_list: readOnly(choiceField('单价类型', 'Prices', pricedList)),
  line_count: readOnly(integerField('单价数', 'Prices')),
  /** By the quantities of the past twelve months; null: where a price is new or nothing was ordered, nobody can say. */
  value: readOnly(optional(moneyField('年影响金额', 'Effect in a year'))),
  currency: readOnly(optional(currencyField())),
  created_by: readOnly(optional(referenceField('提交人', 'Proposed by', 'user'))),
  created_time: readOnly(instantField('提交时间', 'Proposed at')),
  settled_time: readOnly(optional(instantField('处理时间', 'Decided at'))),
})

/** One price, beside what it was, with what hung on it when it was proposed. */
export const priceProposalLine = record('price_proposal_line', text('调价明细', 'Proposed price'), {
  line_no: readOnly(integerField('行号', 'Line')),
  step: readOnly(choiceField('变动', 'Step', proposedStep)),
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  supplier_id: readOnly(optional(referenceField('供应商', 'Supplier', 'supplier'))),
  customer_id: readOnly(optional(referenceField('客户', 'Customer', 'customer'))),
  from_quantity: readOnly(quantityFromZeroField('起始数量', 'From quantity')),
  unit_id: readOnly(referenceField('计价单位', 'Price unit', 'unit')),
  currency: readOnly(currencyField()),
  old_price: readOnly(optional(quantityFromZeroField('现价', 'Now'))),
  /** Null: it ends, and no new one begins at its quantity. */
  price: readOnly(optional(quantityFromZeroField('新价', 'Then'))),
  change: readOnly(optional(textField('变化', 'Change'))),
  valid_from: readOnly(dayField('生效日期', 'Valid from')),
  valid_to: readOnly(optional(dayField('失效日期', 'Valid to'))),
  open_lines: readOnly(integerField('未完成订单行', 'Open lines')),
  /** In the unit of the material, as `year_quantity`. */
  open_quantity: readOnly(quantityFromZeroField('未完成数量', 'Open quantity')),
  open_difference: readOnly(optional(signedQuantityField('未完成影响', 'Effect on open lines'))),
  year_quantity: readOnly(quantityFromZeroField('近12个月数量', 'In 12 months')),
  year_difference: readOnly(optional(signedQuantityField('年影响', 'Effect in a year'))),
})
