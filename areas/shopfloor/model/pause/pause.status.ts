import { statuses } from '@qitao/core/status.ts'

/** Why a task rests. */
export const pauseReason = statuses({
  rest: { code: 1, zh: '休息', en: 'Break', colour: 'neutral' },
  shift: { code: 2, zh: '交接班', en: 'Shift change', colour: 'neutral' },
  material: { code: 3, zh: '等物料', en: 'No material', colour: 'warning' },
  inspection: { code: 4, zh: '等检验', en: 'Inspection', colour: 'info' },
  machine: { code: 5, zh: '设备或工装', en: 'Machine or tool', colour: 'danger' },
  other_task: { code: 6, zh: '先做其他任务', en: 'Other task first', colour: 'processing' },
  other: { code: 9, zh: '其他', en: 'Other', colour: 'neutral' },
})
