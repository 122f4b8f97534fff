import {
  dayField,
  integerField,
  optional,
  readOnly,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'

/** The best there is; a process asks for a level, and who has it or a better one may do it. */
export const highestSkill = 4

/** That a person can do a process. */
export const skill = record('skill', text('技能', 'Skill'), {
  user_id: referenceField('人员', 'Person', 'user'),
  process_id: referenceField('工序', 'Process', 'process'),
  level: withDefault(integerField('等级', 'Level', { min: 1, max: highestSkill }), 1),
  /** Its last day; empty: for good. */
  valid_to: optional(dayField('有效至', 'Valid to')),
  certificate: optional(textField('证书', 'Certificate', 100)),
  remark: remarkField(),
  user_name: readOnly(textField('人员', 'Person')),
  process_name: readOnly(textField('工序', 'Process')),
})
export type SkillRow = RowOf<typeof skill>
