import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { demandEvent } from './event.record.ts'

export const demandEventCalls = plainCalls(demandEvent, {
  prefix: '/mep_server/biz/supply_demand/',
  noun: 'demand_event',
  lists: [pages.demandForecast],
  changes: [pages.demandForecast],
})
