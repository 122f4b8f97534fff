import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  choiceField,
  codeField,
  flagField,
  integerField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { highestSkill } from '../resource/skill.record.ts'
import { chargeBy } from './charge-by.status.ts'
import { wageType } from './wage-type.status.ts'

/** A kind of work. A task whose process may pause stops over breaks and closed time and goes on after them. */
export const process = record('process', text('工序', 'Process'), {
  code: codeField('工序编码', 'Process code'),
  name: textField('工序名称', 'Process name', 100),
  outsourced: withDefault(flagField('委外', 'Outsourced'), false),
  qc_required: withDefault(flagField('需要质检', 'QC required'), false),
  wage_type: withDefault(choiceField('计酬方式', 'Wage type', wageType), 1),
  may_pause: withDefault(flagField('可跨休息时间', 'May pause over breaks'), true),
  /** 0: anybody may do it. */
  skill_level: withDefault(integerField('要求技能等级', 'Skill asked for', { min: 0, max: highestSkill }), 0),
  /** Where its machine is a furnace. */
  charge_by: withDefault(choiceField('同炉条件', 'Share a charge', chargeBy), chargeBy.codes.product),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
  remark: remarkField(),
})
export type ProcessRow = RowOf<typeof process>
