import {
  choiceField,
  codeField,
  instantField,
  listField,
  moneyField,
  optional,
  quantityFromZeroField,
  referenceField,
  remarkField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { featureEnable } from '../company/feature-enable.status.ts'
import { approvalMode, approvalStatus } from './approval.status.ts'

/** An approval as lists show it. */
export const approval = record('approval', text('审批', 'Approval'), {
  module_code: textField('单据类型', 'Document'),
  object_no: codeField('单号', 'No.'),
  amount: optional(moneyField('金额', 'Amount')),
  mode: choiceField('审批方式', 'Mode', approvalMode),
  status: choiceField('状态', 'Status', approvalStatus),
  starter_id: referenceField('提交人', 'Submitted by', 'user'),
  started_time: instantField('提交时间', 'Submitted'),
  finished_time: optional(instantField('完成时间', 'Decided')),
  current_approver_ids: listField('待审批人', 'Waits for', z.array(z.string())),
})

/** What an approver writes. */
export const decision = record('approval_decision', text('审批意见', 'Decision'), {
  comment: remarkField('意见', 'Comment', generalErrors.remarkTooLong),
  reason: textField('原因', 'Reason', 255),
  user_id: referenceField('转交给', 'Pass on to', 'user'),
  step_id: textField('退回到', 'Return to', 40),
})

export const approvalFlow = record('approval_flow', text('审批流', 'Approval flow'), {
  module_code: textField('单据类型', 'Document'),
  mode: choiceField('审批方式', 'Mode', approvalMode),
  approver_ids: listField('审批人', 'Approvers', z.array(z.string())),
  amount_from: optional(quantityFromZeroField('金额达到', 'From amount')),
  workgroup_ids: withDefault(listField('提交人所属班组', 'Workgroups of the submitter', z.array(z.string())), []),
  enabled: withDefault(choiceField('启用', 'In use', featureEnable), featureEnable.codes.on),
})
