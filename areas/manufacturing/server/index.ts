import type { Area } from '@qitao/platform/server/area.ts'
import { manufacturingErrors } from '../model/manufacturing.errors.ts'
import { exchanges } from '../model/manufacturing.exchange.ts'
import { exportHandlers } from './export.handlers.ts'
import { holdingHandlers } from './holding.handlers.ts'
import { manufacturingHousekeeping } from './manufacturing.housekeeping.ts'
import { materialPlanHandlers } from './material-plan.handlers.ts'
import { materialPlanJobs } from './material-plan.jobs.ts'
import { moHandlers } from './mo.handlers.ts'
import { planMessageHandlers } from './plan-message.handlers.ts'

export { recipeOf } from './create-mos.ts'
export { tellSales } from './follow-mos.ts'
export { followReceipts, lockWaiting } from './follow-receipts.ts'
export { matchAgain } from './match-again.ts'
export { lockMos, mosForUpdate, mosWhere } from './mo.queries.ts'
export {
  type PlannedMo,
  recordDispatched,
  recordPlan,
  recordPublished,
  recordPublishTime,
  recordUnpublished,
  returnToTodo,
  setCapacityLocked,
  setPriorities,
} from './plan-results.ts'
export {
  operationsForUpdate,
  type Picking,
  recordInbound,
  recordPicking,
  recordProgress,
  releaseRest,
} from './progress.ts'
export {
  type CapacityHold,
  heldCapacity,
  heldSupply,
  holdCapacity,
  holdSupply,
  keepHolds,
  releaseHolds,
  type SupplyHold,
} from './promise-holds.ts'

export { manufacturingReconciliations } from './reconciliation.ts'

export const manufacturingArea: Area = {
  name: 'manufacturing',
  handlers: [...moHandlers, ...materialPlanHandlers, ...holdingHandlers, ...planMessageHandlers, ...exportHandlers],
  exchanges: { list: exchanges },
  jobs: [...materialPlanJobs, manufacturingHousekeeping],
  constraints: { mo_org_id_no_key: manufacturingErrors.moNoExists },
}
