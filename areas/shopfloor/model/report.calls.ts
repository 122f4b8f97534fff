import { command, exportOf, query } from '@qitao/core/call.ts'
import {
  because,
  codeOf,
  flagField,
  id,
  ids,
  instant,
  instantField,
  integerField,
  optional,
  plainString,
  positiveQuantity,
  quantity,
  quantityFromZeroField,
  readOnly,
  remarkField,
  textField,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { bulkOutput, listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { isNegative, isQuantity, type Quantity } from '@qitao/core/quantity.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { dispatchStatus, moStatus, pickingStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { qcItem } from '@qitao/quality/model/scheme/method.record.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { serialNumbers } from '@qitao/stock/model/piece.record.ts'
import { z } from 'zod'
import { pauseReason } from './pause/pause.status.ts'
import { shopfloorErrors } from './shopfloor.errors.ts'
import { mostReportAttachments } from './shopfloor.known.ts'

/** What people type in a report, with the titles they see. */
export const report = record('report_record', text('报工', 'Report'), {
  finished_quantity: quantityFromZeroField('良品数', 'Good'),
  defective_quantity: quantityFromZeroField('不良数', 'Scrap'),
  defect_reason: optional(textField('不良原因', 'Scrap reason', 100)),
  rework_quantity: quantityFromZeroField('返工数', 'Rework'),
  work_seconds: optional(integerField('工时', 'Work time', { unit: text('秒', 's') })),
  report_time: instantField('报工时间', 'Reported'),
  finishes_task: flagField('完成任务', 'Finishes the task'),
  revoked: flagField('已撤销', 'Undone'),
  approved_time: readOnly(optional(instantField('审核时间', 'Approved'))),
  remark: remarkField('备注', 'Remark', shopfloorErrors.reportRemarkTooLong),
})
/** What is asked when a task goes to somebody else. */
export const reassigned = record('dispatch', text('派工', 'Dispatch'), {
  reason: textField('改派原因', 'Reason'),
})
const records = [report]
const reportBase = '/mep_server/biz/report/'
const dispatchBase = '/mep_server/biz/dispatch/'
const reporters = [pages.productionReport]
/** Of one report. */
export const mostDefects = 20
const notNegative = quantity.refine(
  value => !isQuantity(value) || !isNegative(value),
  because(shopfloorErrors.negative),
)

export const taskRow = z.object({
  id,
  row_version: z.int(),
  task_no: z.string(),
  mo_id: id,
  mo_no: z.string(),
  mo_status: codeOf(moStatus),
  order_no: z.string().nullable(),
  material_id: id,
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  unit_precision: z.int(),
  sequence: z.int(),
  process_id: id,
  process_name: z.string(),
  device_id: id,
  machine_no: z.string(),
  device_name: z.string(),
  start_time: instant,
  end_time: instant,
  quantity: z.string(),
  reported_quantity: z.string(),
  defective_quantity: z.string(),
  /** What is left to report: of what is open, as much as can still come from the steps before. */
  open_quantity: z.string(),
  /** Most that can be reported now: what is open, and what the steps before have handed on. */
  reportable_quantity: z.string(),
  status: codeOf(taskStatus),
  publish_status: codeOf(publishStatus),
  dispatch_status: codeOf(dispatchStatus),
  picking_status: codeOf(pickingStatus),
  workgroup_id: id.nullable(),
  workgroup_name: z.string().nullable(),
  assignees: z.array(z.object({ id, name: z.string() })),
  /** Said when it was dispatched; null: all of it, without a remark. */
  dispatched_quantity: z.string().nullable(),
  dispatch_remark: z.string().nullable(),
  capacity_locked: z.boolean(),
  actual_start_time: instant.nullable(),
  actual_finish_time: instant.nullable(),
  /** It rests since then, and why. */
  paused_since: instant.nullable(),
  pause_reason: codeOf(pauseReason).nullable(),
  /** How long it has rested before. */
  paused_seconds: z.int(),
  /** Pieces that are to be worked on again here, and have not been reported since. */
  rework_quantity: z.string(),
  /** Steps of its work order that stand before it, and whether pieces can be sent back to them. */
  steps_before: z.array(z.object({ sequence: z.int(), process_name: z.string() })),
})
export type TaskRow = z.output<typeof taskRow>

export const reportRow = z.object({
  id,
  row_version: z.int(),
  report_no: z.string(),
  task_id: id,
  task_no: z.string(),
  mo_id: id,
  mo_no: z.string(),
  material_code: z.string(),
  material_name: z.string(),
  process_name: z.string(),
  machine_no: z.string().nullable(),
  user_names: z.string(),
  /** Who did it, in the order in which they were named; how long each took, where that was said. */
  people: z.array(z.object({ id, name: z.string(), work_seconds: z.int().nullable() })),
  finished_quantity: z.string(),
  defective_quantity: z.string(),
  defect_reason: z.string().nullable(),
  defects: z.array(z.object({ reason: z.string(), quantity: z.string() })),
  rework_quantity: z.string(),
  /** Where they are worked on again. */
  rework_process_name: z.string().nullable(),
  work_seconds: z.int(),
  inputs: z.array(
    z.object({ material_code: z.string(), location_code: z.string(), lot_number: z.string(), quantity: z.string() }),
  ),
  report_time: instant,
  finishes_task: z.boolean(),
  revoked: z.boolean(),
  /** Somebody has looked at it: only then it is paid. */
  approved_time: instant.nullable(),
  approved_by_name: z.string().nullable(),
  /** Its task is given to the one who asks. */
  is_own: z.boolean(),
  remark: z.string().nullable(),
  attachment_count: z.int(),
})
export type ReportRow = z.output<typeof reportRow>

const taskFilters = {
  machine_no_list: z.array(plainString(50)).max(500).optional(),
  device_ids: z.array(id).max(500).optional(),
  timestamp_range: timestampRange.optional(),
  workgroup_id: id.optional(),
}
export const listDispatchTasks = query(`${dispatchBase}query_dispatch_list`, {
  title: text('派工列表', 'Dispatch list'),
  grantedBy: [pages.dispatch],
  input: listInput({ ...taskFilters, dispatch_status: codeOf(dispatchStatus).optional() }),
  output: listOutput(taskRow),
})
export const exportDispatch = exportOf(listDispatchTasks, `${dispatchBase}export_dispatch`, {
  title: text('导出派工', 'Export dispatch'),
  grantedBy: [pages.dispatch],
})
export const addDispatch = command(`${dispatchBase}add_dispatch`, {
  title: text('派工', 'Dispatch'),
  grantedBy: [pages.dispatch],
  withoutRight: shopfloorErrors.dispatchNoRight,
  input: z.strictObject({
    task_ids: ids(),
    user_ids: z.array(id).max(100).default([]),
    workgroup_id: id.nullish(),
    /** At most the quantity of each task; the whole task when absent. */
    quantity: quantity.nullish(),
    remark: plainString(255, generalErrors.remarkTooLong).nullish(),
  }),
  output: bulkOutput,
  records,
})
export const cancelDispatch = command(`${dispatchBase}cancel_dispatch`, {
  title: text('取消派工', 'Undo dispatch'),
  grantedBy: [pages.dispatch],
  withoutRight: shopfloorErrors.dispatchNoRight,
  input: z.strictObject({ task_ids: ids() }),
  output: bulkOutput,
})
/** Ours: who goes on with tasks that were given away, begun or not, and why; what is reported of them stays. */
export const reassignTasks = command(`${dispatchBase}reassign_dispatch`, {
  title: text('改派', 'Re-assign'),
  grantedBy: [pages.dispatch],
  withoutRight: shopfloorErrors.dispatchNoRight,
  input: z.strictObject({
    task_ids: ids(),
    user_ids: z.array(id).max(100).default([]),
    workgroup_id: id.nullish(),
    reason: plainString(255, generalErrors.remarkTooLong).refine(
      value => value.trim() !== '',
      because(generalErrors.fieldRequired, { field_title: reassigned.fields.reason.title }),
    ),
  }),
  output: bulkOutput,
  records: [reassigned],
})
export const listReportTasks = query(`${reportBase}query_report_task_list`, {
  title: text('报工任务', 'Tasks to report'),
  grantedBy: reporters,
  input: listInput({ ...taskFilters, mine: z.boolean().default(true), statuses: z.array(z.int()).max(5).optional() }),
  output: listOutput(taskRow),
})
export const startTask = command(`${reportBase}start_task`, {
  title: text('开工', 'Start'),
  grantedBy: reporters,
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({ task_id: id, start_time: instant.optional() }),
  output: z.object({ task: taskRow }),
})
/** Ours: a task that was begun rests, and goes on. `at`: when the device says it happened. */
export const pauseTask = command(`${reportBase}pause_task`, {
  title: text('暂停', 'Pause'),
  grantedBy: reporters,
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({
    task_id: id,
    reason: codeOf(pauseReason),
    remark: plainString(100).optional(),
    at: instant.optional(),
  }),
  output: z.object({ task: taskRow }),
})
export const resumeTask = command(`${reportBase}resume_task`, {
  title: text('继续', 'Go on'),
  grantedBy: reporters,
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({ task_id: id, at: instant.optional() }),
  output: z.object({ task: taskRow }),
})
const lot = plainString(50).nullish()
const usedLot = z.strictObject({
  material_id: id,
  lot_number: lot,
  /** Absent: all that the report needs of it. */
  quantity: (positiveQuantity as z.ZodType<Quantity, string | number>).optional(),
  serial_numbers: serialNumbers,
})
export const addReport = command(`${reportBase}add_report`, {
  title: text('报工', 'Report'),
  grantedBy: reporters,
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({
    task_id: id,
    finished_quantity: notNegative,
    defective_quantity: notNegative.default('0'),
    /** Of all that is bad. */
    defect_reason: report.fields.defect_reason.schema.optional(),
    /** Of several reasons how many pieces were bad for each; they come to all that is bad. */
    defects: z
      .array(
        z.strictObject({
          reason: plainString(100).refine(value => value.trim() !== '', because(generalErrors.fieldRequired)),
          quantity: positiveQuantity as z.ZodType<Quantity, string | number>,
        }),
      )
      .max(mostDefects)
      .optional(),
    /** Neither good nor bad: worked on again, at this step when no other is named. */
    rework_quantity: notNegative.default('0'),
    rework_sequence: z.int().min(0).max(1_000_000).optional(),
    work_seconds: z.int().min(0).max(31_536_000).optional(),
    /** People who did it together; the reporter when absent. */
    user_ids: z.array(id).max(50).optional(),
    /** How long each of them took, in their order; all of them as long as `work_seconds` when absent. */
    user_seconds: z.array(z.int().min(0).max(31_536_000)).max(50).optional(),
    /** Ends the task although not all of it is reported. */
    finishes: z.boolean().default(false),
    /** When the device says it happened; the server's own time is the record's. */
    device_time: instant.optional(),
    remark: report.fields.remark.schema.optional(),
    /** Which lots and pieces of its components went in. Lots that are not named are taken first expired, first in. */
    used: z.array(usedLot).max(200).optional(),
    /** Which lot and pieces came out. */
    made: z.strictObject({ lot_number: lot, serial_numbers: serialNumbers }).optional(),
    /** What the reporter has found of the pieces, where a plan asks for it: a value of each characteristic. */
    checks: z
      .array(z.strictObject({ item_id: id, value: plainString(50) }))
      .max(200)
      .optional(),
    /** Why something is out of its limits. */
    check_reason: plainString(255).optional(),
    /** Photos and other files that were uploaded before. */
    attachment_ids: z
      .array(id)
      .refine(given => given.length <= mostReportAttachments, because(shopfloorErrors.tooManyAttachments))
      .optional(),
  }),
  output: z.object({ id, task: taskRow }),
  records,
})
/** What a report of so much would use and make, as far as it can be told before: what to confirm or to scan. */
export const proposeReportTrace = query(`${reportBase}query_report_trace`, {
  title: text('报工批次与序列号', 'Lots and serial numbers of a report'),
  grantedBy: reporters,
  input: z.strictObject({ task_id: id, quantity: notNegative }),
  output: z.object({
    product: z.object({
      material_code: z.string(),
      lot_number: z.string().nullable(),
      serial_policy: codeOf(serialPolicy),
      /** Its pieces come out of this operation: it is the last. */
      last: z.boolean(),
      /** Of the work order, and not yet made. */
      serial_numbers: z.array(z.string()),
    }),
    components: z.array(
      z.object({
        material_id: id,
        material_code: z.string(),
        material_name: z.string(),
        unit_name: z.string(),
        unit_precision: z.int(),
        serial_policy: codeOf(serialPolicy),
        quantity: z.string(),
        lots: z.array(z.object({ lot_number: z.string(), quantity: z.string(), picked: z.boolean() })),
      }),
    ),
    /** What who makes the pieces is to check of them. */
    checks: z.array(qcItem.row),
  }),
})
export const finishMos = command(`${reportBase}one_click_finish`, {
  title: text('一键完工', 'One-click completion'),
  grantedBy: [pages.productionReport, pages.progress],
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({ mo_ids: ids(100) }),
  output: bulkOutput,
})
export const listReports = query(`${reportBase}query_report_list`, {
  title: text('报工记录', 'Reports'),
  grantedBy: [pages.productionReport, pages.progress],
  input: listInput({
    task_id: id.optional(),
    mo_id: id.optional(),
    user_id: id.optional(),
    process_id: id.optional(),
    approved: z.boolean().optional(),
    timestamp_range: timestampRange.optional(),
  }),
  output: listOutput(reportRow),
  records,
})
export const exportReports = exportOf(listReports, `${reportBase}export_report`, {
  title: text('导出报工记录', 'Export reports'),
  grantedBy: [pages.productionReport],
})
/** Ours: who gives tasks away says that what was reported of them is right. */
export const approveReports = command(`${reportBase}approve_report`, {
  title: text('审核报工', 'Approve reports'),
  grantedBy: [pages.dispatch],
  input: z.strictObject({ ids: ids() }),
  output: bulkOutput,
})
export const dropReport = command(`${reportBase}drop_report`, {
  title: text('撤销报工', 'Undo a report'),
  grantedBy: reporters,
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({ id }),
  output: z.object({ mo: z.object({ id, no: z.string(), status: codeOf(moStatus) }) }),
})
export const reduceMos = command(`${reportBase}many_reduction_order`, {
  title: text('撤销工单报工', 'Undo the reports of work orders'),
  grantedBy: [pages.productionReport, pages.progress],
  withoutRight: shopfloorErrors.reportNoRight,
  input: z.strictObject({ mo_ids: ids(100), reason: plainString(255).optional() }),
  output: bulkOutput,
})

export const progressRow = z.object({
  id,
  no: z.string(),
  status: codeOf(moStatus),
  order_no: z.string().nullable(),
  customer_name: z.string().nullable(),
  material_code: z.string(),
  material_name: z.string(),
  unit_name: z.string(),
  planned_quantity: z.string(),
  completed_quantity: z.string(),
  defective_quantity: z.string(),
  delivery_date: instant,
  planned_start_time: instant.nullable(),
  planned_finish_time: instant.nullable(),
  actual_start_time: instant.nullable(),
  actual_finish_time: instant.nullable(),
  /**
   * When it will be finished as it goes: the planned finish moved by what the most delayed operation is behind. Null when it is
   * not planned; the real finish when it is done.
   */
  expected_finish_time: instant.nullable(),
  /** Share of all operations' quantity that is reported as good, 0 to 100; 100 when the order is completed. */
  percent: z.number(),
  late_days: z.int(),
  /** Orders above it, of which each waits for the one below. */
  level: z.int(),
  operations: z.array(
    z.object({
      sequence: z.int(),
      process_name: z.string(),
      machine_no: z.string().nullable(),
      status: codeOf(taskStatus),
      reported_quantity: z.string(),
      defective_quantity: z.string(),
      start_time: instant.nullable(),
      end_time: instant.nullable(),
    }),
  ),
})
export type ProgressRow = z.output<typeof progressRow>
export const listProgress = query('/mep_server/biz/mo/query_mo_progress_list', {
  title: text('生产进度', 'Production progress'),
  grantedBy: [pages.progress],
  input: listInput({
    statuses: z.array(z.int()).max(10).optional(),
    timestamp_range: timestampRange.optional(),
    late: z.boolean().optional(),
  }),
  output: listOutput(progressRow),
})
