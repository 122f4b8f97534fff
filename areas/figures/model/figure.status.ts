import { statuses } from '@qitao/core/status.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'

/** By what time figures are split: days beside the weeks and months that all pages have. */
export const grain = statuses({
  day: { code: 1, zh: '日', en: 'Day', colour: 'neutral' },
  week: timeDimension.states.week,
  month: timeDimension.states.month,
})

/** How an order in hand stands to its day. */
export const standing = statuses({
  late: { code: 'late', zh: '已逾期', en: 'Late', colour: 'danger' },
  at_risk: { code: 'at_risk', zh: '有风险', en: 'At risk', colour: 'warning' },
  unplanned: { code: 'unplanned', zh: '未排产', en: 'Not planned', colour: 'neutral' },
  kept: { code: 'kept', zh: '可按期', en: 'In time', colour: 'success' },
})

/** Why an order in hand is late or will be. */
export const riskCause = statuses({
  material: { code: 'material', zh: '缺料', en: 'Material', colour: 'danger' },
  capacity: { code: 'capacity', zh: '产能', en: 'Capacity', colour: 'warning' },
  not_planned: { code: 'not_planned', zh: '未排产', en: 'Not planned', colour: 'neutral' },
  no_order: { code: 'no_order', zh: '未转工单', en: 'No work order', colour: 'neutral' },
  not_shipped: { code: 'not_shipped', zh: '待发货', en: 'Waits to be shipped', colour: 'info' },
})
