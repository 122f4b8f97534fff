import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { adjustReason } from './adjust-reason.record.ts'

/** Ours; handled in `areas/warehouse/server/adjust/adjust-reason.handlers.ts`. */
export const adjustReasonCalls = plainCalls(adjustReason, {
  ...{ prefix: '/mep_server/biz/stock/', noun: 'adjust_reason' },
  ...{ lists: [pages.stockAdjustments], changes: [pages.stockAdjustments] },
})
