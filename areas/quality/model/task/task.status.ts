import { statuses } from '@qitao/core/status.ts'

/** Life of an inspection (specification section 4). */
export const taskStatus = statuses(
  {
    pending: { code: 0, zh: '待检', en: 'Pending', colour: 'warning' },
    in_progress: { code: 1, zh: '检验中', en: 'In progress', colour: 'processing' },
    done: { code: 2, zh: '已检', en: 'Done', colour: 'success' },
  },
  {
    start: { zh: '开始检验', en: 'start', from: ['pending'], to: 'in_progress' },
    alter: { zh: '录入', en: 'enter results', from: ['pending', 'in_progress'], to: 'in_progress' },
    submit: { zh: '判定', en: 'judge', from: ['pending', 'in_progress'], to: 'done' },
    dispose: { zh: '处置不合格品', en: 'dispose of what failed', from: ['done'] },
  },
)
export type TaskStatusCode = (typeof taskStatus.list)[number]['code']

export const taskResult = statuses({
  pass: { code: 1, zh: '合格', en: 'Pass', colour: 'success' },
  fail: { code: 2, zh: '不合格', en: 'Fail', colour: 'danger' },
  concession: { code: 3, zh: '让步接收', en: 'Concession', colour: 'warning' },
  partial: { code: 4, zh: '部分合格', en: 'Partial', colour: 'info' },
  skipped: { code: 5, zh: '免检', en: 'Not inspected', colour: 'neutral' },
})
/** How a lot is inspected (ISO 2859-1). */
export const severityOf = statuses({
  normal: { code: 'normal', zh: '正常', en: 'Normal', colour: 'neutral' },
  tightened: { code: 'tightened', zh: '加严', en: 'Tightened', colour: 'danger' },
  reduced: { code: 'reduced', zh: '放宽', en: 'Reduced', colour: 'success' },
})
/** What becomes of what failed (specification section 3; rework needs an order of its own and is not offered). */
export const disposal = statuses({
  scrap: { code: 2, zh: '报废', en: 'Scrap', colour: 'danger' },
  use_as_is: { code: 3, zh: '让步使用', en: 'Use as is', colour: 'warning' },
  return: { code: 4, zh: '退货', en: 'Return', colour: 'info' },
})
