import {
  choiceField,
  codeField,
  flagField,
  integerField,
  optional,
  readOnly,
  referenceField,
  remarkField,
  signedQuantityField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type InputOf, type RowOf, record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'

/** How a characteristic is told. */
export const itemKind = statuses({
  number: { code: 1, zh: '数值', en: 'Number', colour: 'info' },
  pass_fail: { code: 2, zh: '合格/不合格', en: 'Pass or fail', colour: 'neutral' },
  choice: { code: 3, zh: '选项', en: 'Choice', colour: 'neutral' },
})
export const defectClass = statuses({
  critical: { code: 1, zh: '致命', en: 'Critical', colour: 'danger' },
  major: { code: 2, zh: '严重', en: 'Major', colour: 'warning' },
  minor: { code: 3, zh: '轻微', en: 'Minor', colour: 'neutral' },
})

/** What is looked at when goods are inspected: a list of characteristics that QC plans share. */
export const qcMethod = record('qc_method', text('质检方法', 'QC method'), {
  code: codeField('方法编号', 'Method code'),
  name: textField('方法名称', 'Method name', 100),
  remark: remarkField(),
  item_count: readOnly(integerField('质检项', 'Items')),
  scheme_count: readOnly(integerField('使用方案', 'Plans')),
})

/** Pieces of a sample whose values are written down one by one. */
export const mostMeasured = 50
export const qcItem = record('qc_item', text('质检项', 'QC item'), {
  line_no: readOnly(integerField('序号', 'No.')),
  name: textField('质检项', 'Item', 100),
  kind: withDefault(choiceField('类型', 'Kind', itemKind), itemKind.codes.pass_fail),
  defect_class: withDefault(choiceField('缺陷等级', 'Class', defectClass), defectClass.codes.major),
  standard: optional(textField('标准', 'Standard')),
  lower_limit: optional(signedQuantityField('下限', 'Lower')),
  upper_limit: optional(signedQuantityField('上限', 'Upper')),
  unit: optional(textField('单位', 'Unit', 20)),
  /** Separated by commas. */
  choices: optional(textField('选项（逗号分隔）', 'Choices (by commas)')),
  good_choices: optional(textField('合格选项', 'Good choices')),
  tool: optional(textField('量具', 'Gauge', 100)),
  required: withDefault(flagField('必填', 'Required'), true),
})
/** One by itself, wherever it is inspected. */
export const qcMethodItem = record('qc_item', qcItem.title, {
  method_id: referenceField('质检方法', 'QC method', 'qc_method'),
  ...qcItem.fields,
  method_name: readOnly(textField('质检方法', 'QC method')),
})
export type QcMethodRow = RowOf<typeof qcMethod>
export type QcItemRow = RowOf<typeof qcItem>
export type QcItemInput = InputOf<typeof qcItem>
