import { statuses } from '@qitao/core/status.ts'

/** Whether pieces of a material have numbers of their own that are recorded where they come in, go in and go out. */
export const serialPolicy = statuses({
  none: { code: 0, zh: '不管理', en: 'None', colour: 'neutral' },
  /** What is not recorded is told as a gap. */
  noted: { code: 1, zh: '有则记录', en: 'Noted when known', colour: 'info' },
  /** What is not recorded is refused. */
  required: { code: 2, zh: '必须记录', en: 'Required', colour: 'warning' },
})
