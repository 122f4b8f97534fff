import { errors } from '@qitao/core/refusal.ts'

/** Closed periods of the gross margin, 5328 and 5329. */
export const marginErrors = errors({
  closeDayWrong: [
    5328,
    '关账日须晚于上次关账日且早于今天',
    'A period is closed up to a day after the last closed one and before today',
  ],
  notLastPeriod: [
    5329,
    '只能取消最后一次关账：请先取消之后的',
    'Only the last closed period is reopened: reopen those after it first',
  ],
})
