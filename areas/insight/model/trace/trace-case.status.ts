import { statuses } from '@qitao/core/status.ts'

/** Life of a recall that is kept. */
export const caseStatus = statuses(
  {
    open: { code: 10, zh: '处理中', en: 'Open', colour: 'processing' },
    closed: { code: 20, zh: '已关闭', en: 'Closed', colour: 'success' },
  },
  {
    alter: { zh: '编辑', en: 'edit', from: ['open'] },
    judge: { zh: '登记处置', en: 'record what became of it', from: ['open'] },
    look: { zh: '重新查找', en: 'look again', from: ['open'] },
    close: { zh: '关闭', en: 'close', from: ['open'], to: 'closed' },
    reopen: { zh: '重新打开', en: 'open again', from: ['closed'], to: 'open' },
  },
)

/** What has become of one line of a recall. */
export const caseLineState = statuses({
  open: { code: 0, zh: '待处理', en: 'To do', colour: 'danger' },
  found: { code: 1, zh: '已找到', en: 'Found', colour: 'warning' },
  returned: { code: 2, zh: '已退回', en: 'Returned', colour: 'info' },
  blocked: { code: 3, zh: '已封存', en: 'Blocked', colour: 'processing' },
  scrapped: { code: 4, zh: '已报废', en: 'Scrapped', colour: 'success' },
  cleared: { code: 5, zh: '确认无问题', en: 'Found to be good', colour: 'success' },
  lost: { code: 6, zh: '无法追回', en: 'Cannot be got back', colour: 'neutral' },
})
