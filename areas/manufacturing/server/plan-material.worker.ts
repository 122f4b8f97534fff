import type { MaterialPlan } from '@qitao/planning/netting/material-plan.ts'
import { planMaterial } from '@qitao/planning/netting/plan-material.ts'
import type { MaterialSnapshot } from '@qitao/planning/netting/snapshot.ts'

/** Runs in a thread of its own: planning never stands on the event loop. */
export default (snapshot: MaterialSnapshot): MaterialPlan => planMaterial(snapshot)
