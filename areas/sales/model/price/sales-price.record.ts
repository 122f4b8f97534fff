import { currencyField } from '@qitao/access/model/company/currency.ts'
import { optional, readOnly, referenceField, remarkField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { priceFields, validityField } from '@qitao/masterdata/model/price/price-list.fields.ts'

/** What a customer is asked for a material from a quantity on, between two days. */
export const salesPrice = record('sales_price', text('销售单价', 'Sales price'), {
  /** Empty: any; a price of the customer counts before it. */
  customer_id: optional(referenceField('客户', 'Customer', 'customer')),
  material_id: referenceField('物料', 'Material', 'material'),
  /** Empty: that of the material. */
  unit_id: optional(referenceField('计价单位', 'Price unit', 'unit')),
  /** Empty: that of the company. */
  currency: optional(currencyField()),
  ...priceFields,
  remark: remarkField(),
  validity: validityField,
  customer_code: readOnly(optional(textField('客户编号', 'Customer code'))),
  customer_name: readOnly(optional(textField('客户名称', 'Customer name'))),
  material_code: readOnly(textField('物料编码', 'Material code')),
  material_name: readOnly(textField('物料名称', 'Material name')),
  material_specs: readOnly(optional(textField('规格', 'Specs'))),
  unit_name: readOnly(textField('单位名称', 'Unit name')),
})
export type SalesPriceRow = RowOf<typeof salesPrice>
