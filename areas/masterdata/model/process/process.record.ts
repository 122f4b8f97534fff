import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { choiceField, codeField, flagField, remarkField, textField, withDefault } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { wageType } from './wage-type.status.ts'

/** A kind of work. A task whose process may pause stops over breaks and closed time and goes on after them. */
export const process = record('process', text('工序', 'Process'), {
  code: codeField('工序编码', 'Process code'),
  name: textField('工序名称', 'Process name', 100),
  outsourced: withDefault(flagField('委外', 'Outsourced'), false),
  qc_required: withDefault(flagField('需要质检', 'QC required'), false),
  wage_type: withDefault(choiceField('计酬方式', 'Wage type', wageType), 1),
  may_pause: withDefault(flagField('可跨休息时间', 'May pause over breaks'), true),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
  remark: remarkField(),
})
export type ProcessRow = RowOf<typeof process>
