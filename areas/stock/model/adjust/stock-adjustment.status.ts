import { statuses } from '@qitao/core/status.ts'

/** An adjustment is posted at once, or waits for its approval first. */
export const adjustmentStatus = statuses(
  {
    pending: { code: 10, zh: '待审批', en: 'To approve', colour: 'warning' },
    posted: { code: 30, zh: '已入账', en: 'Posted', colour: 'success' },
    refused: { code: 5, zh: '已驳回', en: 'Refused', colour: 'danger' },
    withdrawn: { code: 6, zh: '已撤回', en: 'Withdrawn', colour: 'neutral' },
  },
  {
    approve: { zh: '通过', en: 'approve', from: ['pending'], to: 'posted' },
    refuse: { zh: '驳回', en: 'refuse', from: ['pending'], to: 'refused' },
    withdraw: { zh: '撤回', en: 'withdraw', from: ['pending'], to: 'withdrawn' },
  },
)
