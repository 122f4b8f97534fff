import { statuses } from '@qitao/core/status.ts'

/** Background work. The platform starts, finishes and fails it; people can only cancel. */
export const jobStatus = statuses(
  {
    queued: { code: 0, zh: '排队中', en: 'Queued', colour: 'neutral' },
    running: { code: 1, zh: '运行中', en: 'Running', colour: 'processing' },
    done: { code: 2, zh: '已完成', en: 'Done', colour: 'success' },
    failed: { code: 3, zh: '失败', en: 'Failed', colour: 'danger' },
    cancelled: { code: 4, zh: '已取消', en: 'Cancelled', colour: 'neutral' },
  },
  {
    cancel: { zh: '取消', en: 'Cancel', from: ['queued', 'running'], to: 'cancelled' },
  },
)
