import {
  choiceField,
  dayField,
  integerField,
  optional,
  readOnly,
  referenceField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { text } from '@qitao/core/text.ts'

export const eventKind = statuses({
  promotion: { code: 'promotion', zh: '促销', en: 'Promotion', colour: 'info' },
  holiday: { code: 'holiday', zh: '假期', en: 'Holiday', colour: 'warning' },
  other: { code: 'other', zh: '其他', en: 'Other', colour: 'neutral' },
})

/** What is known to move demand for some days: models are not to take it for a trend of their own. */
export const demandEvent = record('demand_event', text('需求事件', 'Demand event'), {
  name: textField('名称', 'Name', 100),
  kind: choiceField('类型', 'Kind', eventKind),
  start_day: dayField('开始日期', 'First day'),
  days: withDefault(integerField('天数', 'Days', { min: 1, max: 366 }), 1),
  uplift: integerField('需求增减%', 'Demand more or less %', { min: -90, max: 1000 }),
  series: optional(textField('仅系列', 'Only the series', 100)),
  material_id: optional(referenceField('仅物料', 'Only the material', 'material')),
  material_code: readOnly(optional(textField('物料编码', 'Material code'))),
})
export type DemandEventRow = RowOf<typeof demandEvent>
