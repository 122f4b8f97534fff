import { choiceField, optional, readOnly, referenceField, remarkField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { andonCause } from './andon.status.ts'

/** Whom calls of a kind reach. The line of a machine's group counts before the one for all groups. */
export const andonDuty = record('andon_duty', text('安灯责任人', 'Andon duty'), {
  cause: choiceField('呼叫类型', 'Calls for', andonCause),
  /** Empty: of every group that has no line of its own. */
  workgroup_id: optional(referenceField('班组', 'Workgroup', 'workgroup')),
  owner_id: referenceField('责任人', 'Owner', 'user'),
  manager_id: optional(referenceField('主管', 'Manager', 'user')),
  remark: remarkField(),
  workgroup_name: readOnly(optional(textField('班组名称', 'Name of the group'))),
  owner_name: readOnly(textField('责任人姓名', 'Name of the owner')),
  manager_name: readOnly(optional(textField('主管姓名', 'Name of the manager'))),
})
export type AndonDutyRow = RowOf<typeof andonDuty>
