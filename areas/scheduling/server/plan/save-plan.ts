import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recordPlan } from '@qitao/manufacturing/server'
import type { Plan } from '@qitao/planning/scheduling/place/plan.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { ScheduleFacts } from '../../model/problem/facts.ts'
import { type MoOutcome, namedReason, namesOf, outcomeOf, unplannedCauseOf } from '../../model/what-if/outcome.rules.ts'
import type { ComputedPlan } from '../problem/compute-plan.ts'
import { lockStanding } from '../problem/read-plan.ts'
import { dropTasks, keepVersion } from '../publish/plan-versions.ts'
import { insertTasks, lockTasks, type MovedRow, saveMoves } from './plan.queries.ts'
import { startsOf, summaryNow } from './tell-manufacturing.ts'

export interface PlanToSave extends Pick<ComputedPlan, 'read' | 'plan' | 'mo_ids' | 'made'> {
  readonly reason: string
}

/**
 * Writes a plan: new places of tasks, tasks that are new, none where an order could not be placed; what manufacturing has to
 * know; and the version. Moved when anything that it was computed from is another by now: what people have decided since, and
 * what the floor has done, was not known to it.
 */
export async function savePlan(
  context: Pick<Context, 'tx' | 'org_id' | 'tell'>,
  { read, plan, mo_ids, reason, made }: PlanToSave,
): Promise<{ version_no: number; late_count: number; outcomes: MoOutcome[] }> {
  const { tx, org_id } = context
  const { facts } = read
  const running = new Set(plan.tasks.filter(task => task.fixed).map(task => task.order))
  const written = mo_ids.union(running)
  await lockStanding(tx, read, [...written])
  await lockTasks(
    tx,
    org_id,
    facts.tasks.filter(task => written.has(task.mo_id)).map(({ id }) => id),
  )
  const nameOf = namesOf(facts)
  const stored = new Map(facts.tasks.map(task => [task.operation_id, task]))
  const placed = plan.tasks.flatMap(task => {
    const before = stored.get(task.operation)
    const runsOn = task.fixed && before !== undefined && before.end_time !== task.end
    if (task.fixed && !runsOn) return []
    const row: MovedRow = {
      operation_id: task.operation,
      device_id: task.machine,
      setup_start_time: task.setupStart,
      start_time: task.start,
      end_time: task.end,
      setup_seconds: runsOn ? before.setup_seconds : task.setupSeconds,
      reasons: runsOn ? null : task.reasons.map(one => namedReason(one, nameOf)),
    }
    return [{ ...row, id: newId(), mo_id: task.order, isNew: before === undefined }]
  })
  const standing = new Set(plan.tasks.map(task => task.operation))
  const dropped = facts.tasks.filter(
    task => mo_ids.has(task.mo_id) && !standing.has(task.operation_id) && task.status === taskStatus.codes.not_started,
  )
  await dropTasks(
    tx,
    org_id,
    dropped.map(({ id }) => id),
  )
  await saveMoves(
    tx,
    org_id,
    placed.filter(task => !task.isNew),
  )
  await insertTasks(
    tx,
    org_id,
    placed.filter(task => task.isNew),
  )

  const outcomes = await outcomesOf(tx, org_id, facts, plan, mo_ids, written)
  const told = outcomes.map(({ mo_id }) => mo_id)
  await recordPlan(tx, org_id, outcomes, startsOf(org_id, told))
  const summary = await summaryNow(tx, org_id, facts.now)
  const version_no = await keepVersion(context, reason, { ...summary, ...made, iterations: plan.iterations })
  return { version_no, late_count: summary.late_orders, outcomes }
}

/** Of the orders that were placed anew, and of those with a running task whose end has moved. */
async function outcomesOf(
  tx: Tx,
  org_id: string,
  facts: ScheduleFacts,
  plan: Plan,
  mo_ids: ReadonlySet<string>,
  written: ReadonlySet<string>,
): Promise<MoOutcome[]> {
  const nameOf = namesOf(facts)
  const unplanned = new Map(
    plan.unplanned.filter(one => one.operation === one.at).map(one => [one.order, unplannedCauseOf(one, nameOf)]),
  )
  for (const one of plan.unplanned)
    if (!unplanned.has(one.order)) unplanned.set(one.order, unplannedCauseOf(one, nameOf))
  // Done tasks belong to an order's times too, and the plan does not hold them.
  const now = await rows(
    tx,
    sql<{
      mo_id: string
      setup_start_time: number
      end_time: number
    }>`select mo_id, setup_start_time,
        case when status = ${taskStatus.codes.done} then coalesce(actual_finish_time, end_time) else end_time end as end_time from production_task
      where org_id = ${org_id} and mo_id = any(${facts.orders.map(({ id }) => id)}::uuid[])`,
  )
  const byOrder = Map.groupBy(now, task => task.mo_id)
  return facts.orders
    .filter(({ id }) => written.has(id))
    .map(order =>
      outcomeOf(
        order.id,
        unplanned.has(order.id) && mo_ids.has(order.id) ? [] : (byOrder.get(order.id) ?? []),
        unplanned.get(order.id) ?? null,
      ),
    )
}
