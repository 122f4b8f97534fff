import { housekeeping, olderThan } from '@qitao/platform/server/jobs/housekeeping.ts'

/** Days after which nobody sends it again. */
const deliveriesKept = 30
/** Matters that are over are a figure for a year. */
const casesKept = 365

export const insightHousekeeping = housekeeping('insight', {
  web_hook_delivery: olderThan('web_hook_delivery', 'created_time', deliveriesKept),
  notice_case: olderThan('notice_case', 'over_time', casesKept),
})
