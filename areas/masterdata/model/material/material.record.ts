import { customValues } from '@qitao/core/custom.ts'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  choiceField,
  codeField,
  daysField,
  flagField,
  integerField,
  moneyField,
  optional,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { overReceiptField } from '../over-receipt.ts'
import { materialKind } from './material-kind.status.ts'
import { serialPolicy } from './serial-policy.status.ts'

const none = '0'

/** Anything that is bought, made, stored or sold. Quantities are in its unit. */
export const material = record('material', text('物料', 'Material'), {
  code: codeField('物料编码', 'Material code'),
  name: textField('物料名称', 'Material name', 100),
  name_en: optional(textField('英文名称', 'English name', 100)),
  specs: optional(textField('规格', 'Specs')),
  kind: choiceField('物料属性', 'Kind', materialKind),
  unit_id: referenceField('单位', 'Unit', 'unit'),
  type_id: optional(referenceField('物料类型', 'Type', 'material_type')),
  series: optional(textField('系列', 'Series', 100)),
  drawing_no: optional(textField('图号', 'Drawing no.', 100)),
  supplier_id: optional(referenceField('默认供应商', 'Supplier', 'supplier')),
  supply_lead_time: withDefault(daysField('供货提前期', 'Lead time'), 0),
  minimum_lot: withDefault(quantityFromZeroField('最小批量', 'Minimum lot'), none),
  packaging_size: withDefault(quantityFromZeroField('包装量', 'Packaging size'), none),
  safety_stock: withDefault(quantityFromZeroField('安全库存', 'Safety stock'), none),
  inventory_lower: optional(quantityFromZeroField('库存下限', 'Stock lower bound')),
  inventory_upper: optional(quantityFromZeroField('库存上限', 'Stock upper bound')),
  lot_managed: withDefault(flagField('批次管理', 'Lot managed'), false),
  serial_policy: withDefault(choiceField('序列号管理', 'Serial numbers', serialPolicy), serialPolicy.codes.none),
  shelf_life: optional(daysField('保质期', 'Shelf life', 1)),
  default_location_id: optional(referenceField('默认库位', 'Default bin', 'location')),
  /** Empty: as the supplier, then the company says. */
  over_receipt_percent: optional(overReceiptField()),
  qc_required: withDefault(flagField('需要质检', 'QC required'), false),
  purchase_price: optional(moneyField('采购单价', 'Purchase price')),
  sales_price: optional(moneyField('销售单价', 'Sales price')),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
  remark: remarkField(),
  custom: customValues(),
  unit_name: readOnly(textField('单位', 'Unit')),
  precision: readOnly(integerField('小数位数', 'Decimals')),
  type_name: readOnly(optional(textField('物料类型', 'Type'))),
  supplier_name: readOnly(optional(textField('默认供应商', 'Supplier'))),
})
export type MaterialRow = RowOf<typeof material>
