import { statuses } from '@qitao/core/status.ts'

/** How an approval stands, and a step of it (specification section 4; its values are ours). */
export const approvalStatus = statuses(
  {
    pending: { code: 1, zh: '审批中', en: 'Pending', colour: 'processing' },
    approved: { code: 2, zh: '已通过', en: 'Approved', colour: 'success' },
    rejected: { code: 3, zh: '已驳回', en: 'Rejected', colour: 'danger' },
    withdrawn: { code: 4, zh: '已撤回', en: 'Withdrawn', colour: 'neutral' },
  },
  {
    approve: { zh: '通过', en: 'approve', from: ['pending'] },
    /** By the last who has to. */
    approve_last: { zh: '通过', en: 'approve', from: ['pending'], to: 'approved' },
    reject: { zh: '驳回', en: 'reject', from: ['pending'], to: 'rejected' },
    return: { zh: '退回', en: 'return to a step', from: ['pending'] },
    delegate: { zh: '转交', en: 'pass on', from: ['pending'] },
    withdraw: { zh: '撤回', en: 'withdraw', from: ['pending'], to: 'withdrawn' },
    remind: { zh: '催办', en: 'remind', from: ['pending'] },
  },
)
/** Who of the approvers must agree (specification section 4). */
export const approvalMode = statuses({
  single: { code: 4, zh: '单人审批', en: 'Single', colour: 'info' },
  joint_sign: { code: 1, zh: '会签', en: 'Joint sign (everyone)', colour: 'info' },
  either_sign: { code: 2, zh: '或签', en: 'Either sign (one suffices)', colour: 'info' },
  sequential: { code: 3, zh: '依次审批', en: 'Sequential', colour: 'info' },
})
