import {
  choiceField,
  dayField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { wageType } from '@qitao/masterdata/model/process/wage-type.status.ts'
import { groupSplit } from './wages.status.ts'

const validTo = () => readOnly(optional(dayField('失效日期', 'Valid to')))

/** What a process pays. Of several that fit, one of the product counts before any, then one of the grade, then the newest. */
export const wageRate = record('wage_rate', text('工资单价', 'Wage rate'), {
  process_id: referenceField('工序', 'Process', 'process'),
  /** Empty: of any product. */
  material_id: optional(referenceField('产品', 'Product', 'material')),
  /** Empty: of any grade. */
  grade: optional(textField('等级', 'Grade', 20)),
  /** Empty: that of the process. */
  wage_type: optional(choiceField('计酬方式', 'Wage type', wageType)),
  rate: quantityFromZeroField('单价（每件或每小时）', 'Rate, per piece or hour'),
  deduction: withDefault(quantityFromZeroField('每件不良扣款', 'Deduction per scrap piece'), '0'),
  split: withDefault(choiceField('班组分配', 'Group split', groupSplit), groupSplit.codes.hours),
  valid_from: dayField('生效日期', 'Valid from'),
  /** Begins where the next of its kind does: the day before is its last. */
  valid_to: validTo(),
  remark: remarkField(),
  process_name: readOnly(textField('工序名称', 'Process name')),
  material_code: readOnly(optional(textField('产品编码', 'Product code'))),
  material_name: readOnly(optional(textField('产品名称', 'Product name'))),
})
export type WageRateRow = RowOf<typeof wageRate>

/** The grade that a person is paid by, and the weight in a group. */
export const wageGrade = record('wage_grade', text('人员等级', 'Grade of a person'), {
  user_id: referenceField('人员', 'Person', 'user'),
  grade: optional(textField('等级', 'Grade', 20)),
  coefficient: withDefault(quantityField('分配系数', 'Coefficient'), '1'),
  valid_from: dayField('生效日期', 'Valid from'),
  valid_to: validTo(),
  remark: remarkField(),
  user_name: readOnly(textField('姓名', 'Name')),
})
export type WageGradeRow = RowOf<typeof wageGrade>
