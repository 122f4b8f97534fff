import { statuses } from './status.ts'

/** Whether master data (or an account) may be used from now on; what it was used for stays. */
export const enabledStatus = statuses({
  enabled: { code: 1, zh: '启用', en: 'Enabled', colour: 'success' },
  disabled: { code: 0, zh: '停用', en: 'Disabled', colour: 'neutral' },
})
