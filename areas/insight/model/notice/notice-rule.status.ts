import { statuses } from '@qitao/core/status.ts'

export const noticeRuleStatus = statuses(
  {
    on: { code: 1, zh: '启用', en: 'On', colour: 'success' },
    off: { code: 0, zh: '停用', en: 'Off', colour: 'neutral' },
  },
  {
    turn_on: { zh: '启用', en: 'turn on', from: ['off'], to: 'on' },
    turn_off: { zh: '停用', en: 'turn off', from: ['on'], to: 'off' },
  },
)
