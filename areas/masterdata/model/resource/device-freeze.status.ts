import { statuses } from '@qitao/core/status.ts'

/** Computed: frozen while the clock is within one of the device's freezes. */
export const deviceFreezeStatus = statuses({
  normal: { code: 0, zh: '正常', en: 'Normal', colour: 'success' },
  frozen: { code: 1, zh: '冻结', en: 'Frozen', colour: 'danger' },
})

/** Why a machine takes no task: a breakdown is a loss of its planned time, the others were meant. */
export const freezeKind = statuses({
  breakdown: { code: 1, zh: '故障停机', en: 'Breakdown', colour: 'danger' },
  maintenance: { code: 2, zh: '计划保养', en: 'Maintenance', colour: 'info' },
  other: { code: 3, zh: '其他冻结', en: 'Other freeze', colour: 'neutral' },
})
