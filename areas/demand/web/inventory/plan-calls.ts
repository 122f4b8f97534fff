import {
  listInventoryPlans,
  listReconciliation,
  showAbcXyz,
  showInventoryAnalysis,
  simulateInventoryPlan,
} from '../../model/inventory/inventory-plan.calls.ts'

/** Whatever is shown of inventory plans. */
export const planCalls = [
  listInventoryPlans,
  listReconciliation,
  showAbcXyz,
  showInventoryAnalysis,
  simulateInventoryPlan,
]
