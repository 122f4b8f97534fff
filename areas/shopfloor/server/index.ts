import type { Area } from '@qitao/platform/server/area.ts'
import { shopfloorKnown } from '../model/shopfloor.known.ts'
import { andonHandlers } from './andon/andon.handlers.ts'
import { dispatchHandlers } from './dispatch.handlers.ts'
import { exportHandlers } from './export.handlers.ts'
import { jobCardHandlers } from './job-card.handlers.ts'
import { progressHandlers } from './progress.handlers.ts'
import { reportHandlers } from './report.handlers.ts'
import { reportTraceHandlers } from './report-trace.handlers.ts'
import { revokeHandlers } from './revoke.handlers.ts'
import { dispatchProposalHandlers } from './workshop/dispatch-proposal.handlers.ts'
import { workshopHandlers } from './workshop/workshop.handlers.ts'

export { openAndon } from './andon/andon.handlers.ts'
export { enterPastReports } from './past-reports.ts'
export { shopfloorReconciliations } from './reconciliation.ts'
export { handedTo, lockOutsideTasks, type OutsideReport, reportOutside, startOutside } from './report-outside.ts'
export { mosPickedBeyond, returnableQuantity } from './returnable.ts'
export { revokeOutside } from './revoke.handlers.ts'

export const shopfloorArea: Area = {
  name: 'shopfloor',
  known: shopfloorKnown,
  handlers: [
    ...dispatchHandlers,
    ...reportHandlers,
    ...reportTraceHandlers,
    ...revokeHandlers,
    ...progressHandlers,
    ...exportHandlers,
    ...jobCardHandlers,
    ...workshopHandlers,
    ...dispatchProposalHandlers,
    ...andonHandlers,
  ],
}
