import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { dueTime, recordPlan } from '@qitao/manufacturing/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PlanSummary } from '../../model/publish/plan-version.calls.ts'
import { type LatenessOfPlan, outcomeOf, summaryOf } from '../../model/what-if/outcome.rules.ts'
import { plannedStatuses } from '../problem/facts.queries.ts'

/** Tells manufacturing what its orders have on the plan now: their times. Called after any change of tasks. */
export async function tellManufacturing(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  const orders = await rows(
    tx,
    sql<{
      id: string
      setup_start_time: number | null
      end_time: number | null
    }>`select o.id, min(t.setup_start_time) as setup_start_time,
        max(case when t.status = ${taskStatus.codes.done} then coalesce(t.actual_finish_time, t.end_time) else t.end_time end) as end_time
      from mo o left join production_task t on t.org_id = o.org_id and t.mo_id = o.id
      where o.org_id = ${org_id} and ${among(sql`o.id`, mo_ids)} group by o.org_id, o.id order by o.id`,
  )
  const outcomes = orders.map(({ id, setup_start_time, end_time }) =>
    outcomeOf(id, setup_start_time === null || end_time === null ? [] : [{ setup_start_time, end_time }]),
  )
  await recordPlan(tx, org_id, outcomes, startsOf(org_id, mo_ids))
}

/** When the first task of each step of these orders begins; it may be set up before its material is there. */
export const startsOf = (org_id: string, mo_ids: readonly string[]): RawBuilder<unknown> =>
  sql`select mo_id, sequence, min(start_time) as start_time from production_task
    where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} group by mo_id, sequence`

/** Figures of the plan in force. */
export async function summaryNow(tx: Tx, org_id: string, now: number): Promise<PlanSummary> {
  const [orders] = await rows(
    tx,
    sql<LatenessOfPlan>`select count(*) filter (where planned_finish_time > due) as late_orders,
        coalesce(sum(planned_finish_time - due) filter (where planned_finish_time > due), 0)::bigint as tardiness_seconds,
        count(*) filter (where planned_finish_time is null) as unplanned_orders
      from mo m cross join lateral (select ${dueTime(sql`m`)} as due) d
      where m.org_id = ${org_id} and m.status in (${sql.join(plannedStatuses)})
        and (m.planned_finish_time is not null or m.status = ${moStatus.codes.planned})`,
  )
  const [tasks] = await rows(
    tx,
    sql<{
      setup_seconds: number
      last_end: number | null
    }>`select coalesce(sum(setup_seconds), 0)::int as setup_seconds, max(end_time) as last_end
      from production_task where org_id = ${org_id} and status <> ${taskStatus.codes.done}`,
  )
  return summaryOf(orders!, tasks!, now)
}
