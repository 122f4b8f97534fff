import { statuses } from '@qitao/core/status.ts'

/** Progress of one operation, and of a task of it. */
export const taskStatus = statuses({
  not_started: { code: 0, zh: '未开始', en: 'Not started', colour: 'neutral' },
  started: { code: 1, zh: '进行中', en: 'Started', colour: 'processing' },
  done: { code: 2, zh: '已完成', en: 'Done', colour: 'success' },
})
