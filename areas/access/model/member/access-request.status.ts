import { statuses } from '@qitao/core/status.ts'

/** The life of a member's request for a page. */
export const accessRequestStatus = statuses(
  {
    waiting: { code: 10, zh: '待答复', en: 'Waiting', colour: 'warning' },
    granted: { code: 20, zh: '已授权', en: 'Granted', colour: 'success' },
    refused: { code: 30, zh: '已拒绝', en: 'Refused', colour: 'neutral' },
  },
  {
    grant: { zh: '授权', en: 'grant', from: ['waiting'], to: 'granted' },
    refuse: { zh: '拒绝', en: 'refuse', from: ['waiting'], to: 'refused' },
  },
)
