import { housekeeping, olderThan } from '@qitao/platform/server/jobs/housekeeping.ts'
import { sealsOld } from '@qitao/platform/server/secrets.ts'
import { webHookSecrets } from './insight.secrets.ts'

/** Days after which nobody sends it again. */
const deliveriesKept = 30
/** Matters that are over are a figure for a year. */
const casesKept = 365

export const insightHousekeeping = housekeeping('insight', {
  web_hook_delivery: olderThan('web_hook_delivery', 'created_time', deliveriesKept),
  web_hook_open: sealsOld(webHookSecrets),
  notice_case: olderThan('notice_case', 'over_time', casesKept),
})
