import { housekeeping, olderThan } from '@qitao/platform/server/jobs/housekeeping.ts'

/** What inquiries hold no longer; a confirmed promise holds without end. */
export const manufacturingHousekeeping = housekeeping('manufacturing', {
  supply_hold: olderThan('supply_hold', 'kept_until', 1),
  capacity_hold: olderThan('capacity_hold', 'kept_until', 1),
})
