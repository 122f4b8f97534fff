import { statuses } from '@qitao/core/status.ts'

/** What is inspected, and when (specification section 3). */
export const qcType = statuses({
  incoming: { code: 1, zh: '来料检', en: 'Incoming', colour: 'info' },
  in_process: { code: 2, zh: '过程检', en: 'In process', colour: 'processing' },
  final: { code: 3, zh: '成品检', en: 'Final', colour: 'success' },
  /** Of goods that are to be shipped, before they are. */
  outgoing: { code: 4, zh: '出货检', en: 'Outgoing', colour: 'processing' },
  /** From 5 on ours. */
  first_piece: { code: 5, zh: '首件检', en: 'First piece', colour: 'warning' },
  /** Of goods that lie in stock: whoever doubts them asks for it. */
  stock: { code: 6, zh: '库存复检', en: 'Stock check', colour: 'neutral' },
  /** By who makes the pieces, with the report of them. */
  self_check: { code: 7, zh: '自检', en: 'Self-check', colour: 'info' },
})
/** Inspections of pieces that are in work at a step of a work order. */
export const isOnTheFloor = (qc_type: number): boolean =>
  qc_type === qcType.codes.first_piece || qc_type === qcType.codes.in_process || qc_type === qcType.codes.self_check
/** Material that is marked "to be inspected" is, where no plan says how: as it comes in, not as it leaves or at each step. */
export const isAskedByMaterial = (qc_type: number): boolean =>
  !isOnTheFloor(qc_type) && qc_type !== qcType.codes.outgoing
export type QcTypeCode = (typeof qcType.list)[number]['code']
