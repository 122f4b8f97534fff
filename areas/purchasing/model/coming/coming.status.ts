import { statuses } from '@qitao/core/status.ts'

/** How sure it is that something comes on its day. */
export const comingState = statuses({
  late: { code: 'late', zh: '逾期', en: 'Late', colour: 'danger' },
  announced: { code: 'announced', zh: '已通知', en: 'Announced', colour: 'success' },
  confirmed: { code: 'confirmed', zh: '供应商已确认', en: 'Confirmed', colour: 'info' },
  ordered: { code: 'ordered', zh: '仅下单', en: 'Only ordered', colour: 'neutral' },
})
export type ComingState = (typeof comingState.list)[number]['code']
