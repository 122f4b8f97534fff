import type { Area } from '@qitao/platform/server/area.ts'
import { manufacturingErrors } from '../model/manufacturing.errors.ts'
import { exchanges } from '../model/manufacturing.exchange.ts'
import { manufacturingKnown } from '../model/manufacturing.known.ts'
import { demandHandlers } from './demand/demand.handlers.ts'
import { manufacturingHousekeeping } from './manufacturing.housekeeping.ts'
import { exportHandlers } from './mo/export.handlers.ts'
import { moHandlers, stepRemovingHandlers } from './mo/mo.handlers.ts'
import type { OrderedOutside } from './mo/mo.queries.ts'
import { recipeChangeHandlers } from './mo/recipe-change.handlers.ts'
import { holdingHandlers } from './plan/holding.handlers.ts'
import { materialPlanHandlers } from './plan/material-plan.handlers.ts'
import { materialPlanJobs } from './plan/material-plan.jobs.ts'
import { planMessageHandlers } from './plan/plan-message.handlers.ts'
import { splitLineHandlers } from './plan/split-line.handlers.ts'

export { createMos } from './mo/create-mos.ts'
export { tellSales } from './mo/follow-mos.ts'
export { followOrder, freeOfPromise, type MosToFollow, mosPromisedTo } from './mo/follow-order.ts'
export { lockMos, mosForUpdate, mosWhere, type OrderedOutside, openFirst } from './mo/mo.queries.ts'
export { type CoveringEdge, coveringEdges } from './mo/mo-quantities.ts'
export { capacityStatusOf, daysLate, deliveryStatusOf, dueTime, endOfDueDay } from './mo/planned-state.ts'
export {
  operationsForUpdate,
  type Picking,
  recordInbound,
  recordPicking,
  recordProgress,
  releaseRest,
} from './mo/progress.ts'
export { recipeOf, recipesFor } from './mo/recipes.ts'
export { dropRework, makeRework } from './mo/rework.ts'
export { heldToPick, ownPicked, standInsOf, substitutesOf } from './mo/substitutes-to-pick.ts'
export { tellShort } from './mo/tell-short.ts'
export { enterPastMos } from './past-mos.ts'
export { followInspection } from './plan/follow-inspection.ts'
export { followReceipts, lockWaiting } from './plan/follow-receipts.ts'
export { takenOf, usesOf } from './plan/holdings.ts'
export { materialsBelow } from './plan/load-books.ts'
export { matchAgain } from './plan/match-again.ts'
export { heldSources, lockWithHeld, passHolds, passHoldsTo } from './plan/pass-holds.ts'
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
} from './plan/plan-results.ts'
export { type PlannedFlow, plannedFlows } from './plan/planned-flows.ts'
export {
  type CapacityHold,
  extendHolds,
  firstHeldStart,
  heldCapacity,
  heldSupply,
  holdCapacity,
  holdSupply,
  keepHolds,
  orderStands,
  releaseHolds,
  releaseHoldsOfLines,
  type SupplyHold,
} from './plan/promise-holds.ts'

export { giveUpStock, lockGivers } from './plan/reallocation.ts'
export { manufacturingReconciliations } from './reconciliation.ts'

/** What suppliers have been asked to make is known to a later area. */
export const manufacturingArea = (orderedOutside: OrderedOutside): Area => ({
  name: 'manufacturing',
  known: manufacturingKnown,
  handlers: [
    ...moHandlers,
    ...stepRemovingHandlers(orderedOutside),
    ...recipeChangeHandlers(orderedOutside),
    ...materialPlanHandlers(orderedOutside),
    ...holdingHandlers(orderedOutside),
    ...splitLineHandlers,
    ...planMessageHandlers,
    ...demandHandlers,
    ...exportHandlers,
  ],
  exchanges: { list: exchanges },
  jobs: [...materialPlanJobs, manufacturingHousekeeping],
  constraints: { mo_org_id_no_key: manufacturingErrors.moNoExists },
})
