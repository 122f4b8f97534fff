import { statuses } from '@qitao/core/status.ts'

/** What is inspected, and when (specification section 3). */
export const qcType = statuses({
  incoming: { code: 1, zh: '来料检', en: 'Incoming', colour: 'info' },
  final: { code: 3, zh: '成品检', en: 'Final', colour: 'success' },
})
export type QcTypeCode = (typeof qcType.list)[number]['code']
