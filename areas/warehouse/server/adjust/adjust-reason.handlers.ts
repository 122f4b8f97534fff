import type { Handler } from '@qitao/platform/server/http/handle.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { adjustReasonCalls } from '@qitao/stock/model/adjust/adjust-reason.calls.ts'
import { adjustReason } from '@qitao/stock/model/adjust/adjust-reason.record.ts'

export const adjustReasonHandlers: Handler[] = plainHandlers(adjustReason, adjustReasonCalls, {
  ...{ table: 'adjust_reason', keyword: ['name'], orders: ['name'] },
  ...{ defaultOrder: 'name', usedIn: [] },
})
