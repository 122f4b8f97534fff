import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const accessKnown: KnownRecords = {
  app_user: { history: [pages.roles] },
  role: { history: [pages.roles] },
  app_permission: { history: [pages.roles] },
  terminal: { history: [pages.roles] },
  approval_flow: { history: [pages.settings] },
  /** The company itself: its logo. */
  org: { attachments: { reads: [pages.settings], changes: [pages.settings], most: 1 } },
}
