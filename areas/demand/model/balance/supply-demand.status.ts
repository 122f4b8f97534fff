import { statuses } from '@qitao/core/status.ts'

export const supplyStatus = statuses({
  normal: { code: 0, zh: '正常', en: 'Normal', colour: 'success' },
  abnormal: { code: 1, zh: '异常（超出供应能力）', en: 'Exceeds supply', colour: 'danger' },
})
export const demandTrend = statuses({
  surplus: { code: 1, zh: '激增', en: 'Surplus', colour: 'danger' },
  drop: { code: 2, zh: '骤降', en: 'Drop', colour: 'warning' },
})
