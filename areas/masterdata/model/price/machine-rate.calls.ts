import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { machineRate } from './machine-rate.record.ts'
import { priceListCalls } from './price-list.calls.ts'

/** Ours. */
export const machineRateCalls = plainCalls(machineRate, {
  ...{ prefix: '/mep_server/biz/cost/', noun: 'machine_rate' },
  lists: [pages.unitPrices],
  changes: [pages.unitPrices],
})
/** Ours. */
export const machineRateList = priceListCalls(machineRate, {
  ...{ base: '/mep_server/biz/cost/', noun: 'machine_rate', changes: [pages.unitPrices] },
})
