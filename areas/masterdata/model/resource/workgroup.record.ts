import { enabledStatus } from '@qitao/core/enabled.status.ts'
import {
  choiceField,
  codeField,
  listField,
  optional,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

const mostMembers = 500

/** People who work together. Its calendar holds for its machines that have none of their own. */
export const workgroup = record('workgroup', text('班组', 'Workgroup'), {
  code: codeField('班组编码', 'Workgroup code'),
  name: textField('班组名称', 'Workgroup name', 100),
  leader_id: optional(referenceField('班组长', 'Leader', 'user')),
  member_ids: withDefault(referencesField('成员', 'Members', 'user', mostMembers), []),
  calendar_id: optional(referenceField('工作日历', 'Calendar', 'calendar')),
  status: withDefault(choiceField('状态', 'Status', enabledStatus), 1),
  remark: remarkField(),
  leader_name: readOnly(optional(textField('班组长', 'Leader'))),
  member_names: readOnly(listField('成员', 'Members', z.array(z.string()))),
  calendar_name: readOnly(optional(textField('工作日历', 'Calendar'))),
  machine_no_list: readOnly(listField('设备', 'Equipment', z.array(z.string()))),
})
export type WorkgroupRow = RowOf<typeof workgroup>
