import { statuses } from './status.ts'

/** Background work: every way that a job can go. People only cancel; the rest is the platform's. */
export const jobStatus = statuses(
  {
    queued: { code: 0, zh: '排队中', en: 'Queued', colour: 'neutral' },
    running: { code: 1, zh: '运行中', en: 'Running', colour: 'processing' },
    done: { code: 2, zh: '已完成', en: 'Done', colour: 'success' },
    failed: { code: 3, zh: '失败', en: 'Failed', colour: 'danger' },
    cancelled: { code: 4, zh: '已取消', en: 'Cancelled', colour: 'neutral' },
  },
  {
    take: { zh: '开始', en: 'Start', from: ['queued'], to: 'running' },
    give_back: { zh: '重新排队', en: 'Queue again', from: ['running'], to: 'queued' },
    finish: { zh: '完成', en: 'Finish', from: ['running'], to: 'done' },
    fail: { zh: '失败', en: 'Fail', from: ['running'], to: 'failed' },
    cancel: { zh: '取消', en: 'Cancel', from: ['queued', 'running'], to: 'cancelled' },
  },
)
