import { operationsForUpdate, recordProgress } from '@qitao/manufacturing/server'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { finishedByReport, recordTaskProgress } from '@qitao/scheduling/server'
import { sql } from 'kysely'
import { floorMessage } from '../model/floor.message.ts'
import { settle, type TaskToSettle } from '../model/settle.rules.ts'
import { endPauses } from './pause/end-pauses.ts'

/**
 * After what was reported or taken back: steps that nothing can come to any more are finished, those that had ended so and get
 * more are open again. The orders are locked. `ended_ids`: tasks that reports finish which are not written yet. Answers the orders
 * that are finished with this.
 */
export async function settleOrders(
  context: Context,
  ids: readonly string[],
  ended_ids: readonly string[] = [],
): Promise<readonly string[]> {
  const { tx, org_id, now, tell } = context
  const mo_ids = [...new Set(ids)]
  const operations = Map.groupBy(await operationsForUpdate(tx, org_id, mo_ids), ({ mo_id }) => mo_id)
  const ofThese = sql`t.org_id = ${org_id} and ${among(sql`t.mo_id`, mo_ids)}`
  await sql`select from production_task t where ${ofThese} order by t.id for no key update`.execute(tx)
  const tasks = Map.groupBy(
    await rows(
      tx,
      sql<TaskToSettle>`select t.id, t.mo_id, t.operation_id, t.quantity, t.reported_quantity, t.defective_quantity, t.status,
          t.actual_start_time, t.actual_finish_time,
          ${among(sql`t.id`, ended_ids)} or ${finishedByReport('t')} as finished_by_report
        from production_task t where ${ofThese} order by t.id`,
    ),
    ({ mo_id }) => mo_id,
  )
  const settled = [...operations].map(([mo_id, own]) => settle(own, tasks.get(mo_id) ?? [], now))
  const changed = settled.flatMap(one => one.tasks)
  if (changed.length === 0) return []
  await recordTaskProgress(context, changed)
  await endPauses(
    tx,
    org_id,
    changed.map(({ id }) => ({ task_id: id, at: now })),
  )
  if (changed.length > 0) tell(floorMessage)
  return recordProgress(
    tx,
    org_id,
    settled.flatMap(({ reports }) => reports),
  )
}
