import { statuses } from '@qitao/core/status.ts'

/** Kinds of a material (specification section 3). */
export const materialKind = statuses({
  finished: { code: 2, zh: '成品', en: 'Finished', colour: 'success' },
  semi_finished: { code: 1, zh: '半成品', en: 'Semi-finished', colour: 'info' },
  raw: { code: 0, zh: '原材料', en: 'Raw', colour: 'neutral' },
})
