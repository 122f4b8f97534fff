import { currencyField } from '@qitao/access/model/company/currency.ts'
import {
  daysField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { priceFields, validityField } from '@qitao/masterdata/model/price/price-list.fields.ts'

/** What a supplier asks for a material from a quantity on, between two days. */
export const unitPrice = record('unit_price', text('采购单价', 'Purchase price'), {
  supplier_id: referenceField('供应商', 'Supplier', 'supplier'),
  material_id: referenceField('物料', 'Material', 'material'),
  /** Empty: that of the material. */
  unit_id: optional(referenceField('计价单位', 'Price unit', 'unit')),
  /** Empty: that of the company. */
  currency: optional(currencyField()),
  ...priceFields,
  minimum_quantity: optional(quantityFromZeroField('最小起订量', 'Minimum order')),
  pack_quantity: optional(quantityFromZeroField('包装量', 'Package size')),
  lead_days: optional(daysField('供货周期', 'Lead time')),
  remark: remarkField(),
  validity: validityField,
  supplier_code: readOnly(textField('供应商编号', 'Supplier code')),
  supplier_name: readOnly(textField('供应商名称', 'Supplier name')),
  material_code: readOnly(textField('物料编码', 'Material code')),
  material_name: readOnly(textField('物料名称', 'Material name')),
  material_specs: readOnly(optional(textField('规格', 'Specs'))),
  unit_name: readOnly(textField('单位名称', 'Unit name')),
})
export type UnitPriceRow = RowOf<typeof unitPrice>
