import { statuses } from '@qitao/core/status.ts'

/** Life of a difference between two figures that must agree. */
export const differenceStatus = statuses(
  {
    open: { code: 10, zh: '未处理', en: 'Open', colour: 'danger' },
    corrected: { code: 20, zh: '已更正', en: 'Corrected', colour: 'success' },
    gone: { code: 30, zh: '已消失', en: 'Gone', colour: 'neutral' },
  },
  {
    correct: { zh: '更正', en: 'correct', from: ['open'], to: 'corrected' },
    /** The two figures agree again. */
    lose: { zh: '消失', en: 'be gone', from: ['open'], to: 'gone' },
  },
)
