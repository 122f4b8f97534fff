import { plainCalls } from '@qitao/core/call.ts'
import { priceListCalls } from '@qitao/masterdata/model/price/price-list.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { wageGrade, wageRate } from './wage-rate.record.ts'

export const wagePrefix = '/mep_server/biz/wage/'
const clerks = { prefix: wagePrefix, lists: [pages.wages], changes: [pages.wages] }
/** Ours. */
export const wageRateCalls = plainCalls(wageRate, { ...clerks, noun: 'wage_rate' })
/** Ours. */
export const wageGradeCalls = plainCalls(wageGrade, { ...clerks, noun: 'wage_grade' })
/** Ours. */
export const wageRateList = priceListCalls(wageRate, { base: wagePrefix, noun: 'wage_rate', changes: [pages.wages] })
