import { isPositive, isZero, type Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { resizedTasks } from '../../model/hand/resize-tasks.rules.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { planChanged, tasksOfOrders, tasksSeen } from '../plan/plan.queries.ts'
import { tellManufacturing } from '../plan/tell-manufacturing.ts'
import { type PlanRead, readPlan } from '../problem/read-plan.ts'
import { dropTasks } from '../publish/plan-versions.ts'

/** When work orders are finished as planned, and when with the quantity that they would have; those without tasks are not there. */
export async function finishesWith(
  context: Context,
  mo_ids: readonly string[],
  resized: ReadonlyMap<string, Quantity>,
): Promise<Map<string, { readonly planned: Instant; readonly smaller: Instant }>> {
  const tasks = await tasksSeen(context.tx, context.org_id, mo_ids)
  const { facts } = await readPlan(context)
  const changed = new Map(resizedTasks(facts, tasks, resized).map(task => [task.id, task]))
  return new Map(
    [...Map.groupBy(tasks, ({ mo_id }) => mo_id)].map(([mo_id, own]) => {
      const left = own.filter(({ id }) => isPositive(changed.get(id)?.quantity ?? '1'))
      const last = (ends: readonly Instant[]) => Math.max(...ends)
      return [
        mo_id,
        {
          planned: last(own.map(({ end_time }) => end_time)),
          smaller: last(left.map(({ id, end_time }) => changed.get(id)?.end_time ?? end_time)),
        },
      ]
    }),
  )
}

/** Tasks of work orders, locked, and the plan that they stand in. */
export interface TasksToFollow {
  readonly tasks: readonly TaskRow[]
  readonly read: PlanRead
}
/** Read before anything is written, as facts are kept for others. The head and the orders are locked by the caller. */
export const tasksToFollow = async (context: Context, mo_ids: readonly string[]): Promise<TasksToFollow> => ({
  tasks: await tasksOfOrders(context.tx, context.org_id, mo_ids),
  read: await readPlan(context),
})

/** Work orders make less, or come off the plan; the floor, where it knows of them, is told at once. */
export async function followOnPlan(
  context: Context,
  { tasks, read }: TasksToFollow,
  { resized, removed }: { readonly resized: ReadonlyMap<string, Quantity>; readonly removed: ReadonlySet<string> },
): Promise<void> {
  const { tx, org_id } = context
  const changed = resizedTasks(read.facts, tasks, resized)
  const gone = changed.filter(({ quantity }) => isZero(quantity))
  const off = tasks.filter(({ mo_id }) => removed.has(mo_id))
  if (changed.length + off.length === 0) return
  await dropTasks(
    tx,
    org_id,
    [...gone, ...off].map(({ id }) => id),
  )
  await sql`delete from operation_part where org_id = ${org_id} and ${among(
    sql`id`,
    gone.map(({ operation_id }) => operation_id),
  )}`.execute(tx)
  const left = changed.filter(({ quantity }) => isPositive(quantity))
  await sql`update operation_part k set quantity = r.quantity from ${recordset(left, sql`operation_id uuid, quantity numeric`)} r
    where k.org_id = ${org_id} and k.id = r.operation_id`.execute(tx)
  await sql`update production_task t set quantity = r.quantity, end_time = r.end_time,
      published_end_time = case when t.published_end_time = t.end_time then r.end_time else t.published_end_time end
    from ${recordset(left, sql`id uuid, quantity numeric, end_time bigint`)} r where t.org_id = ${org_id} and t.id = r.id`.execute(
    tx,
  )
  await tellManufacturing(
    tx,
    org_id,
    [...new Set(tasks.map(({ mo_id }) => mo_id))].filter(id => resized.has(id)),
  )
  await planChanged(context)
}
