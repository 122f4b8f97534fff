import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { scrapReason } from './scrap-reason.record.ts'

/** Ours. */
export const scrapReasonCalls = plainCalls(scrapReason, {
  ...{ prefix: '/mep_server/biz/report/', noun: 'scrap_reason' },
  ...{ lists: [pages.scrapReasons, pages.productionReport], changes: [pages.scrapReasons] },
})
