import { housekeeping, olderThan } from '@qitao/platform/server/jobs/housekeeping.ts'

/** Days for which one sees who got a report. */
const lettersKept = 90

export const figuresHousekeeping = housekeeping('figures', {
  report_letter: olderThan('report_letter', 'run_time', lettersKept),
})
