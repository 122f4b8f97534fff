import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { isHeld } from '../../model/hand/hand.rules.ts'
import { planAsItIs, planVersionNow } from '../plan/plan.queries.ts'
import { readPlan } from '../problem/read-plan.ts'

/** Trying goes on for so long at most: somebody waits for it. */
export const patienceSeconds = 8

/** The plan as it stands: what is locked, dispatched or begun does not move. */
export async function planToExplain(context: Context) {
  const read = await readPlan(context)
  const { facts, only_kitted } = read
  const free = new Set(facts.tasks.flatMap(task => (isHeld(task) ? [] : [task.operation_id])))
  const plan = planAsItIs(facts.tasks.filter(({ status }) => status !== taskStatus.codes.done))
  return { read, work: { facts, free, only_kitted, plan } }
}
/** For one of its orders; refused when the plan does not know it. */
export async function standingPlan(context: Context, mo_id: string) {
  const { read, work } = await planToExplain(context)
  if (!work.facts.orders.some(order => order.id === mo_id)) refuse(generalErrors.recordNotFound)
  return { read, work, plan_version: await planVersionNow(context.tx, context.org_id), order: mo_id }
}
