import { affected, command, exportOf, idAndVersion, query } from '@qitao/core/call.ts'
import {
  because,
  choiceField,
  codeField,
  codeOf,
  id,
  ids,
  instant,
  instantField,
  integerField,
  optional,
  plainString,
  positiveQuantity,
  readOnly,
  remarkField,
  rowVersion,
  textField,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { listInput, listOutput, timestampRange } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { changeKind, changeReason, changeRequestStatus, outdatedCause } from './change-request.status.ts'

/** What the floor asks the planner to change, with what it would do to the plan, and what became of it. */
export const changeRequest = record('plan_change_request', text('计划变更申请', 'Plan change request'), {
  no: readOnly(codeField('申请号', 'Request no.')),
  status: readOnly(choiceField('状态', 'Status', changeRequestStatus)),
  kind: choiceField('变更类型', 'Change', changeKind),
  reason: choiceField('原因', 'Reason', changeReason),
  remark: remarkField('说明', 'Words'),
  asked_by_name: readOnly(textField('申请人', 'Asked by')),
  asked_time: readOnly(instantField('申请时间', 'Asked')),
  task_names: readOnly(textField('任务', 'Tasks')),
  moved_count: readOnly(integerField('移动任务数', 'Tasks that move')),
  late_count: readOnly(integerField('延误工单数', 'Orders that become later')),
  conflict_count: readOnly(integerField('冲突数', 'Conflicts')),
  decided_by_name: readOnly(optional(textField('处理人', 'Answered by'))),
  decided_time: readOnly(optional(instantField('处理时间', 'Answered'))),
  answer: remarkField('答复', 'Answer'),
  outdated_cause: readOnly(optional(choiceField('过时原因', 'Outdated because', outdatedCause))),
})
const base = '/mep_server/biz/schedule/'
const planners = [pages.productionPlan]
const askers = [pages.workshopPlan, pages.dispatch]
const records = [changeRequest]
const words = plainString(255, generalErrors.remarkTooLong)
/** Asked for in one request. */
export const mostAsked = 20
/** So many tasks and orders of an effect are named; the rest are counted. */
export const mostNamed = 50

const said = z.object({ zh: z.string(), en: z.string() })
export const changeEffect = z.object({
  /** When it was computed. */
  time: instant,
  /** Why the plan does not allow it; none: it does. */
  conflicts: z.array(said),
  moved_count: z.int(),
  /** Those that are asked for first. */
  moved: z.array(
    z.object({
      /** Null: the part that is taken off. */
      task_id: id.nullable(),
      mo_no: z.string(),
      process_name: z.string(),
      asked: z.boolean(),
      from_machine_no: z.string(),
      machine_no: z.string(),
      /** Starts of the run, before and then. */
      from_time: instant,
      start_time: instant,
      end_time: instant,
    }),
  ),
  late_count: z.int(),
  early_count: z.int(),
  /** Work orders that are done earlier or later, those that are late by it first. */
  orders: z.array(
    z.object({
      mo_id: id,
      mo_no: z.string(),
      delivery_date: instant,
      finish_before: instant,
      finish_time: instant,
      tardiness_seconds_before: z.int(),
      tardiness_seconds: z.int(),
    }),
  ),
})
export type ChangeEffect = z.output<typeof changeEffect>

const wished = z.strictObject({
  task_id: id,
  row_version: rowVersion,
  /** Its own machine when absent. */
  machine_no: plainString(50).optional(),
  /** Of the run; where it stands, or right behind the rest of a split, when absent. A hold: not before. */
  start_time: instant.optional(),
  /** Of the part that is taken off. */
  quantity: positiveQuantity.optional(),
})
export type WishedTask = z.output<typeof wished>
const wish = { kind: codeOf(changeKind), tasks: z.array(wished).min(1).max(mostAsked) }

export const changeTask = z.object({
  task_id: id,
  task_no: z.string(),
  mo_id: id,
  mo_no: z.string(),
  process_name: z.string(),
  machine_no: z.string(),
  start_time: instant,
  end_time: instant,
  quantity: z.string(),
  to_machine_no: z.string().nullable(),
  to_start_time: instant.nullable(),
  to_quantity: z.string().nullable(),
})
export const changeRequestRow = z.object({
  id,
  row_version: z.int(),
  no: z.string(),
  status: codeOf(changeRequestStatus),
  kind: codeOf(changeKind),
  reason: codeOf(changeReason),
  remark: z.string().nullable(),
  asked_by: id,
  asked_by_name: z.string(),
  asked_time: instant,
  task_names: z.string(),
  tasks: z.array(changeTask),
  /** As it was seen when it was asked. */
  effect: changeEffect,
  moved_count: z.int(),
  late_count: z.int(),
  conflict_count: z.int(),
  decided_by_name: z.string().nullable(),
  decided_time: instant.nullable(),
  answer: z.string().nullable(),
  outdated_cause: codeOf(outdatedCause).nullable(),
  outdated_task_no: z.string().nullable(),
})
export type ChangeRequestRow = z.output<typeof changeRequestRow>

/** Ours: where tasks stand in the plan, and where else each could be made. */
export const listChangeChoices = query(`${base}query_change_choice_list`, {
  acrossWorkgroups: 'whole',
  title: text('可申请的变更', 'What may be asked for'),
  grantedBy: askers,
  input: z.strictObject({ task_ids: ids(mostAsked) }),
  output: z.object({
    tasks: z.array(
      z.object({
        task_id: id,
        row_version: z.int(),
        task_no: z.string(),
        mo_no: z.string(),
        process_name: z.string(),
        machine_no: z.string(),
        start_time: instant,
        end_time: instant,
        quantity: z.string(),
        unit_name: z.string(),
        unit_precision: z.int(),
        /** Able ones, its own included; null seconds: no time is maintained there. */
        machines: z.array(z.object({ machine_no: z.string(), name: z.string(), run_seconds: z.int().nullable() })),
      }),
    ),
  }),
})
/** Ours: what a change would do to the plan as it stands now. Nothing is changed. */
export const previewChange = query(`${base}preview_change_request`, {
  acrossWorkgroups: 'whole',
  title: text('变更影响预览', 'What a change would do'),
  grantedBy: askers,
  input: z.strictObject(wish),
  output: changeEffect,
})
/** Ours: asks the planner; what it would do is computed once more and kept with it. */
export const addChangeRequest = command(`${base}add_change_request`, {
  title: text('申请计划变更', 'Ask for a change of the plan'),
  grantedBy: askers,
  input: z.strictObject({ ...wish, reason: codeOf(changeReason), remark: words.nullish() }),
  output: z.object({ id, no: z.string(), effect: changeEffect }),
  records,
})
/** Ours: the latest first. Who neither plans nor gives work away sees the own ones. */
export const listChangeRequests = query(`${base}query_change_request_list`, {
  title: text('计划变更申请列表', 'Plan change requests'),
  grantedBy: [...planners, ...askers],
  input: listInput({
    statuses: z.array(codeOf(changeRequestStatus)).max(5).optional(),
    kinds: z.array(codeOf(changeKind)).max(4).optional(),
    reasons: z.array(codeOf(changeReason)).max(8).optional(),
    timestamp_range: timestampRange.optional(),
    /** Only those of the one who asks. */
    mine: z.boolean().default(false),
  }),
  output: listOutput(changeRequestRow),
  records,
})
export const exportChangeRequests = exportOf(listChangeRequests, `${base}export_change_request_list`, {
  title: text('导出计划变更申请', 'Export plan change requests'),
  grantedBy: [...planners, ...askers],
})
/** Ours: what an open request would do to the plan as it stands now. */
export const showChangeEffect = query(`${base}query_change_request_effect`, {
  acrossWorkgroups: 'refused',
  title: text('变更申请当前影响', 'What a request would do now'),
  grantedBy: planners,
  input: z.strictObject({ id }),
  output: changeEffect,
})
/** Ours: the tasks are moved, all of them or none, and who asked is told. */
export const acceptChangeRequest = command(`${base}accept_change_request`, {
  acrossWorkgroups: 'refused',
  title: text('同意计划变更', 'Accept a change of the plan'),
  grantedBy: planners,
  input: z.strictObject({ ...idAndVersion, answer: words.nullish() }),
  output: affected.extend({ plan_version: z.int(), warnings: z.array(z.string()) }),
  records,
})
export const refuseChangeRequest = command(`${base}refuse_change_request`, {
  acrossWorkgroups: 'refused',
  title: text('拒绝计划变更', 'Refuse a change of the plan'),
  grantedBy: planners,
  input: z.strictObject({
    ...idAndVersion,
    answer: words.refine(value => value.trim() !== '', because(generalErrors.fieldRequired)),
  }),
  output: affected,
  records,
})
/** Ours: by who has asked, while nobody has answered. */
export const withdrawChangeRequest = command(`${base}withdraw_change_request`, {
  title: text('撤回计划变更申请', 'Withdraw a change request'),
  grantedBy: askers,
  input: z.strictObject(idAndVersion),
  output: affected,
})
