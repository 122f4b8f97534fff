import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { shortestTaskSeconds } from '@qitao/planning/scheduling/problem/problem.ts'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { lockHead, lockTasks, planChanged } from './plan.queries.ts'
import { tellManufacturing } from './tell-manufacturing.ts'

/**
 * Suppliers bring what they make of these operations on other days: their tasks end with those, and no plan moves them. What follows
 * them is not pushed: where it begins too early now the plan says so, and repair puts it right.
 */
export async function moveOutsideTasks(
  context: Pick<Context, 'tx' | 'org_id' | 'tell'>,
  moved: readonly { operation_id: string; eta: Instant }[],
): Promise<void> {
  const { tx, org_id } = context
  await lockHead(tx, org_id)
  const found = await rows(
    tx,
    sql<{
      id: string
      mo_id: string
    }>`select id, mo_id from production_task where org_id = ${org_id} and status <> ${taskStatus.codes.done}
      and ${among(
        sql`operation_id`,
        moved.map(({ operation_id }) => operation_id),
      )} order by mo_id`,
  )
  if (found.length === 0) return
  const mo_ids = [...new Set(found.map(({ mo_id }) => mo_id))]
  await sql`select from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)} order by id for no key update`.execute(
    tx,
  )
  await lockTasks(
    tx,
    org_id,
    found.map(({ id }) => id),
  )
  // Due on a day it is there when that ends; it was sent before, at the latest when it would have no time at all.
  await sql`update production_task t set end_time = r.ends, capacity_locked = true,
      start_time = least(t.start_time, r.ends - ${shortestTaskSeconds}), setup_start_time = least(t.setup_start_time, r.ends - ${shortestTaskSeconds})
    from (select operation_id, max(eta) + ${daySeconds} as ends from ${recordset(moved, sql`operation_id uuid, eta bigint`)} x group by 1) r
    where t.org_id = ${org_id} and t.operation_id = r.operation_id and t.status <> ${taskStatus.codes.done}`.execute(tx)
  await tellManufacturing(tx, org_id, mo_ids)
  await planChanged(context)
}
