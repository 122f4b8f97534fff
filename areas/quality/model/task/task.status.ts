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
    split: { zh: '拆分', en: 'split', from: ['pending', 'in_progress'] },
    submit: { zh: '判定', en: 'judge', from: ['pending', 'in_progress'], to: 'done' },
    /** A count has found nothing of it left, or its pieces were not made after all. */
    lose: { zh: '无实物关闭', en: 'close: nothing is left', from: ['pending', 'in_progress'], to: 'done' },
    recheck: { zh: '复检', en: 'inspect again', from: ['done'] },
    lift: { zh: '放行', en: 'let go', from: ['pending', 'in_progress', 'done'] },
    dispose: { zh: '处置不合格品', en: 'dispose of what failed', from: ['done'] },
    drop: { zh: '删除', en: 'delete', from: ['pending'] },
  },
)
export type TaskStatusCode = (typeof taskStatus.list)[number]['code']

export const taskResult = statuses({
  pass: { code: 1, zh: '合格', en: 'Pass', colour: 'success' },
  fail: { code: 2, zh: '不合格', en: 'Fail', colour: 'danger' },
  concession: { code: 3, zh: '让步接收', en: 'Concession', colour: 'warning' },
  partial: { code: 4, zh: '部分合格', en: 'Partial', colour: 'info' },
  skipped: { code: 5, zh: '免检', en: 'Not inspected', colour: 'neutral' },
  gone: { code: 6, zh: '实物已无', en: 'Nothing left', colour: 'neutral' },
})
/** How a lot is inspected (ISO 2859-1). */
export const severityOf = statuses({
  normal: { code: 'normal', zh: '正常', en: 'Normal', colour: 'neutral' },
  tightened: { code: 'tightened', zh: '加严', en: 'Tightened', colour: 'danger' },
  reduced: { code: 'reduced', zh: '放宽', en: 'Reduced', colour: 'success' },
})
/** What becomes of what failed (specification section 3). */
export const disposal = statuses({
  /** By a work order of its own. */
  rework: { code: 1, zh: '返工', en: 'Rework', colour: 'processing' },
  scrap: { code: 2, zh: '报废', en: 'Scrap', colour: 'danger' },
  use_as_is: { code: 3, zh: '让步使用', en: 'Use as is', colour: 'warning' },
  return: { code: 4, zh: '退货', en: 'Return', colour: 'info' },
  /** By an action of its own. */
  recheck: { code: 5, zh: '复检', en: 'Inspected again', colour: 'neutral' },
})
/** What people choose from. */
export const chosenDisposal = { list: disposal.list.filter(({ key }) => key !== 'recheck') }
