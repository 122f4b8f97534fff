import { optional, readOnly, referenceField, remarkField, textField } from '@qitao/core/field.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { wholeNumberField } from '../whole-number.field.ts'

/**
 * How long a machine is changed over from one product to another. Each side is a product, a series of products, a value of an
 * attribute (a field that the company added to its materials), or any; the machine is one, those of a workgroup, or any. Not symmetric. The most specific entry holds.
 */
export const changeLine = record('change_line', text('换模换线', 'Changeover'), {
  device_id: optional(referenceField('设备', 'Equipment', 'device')),
  workgroup_id: optional(referenceField('班组', 'Workgroup', 'workgroup')),
  from_material_id: optional(referenceField('前产品', 'From product', 'material')),
  from_series: optional(textField('前系列', 'From series', 100)),
  to_material_id: optional(referenceField('后产品', 'To product', 'material')),
  to_series: optional(textField('后系列', 'To series', 100)),
  /** The key of a field of materials. */
  attribute: optional(textField('属性', 'Attribute', 100)),
  from_value: optional(textField('前属性值', 'From value', 100)),
  to_value: optional(textField('后属性值', 'To value', 100)),
  change_seconds: wholeNumberField('换型时间', 'Changeover time', { min: 0, unit: text('秒', 's') }),
  remark: remarkField(),
  attribute_name: readOnly(optional(textField('属性名称', 'Attribute name'))),
  workgroup_name: readOnly(optional(textField('班组名称', 'Workgroup name'))),
  device_code: readOnly(optional(textField('设备编号', 'Machine no.'))),
  device_name: readOnly(optional(textField('设备名称', 'Equipment name'))),
  from_material_code: readOnly(optional(textField('前产品编号', 'From product code'))),
  from_material_name: readOnly(optional(textField('前产品名称', 'From product name'))),
  to_material_code: readOnly(optional(textField('后产品编号', 'To product code'))),
  to_material_name: readOnly(optional(textField('后产品名称', 'To product name'))),
})
export type ChangeLineRow = RowOf<typeof changeLine>
export type ChangeLineInput = InputOf<typeof changeLine>
