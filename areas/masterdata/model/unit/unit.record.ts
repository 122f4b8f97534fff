import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { choiceField, codeField, integerField, optional, readOnly, textField, withDefault } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

/** Decimals of a quantity when nothing else is said (specification section 5). */
export const defaultPrecision = 2
export const mostPrecision = 6

/** What quantities are counted in. `precision` is the number of decimals a quantity in this unit may have. */
export const unit = record('unit', text('计量单位', 'Unit'), {
  name: codeField('单位名称', 'Unit name'),
  name_en: optional(textField('英文名称', 'English name', 50)),
  group: optional(textField('分组', 'Group', 50)),
  precision: withDefault(integerField('小数位数', 'Decimals', { min: 0, max: mostPrecision }), defaultPrecision),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
  material_count: readOnly(integerField('使用物料数', 'Materials using it')),
})
export type UnitRow = RowOf<typeof unit>
