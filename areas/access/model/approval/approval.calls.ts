import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant, money, plainString } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { featureEnable } from '../company/feature-enable.status.ts'
import { approvalMode, approvalStatus } from './approval.status.ts'

const base = '/mep_server/biz/approval/'
const centre = [pages.taskCentre]
const settings = [pages.settings]
const comment = plainString(255, generalErrors.remarkTooLong)
const outcome = z.object({ approval_status: codeOf(approvalStatus) })

export const approvalFlowRow = z.object({
  id,
  module_code: z.string(),
  mode: codeOf(approvalMode),
  approver_ids: z.array(id),
  approver_names: z.array(z.string()),
  enabled: codeOf(featureEnable),
  amount_from: z.string().nullable(),
  workgroup_ids: z.array(id),
})
export type ApprovalFlowRow = z.output<typeof approvalFlowRow>

export const queryApprovalFlowList = query(`${base}query_approval_flow_list`, {
  title: text('审批流列表', 'Approval flows'),
  grantedBy: settings,
  input: z.strictObject({ module_code: plainString(20).optional() }),
  output: z.object({ result: z.array(approvalFlowRow) }),
})
/** The flow of a document type: of all its documents, or of those from an amount on or submitted by members of workgroups. */
export const setApprovalFlow = command(`${base}set_approval_flow`, {
  title: text('设置审批流', 'Set an approval flow'),
  grantedBy: settings,
  input: z.strictObject({
    /** Absent: the flow with these conditions, or a new one. */
    id: id.optional(),
    module_code: plainString(20),
    mode: codeOf(approvalMode),
    approver_ids: z.array(id).max(20),
    enabled: codeOf(featureEnable),
    amount_from: money.nullish(),
    workgroup_ids: z.array(id).max(50).default([]),
  }),
  output: z.object({ id }),
})
export const dropApprovalFlows = command(`${base}bulk_drop_approval_flow`, {
  title: text('删除审批流', 'Delete approval flows'),
  grantedBy: settings,
  input: z.strictObject({ ids: ids(100) }),
  output: affected,
})

export const approvalRow = z.object({
  id,
  module_code: z.string(),
  object_id: id,
  object_no: z.string(),
  mode: codeOf(approvalMode),
  status: codeOf(approvalStatus),
  starter_id: id,
  starter_name: z.string().nullable(),
  current_approver_ids: z.array(id),
  current_approver_names: z.array(z.string()),
  started_time: instant,
  finished_time: instant.nullable(),
  reminded_time: instant.nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
})
export type ApprovalRow = z.output<typeof approvalRow>
export const approvalStepRow = z.object({
  id,
  sequence: z.int(),
  approver_id: id,
  approver_name: z.string().nullable(),
  delegated_by_name: z.string().nullable(),
  result: codeOf(approvalStatus),
  comment: z.string().nullable(),
  handled_time: instant.nullable(),
})
export type ApprovalStepRow = z.output<typeof approvalStepRow>
/** What was done, in order. */
export const approvalEventRow = z.object({
  id,
  action: z.enum(['approve', 'reject', 'return', 'delegate', 'withdraw', 'remind']),
  user_name: z.string().nullable(),
  to_user_name: z.string().nullable(),
  comment: z.string().nullable(),
  at: instant,
})
export type ApprovalEventRow = z.output<typeof approvalEventRow>

export const queryApprovalList = query(`${base}query_approval_list`, {
  title: text('审批列表', 'Approvals'),
  grantedBy: centre,
  input: listInput({
    /** Waiting for me, decided by me, submitted by me. */
    scope: z.enum(['todo', 'done', 'mine']).default('todo'),
    module_code: plainString(20).optional(),
    statuses: z.array(codeOf(approvalStatus)).max(10).optional(),
  }),
  output: listOutput(approvalRow),
})
export const queryApprovalDetail = query(`${base}query_approval_detail`, {
  title: text('审批详情', 'Approval detail'),
  grantedBy: centre,
  input: z.strictObject({ id }),
  /** The document as it was submitted: its record, and its lines. */
  output: z.object({
    record: approvalRow,
    steps: z.array(approvalStepRow),
    events: z.array(approvalEventRow),
    document: z.object({
      record: z.record(z.string(), z.unknown()),
      lines: z.array(z.record(z.string(), z.unknown())),
    }),
  }),
})
export const approveApproval = command(`${base}approve_approval`, {
  title: text('审批通过', 'Approve'),
  grantedBy: centre,
  input: z.strictObject({ id, comment: comment.optional() }),
  output: outcome,
})
export const rejectApproval = command(`${base}reject_approval`, {
  title: text('审批驳回', 'Reject'),
  grantedBy: centre,
  input: z.strictObject({ id, comment }),
  output: outcome,
})
/** Most approvals that are decided at once. */
export const mostDecided = 100
export const approveApprovals = command(`${base}bulk_approve_approval`, {
  title: text('批量审批通过', 'Approve several'),
  grantedBy: centre,
  input: z.strictObject({ ids: ids(mostDecided), comment: comment.optional() }),
  output: bulkOutput,
})
export const rejectApprovals = command(`${base}bulk_reject_approval`, {
  title: text('批量审批驳回', 'Reject several'),
  grantedBy: centre,
  input: z.strictObject({ ids: ids(mostDecided), comment }),
  output: bulkOutput,
})
/** Back to a colleague who agreed before: the step, and in a sequence all after it, is open again. */
export const returnApproval = command(`${base}return_approval`, {
  title: text('退回审批步骤', 'Return an approval to a step'),
  grantedBy: centre,
  input: z.strictObject({ id, step_id: id, comment }),
  output: outcome,
})
export const withdrawApproval = command(`${base}withdraw_approval`, {
  title: text('撤回审批', 'Withdraw an approval'),
  grantedBy: centre,
  input: z.strictObject({ id }),
  output: outcome,
})
/** The approver's own step goes to a colleague. */
export const delegateApproval = command(`${base}delegate_approval`, {
  title: text('转交审批', 'Pass an approval on'),
  grantedBy: centre,
  input: z.strictObject({ id, user_id: id, comment: comment.optional() }),
  output: outcome,
})
export const remindApproval = command(`${base}remind_approval`, {
  title: text('催办审批', 'Remind the approvers'),
  grantedBy: centre,
  input: z.strictObject({ id }),
  output: outcome,
})
