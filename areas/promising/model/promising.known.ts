import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const promisingKnown: KnownRecords = {
  inquiry: { history: [pages.orderPromise], seen: 'seen_inquiry' },
}
