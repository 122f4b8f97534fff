import { statuses } from '@qitao/core/status.ts'

/** What a day of a calendar is (specification section 9). */
export const dayType = statuses({
  working: { code: 1, zh: '工作日', en: 'Working day', colour: 'success' },
  rest: { code: 2, zh: '休息日', en: 'Rest day', colour: 'neutral' },
  holiday: { code: 3, zh: '节假日', en: 'Holiday', colour: 'danger' },
  overtime: { code: 4, zh: '加班日', en: 'Overtime day', colour: 'warning' },
})
