import { statuses } from '@qitao/core/status.ts'

/** Computed: frozen while the clock is within one of the device's freezes. */
export const deviceFreezeStatus = statuses({
  normal: { code: 0, zh: '正常', en: 'Normal', colour: 'success' },
  frozen: { code: 1, zh: '冻结', en: 'Frozen', colour: 'danger' },
})
