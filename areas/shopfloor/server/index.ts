import { isGranted } from '@qitao/core/grant.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { askedChangeHandlers, utilizationHandler } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { addDispatch } from '../model/report.calls.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { shopfloorKnown } from '../model/shopfloor.known.ts'
import { andonHandlers } from './andon/andon.handlers.ts'
import { andonDutyHandlers } from './andon/andon-duty.handlers.ts'
import { andonClock, andonRise } from './andon/andon-rise.jobs.ts'
import { dispatchHandlers } from './dispatch.handlers.ts'
import { taskDrawingHandlers } from './drawing/task-drawing.handlers.ts'
import { exportHandlers } from './export.handlers.ts'
import { handoverHandlers } from './handover/handover.handlers.ts'
import { jobCardHandlers } from './job-card.handlers.ts'
import { pauseHandlers } from './pause/pause.handlers.ts'
import { restsByTask } from './pause/rests.ts'
import { progressHandlers } from './progress.handlers.ts'
import { scrapReasonHandlers } from './reason/scrap-reason.handlers.ts'
import { reportHandlers } from './report.handlers.ts'
import { reportTraceHandlers } from './report-trace.handlers.ts'
import { revokeHandlers } from './revoke.handlers.ts'
import { inHisScope } from './task.queries.ts'
import { dispatchProposalHandlers } from './workshop/dispatch-proposal.handlers.ts'
import { workshopHandlers } from './workshop/workshop.handlers.ts'

export { openAndon } from './andon/andon.handlers.ts'
export { enterPastCalls } from './andon/past-calls.ts'
export { floorDrawings } from './drawing/task-drawing.handlers.ts'
export { enterPastReports } from './past-reports.ts'
export { restsByTask } from './pause/rests.ts'
export { shopfloorReconciliations } from './reconciliation.ts'
export { handedTo, lockOutsideTasks, type OutsideReport, reportOutside, startOutside } from './report-outside.ts'
export { mosPickedBeyond, returnableQuantity } from './returnable.ts'
export { revokeOutside } from './revoke.handlers.ts'

export const shopfloorArea: Area = {
  name: 'shopfloor',
  known: shopfloorKnown,
  ofWorkgroups: [
    'production_task',
    'report_record',
    'task_pause',
    'andon_call',
    'shift_handover',
    'plan_change_request',
  ],
  handlers: [
    ...dispatchHandlers,
    ...reportHandlers,
    ...reportTraceHandlers,
    ...revokeHandlers,
    ...pauseHandlers,
    ...progressHandlers,
    ...exportHandlers,
    ...jobCardHandlers,
    ...workshopHandlers,
    ...dispatchProposalHandlers,
    ...andonHandlers,
    ...andonDutyHandlers,
    ...handoverHandlers,
    ...scrapReasonHandlers,
    ...taskDrawingHandlers,
    utilizationHandler(restsByTask),
    // Who gives work away asks for any of it.
    ...askedChangeHandlers(({ org_id, member }) =>
      isGranted(addDispatch, member.grants) ? sql`true` : inHisScope(org_id, member.user_id),
    ),
  ],
  jobs: [andonClock, andonRise],
  constraints: {
    scrap_reason_once: shopfloorErrors.scrapReasonExists,
    andon_duty_once: shopfloorErrors.dutyExists,
    shift_handover_once: shopfloorErrors.handedOver,
  },
}
