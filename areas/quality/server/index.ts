import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { qualityErrors } from '../model/quality.errors.ts'
import { qualityKnown } from '../model/quality.known.ts'
import { itemHandlers } from './scheme/item.handlers.ts'
import { methodHandlers } from './scheme/method.handlers.ts'
import { schemeHandlers } from './scheme/scheme.handlers.ts'
import { type AfterJudgement, taskHandlers } from './task/task.handlers.ts'
import { taskPaperHandlers } from './task/task-paper.ts'

export { schemeApproval } from './scheme/release-schemes.ts'
export { followCount, lockTasksOf } from './task/follow-count.ts'
export { giveUpInspection } from './task/give-up-inspection.ts'
export { holdForInspection } from './task/hold-for-inspection.ts'
export {
  type FloorInspection,
  floorInspection,
  followRevoked,
  inspectSteps,
  lockFloorTasks,
  type PiecesBack,
  type StepAtWork,
} from './task/inspect-operations.ts'
export { expectOfPassedLots, inspectOutgoing, type Outgoing, openOutgoing, recordShipped } from './task/outgoing.ts'
export { enterPastInspections } from './task/past-inspections.ts'
export { reopenDisposal } from './task/reopen-disposal.ts'
export { recordSelfCheck, type SelfCheck, selfCheckOf } from './task/self-check.ts'

export type { SendBack } from './task/task.handlers.ts'

/** What becomes of pieces in work once they are judged, and of goods that go back: later areas know. */
export const qualityArea = (after: AfterJudgement): Area => ({
  name: 'quality',
  known: qualityKnown,
  handlers: [...methodHandlers, ...itemHandlers, ...schemeHandlers, ...taskHandlers(after), ...taskPaperHandlers],
  constraints: {
    qc_method_org_id_code_key: qualityErrors.schemeExists,
    qc_scheme_org_id_code_version_key: qualityErrors.schemeExists,
    qc_scheme_in_force: qualityErrors.schemeExists,
    qc_task_org_id_no_key: generalErrors.duplicateCode,
  },
})
