import { type CodeOf, statuses } from '@qitao/core/status.ts'

/** Whether a shared terminal opens anything. */
export const terminalStatus = statuses(
  {
    ready: { code: 1, zh: '可用', en: 'In use', colour: 'success' },
    stopped: { code: 2, zh: '已停用', en: 'Stopped', colour: 'danger' },
  },
  {
    stop: { zh: '停用（丢失）', en: 'stop (lost)', from: ['ready'], to: 'stopped' },
    release: { zh: '恢复使用', en: 'release', from: ['stopped'], to: 'ready' },
  },
)
export type TerminalStatusCode = CodeOf<typeof terminalStatus>
