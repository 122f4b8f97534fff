import { currencyField } from '@qitao/access/model/company/currency.ts'
import {
  choiceField,
  dayField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { priceValidity } from '@qitao/masterdata/model/price/price-list.fields.ts'

/** What a supplier asks for an operation on one piece, between two days. */
export const processPrice = record('process_price', text('加工单价', 'Processing price'), {
  supplier_id: referenceField('供应商', 'Supplier', 'supplier'),
  process_id: referenceField('工序', 'Process', 'process'),
  /** Empty: of any product; a price of the product itself counts before it. */
  material_id: optional(referenceField('产品', 'Product', 'material')),
  /** Empty: that of the company. */
  currency: optional(currencyField()),
  price: quantityFromZeroField('加工单价', 'Price'),
  valid_from: dayField('生效日期', 'Valid from'),
  /** The last day; of two that hold the one that began later counts. */
  valid_to: optional(dayField('失效日期', 'Valid to')),
  remark: remarkField(),
  validity: readOnly(choiceField('状态', 'Status', priceValidity)),
  supplier_name: readOnly(textField('供应商名称', 'Supplier name')),
  process_name: readOnly(textField('工序名称', 'Process name')),
  material_code: readOnly(optional(textField('产品编码', 'Product code'))),
  material_name: readOnly(optional(textField('产品名称', 'Product name'))),
})
export type ProcessPriceRow = RowOf<typeof processPrice>
