import { countMos, listMos, showMo, showMoBom } from '../../model/mo/mo.calls.ts'
import { countPools, listShortages, showAssignments, showMoSupply } from '../../model/plan/material-plan.calls.ts'
import { listPlanMessages } from '../../model/plan/plan-message.calls.ts'

/** Asked again after whatever assigns, releases, locks or checks material. */
export const planCalls = [
  listMos,
  countMos,
  countPools,
  showMo,
  showMoBom,
  showAssignments,
  showMoSupply,
  listShortages,
  listPlanMessages,
]
