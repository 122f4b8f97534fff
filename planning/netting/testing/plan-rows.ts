import type { MaterialPlan } from '../material-plan.ts'
import type { NettingState } from '../netting-state.ts'
import { planMaterial, planOf } from '../plan-material.ts'
import { type DemandOutcome, type Edge, edgeRows, type Numbered, outcomeRows } from '../plan-rows.ts'
import type { MaterialSnapshot } from '../snapshot.ts'
import { compareText } from '../tables.ts'

/** A plan with its columns as rows. */
export type PlanRows = Omit<MaterialPlan, 'edges' | 'demands'> & {
  readonly edges: readonly Edge[]
  readonly demands: readonly DemandOutcome[]
}

const rowsOf = (numbered: Numbered, plan: MaterialPlan): PlanRows => ({
  ...plan,
  edges: edgeRows(numbered, plan),
  demands: outcomeRows(numbered, plan),
})
export const planRows = (snapshot: MaterialSnapshot): PlanRows => rowsOf(snapshot, planMaterial(snapshot))
export const stateRows = (state: NettingState): PlanRows =>
  rowsOf({ demands: state.needs.row, supplies: state.supplies.row }, planOf(state))

/**
 * Demands and orders sorted by id, edges by demand, so that plans of the same rows in another order compare, and families
 * that stay together although nothing links them any more.
 */
export const sorted = (plan: PlanRows): PlanRows => ({
  ...plan,
  edges: plan.edges.toSorted((a, b) => compareText(a.demand, b.demand)),
  demands: plan.demands.toSorted((a, b) => compareText(a.demand, b.demand)),
  orders: plan.orders.toSorted((a, b) => compareText(a.order, b.order)),
})
