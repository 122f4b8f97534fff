import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { wageGrade, wageRate } from './wage-rate.record.ts'

export const wagePrefix = '/mep_server/biz/wage/'
const clerks = { prefix: wagePrefix, lists: [pages.wages], changes: [pages.wages] }
/** Ours. */
export const wageRateCalls = plainCalls(wageRate, { ...clerks, noun: 'wage_rate' })
/** Ours. */
export const wageGradeCalls = plainCalls(wageGrade, { ...clerks, noun: 'wage_grade' })
