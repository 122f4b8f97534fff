import { type CodeOf, statuses } from '@qitao/core/status.ts'

/** Whether an API token opens anything: it is revoked by hand, and over by itself. */
export const apiTokenStatus = statuses(
  {
    valid: { code: 1, zh: '有效', en: 'Valid', colour: 'success' },
    over: { code: 2, zh: '已过期', en: 'Expired', colour: 'neutral' },
    revoked: { code: 3, zh: '已吊销', en: 'Revoked', colour: 'danger' },
  },
  {
    end: { zh: '到期', en: 'end', from: ['valid'], to: 'over' },
    revoke: { zh: '吊销', en: 'revoke', from: ['valid', 'over'], to: 'revoked' },
  },
)
export type ApiTokenStatusCode = CodeOf<typeof apiTokenStatus>
