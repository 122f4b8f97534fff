import type { KnownRecords } from '@qitao/core/known-record.ts'
import { pages } from '@qitao/site/model/pages.ts'

export const stockKnown: KnownRecords = {
  warehouse: { history: [pages.locations] },
  fixed_bin: { history: [pages.locations] },
  location: { history: [pages.locations] },
  container_type: { history: [pages.containers] },
  container: { history: [pages.containers] },
}
