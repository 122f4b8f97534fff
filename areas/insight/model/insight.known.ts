import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const insightKnown: KnownRecords = {
  trace_case: {
    history: [pages.trace],
    attachments: { reads: [pages.trace], changes: [pages.trace] },
    numbers: { modules: ['ZH'], column: 'no' },
  },
  web_hook: { history: [pages.webHooks] },
  notice_rule: { history: [pages.noticeRules] },
}
