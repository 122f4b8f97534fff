import { currencyField } from '@qitao/access/model/company/currency.ts'
import {
  because,
  choiceField,
  dayField,
  daysField,
  optional,
  quantity,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { isNegative, isQuantity } from '@qitao/core/quantity.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'
import { purchasingErrors } from '../purchasing.errors.ts'

export const priceValidity = statuses({
  valid: { code: 1, zh: '生效中', en: 'Valid', colour: 'success' },
  future: { code: 2, zh: '未生效', en: 'Not yet', colour: 'info' },
  expired: { code: 3, zh: '已失效', en: 'Expired', colour: 'neutral' },
})

/** What is asked, of any sign, so that one below zero is told by the error of prices (5313). */
const priceSchema = quantity.refine(
  value => !isQuantity(value) || !isNegative(value),
  because(purchasingErrors.priceNegative),
)

/** What a supplier asks for a material from a quantity on, between two days. */
export const unitPrice = record('unit_price', text('采购单价', 'Purchase price'), {
  supplier_id: referenceField('供应商', 'Supplier', 'supplier'),
  material_id: referenceField('物料', 'Material', 'material'),
  /** Empty: that of the material. */
  unit_id: optional(referenceField('计价单位', 'Price unit', 'unit')),
  /** Empty: that of the company. */
  currency: optional(currencyField()),
  from_quantity: withDefault(quantityFromZeroField('起始数量', 'From quantity'), '0'),
  price: quantityFromZeroField('单价', 'Price', { schema: priceSchema }),
  valid_from: dayField('生效日期', 'Valid from'),
  /** The last day. */
  valid_to: optional(dayField('失效日期', 'Valid to')),
  minimum_quantity: optional(quantityFromZeroField('最小起订量', 'Minimum order')),
  pack_quantity: optional(quantityFromZeroField('包装量', 'Package size')),
  lead_days: optional(daysField('供货周期', 'Lead time')),
  remark: remarkField(),
  validity: readOnly(choiceField('状态', 'Status', priceValidity)),
  supplier_code: readOnly(textField('供应商编号', 'Supplier code')),
  supplier_name: readOnly(textField('供应商名称', 'Supplier name')),
  material_code: readOnly(textField('物料编码', 'Material code')),
  material_name: readOnly(textField('物料名称', 'Material name')),
  material_specs: readOnly(optional(textField('规格', 'Specs'))),
  unit_name: readOnly(textField('单位名称', 'Unit name')),
})
export type UnitPriceRow = RowOf<typeof unitPrice>
