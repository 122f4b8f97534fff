import { countPools, listShortages, showAssignments, showMoSupply } from '../model/material-plan.calls.ts'
import { countMos, listMos, showMo, showMoBom } from '../model/mo.calls.ts'
import { listPlanMessages } from '../model/plan-message.calls.ts'

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
