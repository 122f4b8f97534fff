import { statuses } from './status.ts'

/** Whether master data (or an account) may be used from now on; what it was used for stays. */
export const enabledStatus = statuses(
  {
    enabled: { code: 1, zh: '启用', en: 'Enabled', colour: 'success' },
    disabled: { code: 0, zh: '停用', en: 'Disabled', colour: 'neutral' },
  },
  {
    enable: { zh: '启用', en: 'enable', from: ['disabled'], to: 'enabled' },
    disable: { zh: '停用', en: 'disable', from: ['enabled'], to: 'disabled' },
    /** Goes for good, and what was done with it stays. */
    retire: { zh: '移除', en: 'remove', from: ['enabled', 'disabled'], to: 'disabled' },
  },
)
export type EnabledCode = (typeof enabledStatus.list)[number]['code']
