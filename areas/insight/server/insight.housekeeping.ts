import { housekeeping, olderThan } from '@qitao/platform/server/jobs/housekeeping.ts'

/** Days after which nobody sends it again. */
const deliveriesKept = 30

export const insightHousekeeping = housekeeping('insight', {
  web_hook_delivery: olderThan('web_hook_delivery', 'created_time', deliveriesKept),
})
