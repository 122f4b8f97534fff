import {
  choiceField,
  codeField,
  codeOf,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { z } from 'zod'

/** One operation of a work order on a machine: set-up from `setup_start_time` to `start_time`, run from there to `end_time`. */
export const productionTask = record('production_task', text('生产任务', 'Production task'), {
  task_no: codeField('任务号', 'Task no.'),
  mo_id: referenceField('工单', 'MO', 'mo'),
  sequence: integerField('工序号', 'Step'),
  process_id: referenceField('工序', 'Process', 'process'),
  device_id: referenceField('设备', 'Equipment', 'device'),
  machine_no: codeField('设备编号', 'Machine no.'),
  setup_start_time: instantField('准备开始', 'Set-up start'),
  start_time: instantField('开始时间', 'Start'),
  end_time: instantField('结束时间', 'End'),
  setup_seconds: integerField('准备与换型', 'Set-up', { unit: text('秒', 's') }),
  quantity: quantityField('数量', 'Quantity'),
  reported_quantity: readOnly(quantityFromZeroField('已报工', 'Reported')),
  defective_quantity: readOnly(quantityFromZeroField('不良', 'Defective')),
  status: readOnly(choiceField('状态', 'Status', taskStatus)),
  publish_status: readOnly(choiceField('发布状态', 'Publish status', publishStatus)),
  dispatch_status: readOnly(choiceField('派工状态', 'Dispatch status', dispatchStatus)),
  capacity_locked: readOnly(flagField('产能锁定', 'Capacity locked')),
  actual_start_time: readOnly(optional(instantField('实际开始', 'Actual start'))),
  actual_finish_time: readOnly(optional(instantField('实际完成', 'Actual finish'))),
})

/** Why a task does not start earlier, as the engine found it; `until` is when this reason alone would have let it run. */
export const taskReason = z.object({
  kind: z.enum([
    'machine',
    'predecessor',
    'kit',
    'not_before',
    'calendar',
    'frozen',
    'resource',
    'fixed',
    'now',
    'hand',
  ]),
  until: instant,
  /** Operation, material, machine or workgroup. */
  object_id: z.string().nullable(),
  object_name: z.string().nullable(),
})
export type TaskReason = z.output<typeof taskReason>

export const taskRow = z.object({
  id,
  task_no: z.string(),
  row_version: z.int(),
  mo_id: id,
  /** What planning knows it by: its operation, or its part of one. */
  operation_id: id,
  /** Of an operation that is made in parts. */
  part_no: z.int().nullable(),
  sequence: z.int(),
  process_id: id,
  process_name: z.string(),
  device_id: id,
  machine_no: z.string(),
  setup_seconds: z.int(),
  setup_start_time: instant,
  start_time: instant,
  end_time: instant,
  quantity: z.string(),
  reported_quantity: z.string(),
  defective_quantity: z.string(),
  status: codeOf(taskStatus),
  publish_status: codeOf(publishStatus),
  published_start_time: instant.nullable(),
  published_end_time: instant.nullable(),
  published_device_id: id.nullable(),
  dispatch_status: codeOf(dispatchStatus),
  workgroup_id: id.nullable(),
  capacity_locked: z.boolean(),
  actual_start_time: instant.nullable(),
  actual_finish_time: instant.nullable(),
  reasons: z.array(taskReason),
})
export type TaskRow = z.output<typeof taskRow>
