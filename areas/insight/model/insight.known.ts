import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const insightKnown: KnownRecords = {
  web_hook: { history: [pages.webHooks] },
  notice_rule: { history: [pages.noticeRules] },
}
