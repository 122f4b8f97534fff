import { plainCalls } from '@qitao/core/call.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { andonDuty } from './andon-duty.record.ts'

/** Ours. */
export const andonDutyCalls = plainCalls(andonDuty, {
  ...{ prefix: '/mep_server/biz/andon/', noun: 'andon_duty' },
  ...{ lists: [pages.andonDuty, pages.workshopPlan], changes: [pages.andonDuty] },
})
