import type { Area } from '@qitao/platform/server/area.ts'
import { assignedHandlers } from './assigned.handlers.ts'
import { findHandlers } from './find.handlers.ts'
import { messageCountHandlers } from './message-count.handlers.ts'
import { reconciliationHandlers } from './reconciliation.handlers.ts'
import { reconcileJob, reconciliationClock } from './reconciliation.jobs.ts'
import { sampleHandlers } from './sample.handlers.ts'
import { sampleJobs } from './sample.jobs.ts'
import { supplierScoreHandlers } from './score/supplier-score.handlers.ts'

export const insightArea: Area = {
  name: 'insight',
  handlers: [
    ...sampleHandlers,
    ...messageCountHandlers,
    ...assignedHandlers,
    ...findHandlers,
    ...reconciliationHandlers,
    ...supplierScoreHandlers,
  ],
  jobs: [...sampleJobs, reconcileJob, reconciliationClock],
}
