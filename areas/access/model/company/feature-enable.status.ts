import { statuses } from '@qitao/core/status.ts'

/** A function that can be switched on and off (specification section 4). */
export const featureEnable = statuses({
  off: { code: 0, zh: '关闭', en: 'Off', colour: 'neutral' },
  on: { code: 1, zh: '开启', en: 'On', colour: 'success' },
})
