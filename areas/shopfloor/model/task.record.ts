import {
  choiceField,
  optional,
  quantityField,
  readOnly,
  referenceField,
  referencesField,
  remarkField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pickingStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { productionTask } from '@qitao/scheduling/model/task.record.ts'

/** A task as the floor sees it: of the published plan, with who does it. */
export const floorTask = record('production_task', text('任务', 'Task'), {
  ...productionTask.fields,
  picking_status: readOnly(choiceField('领料', 'Picking', pickingStatus)),
  workgroup_id: optional(referenceField('班组', 'Workgroup', 'workgroup')),
  dispatched_quantity: optional(quantityField('派工数量', 'Quantity given')),
  dispatch_remark: optional(remarkField('派工备注', 'Dispatch remark')),
  user_ids: optional(referencesField('人员', 'People', 'user')),
})
