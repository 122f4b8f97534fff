import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { KeptTask } from '../../model/hand/restore.rules.ts'
import type { PlanSummary } from '../../model/publish/plan-version.calls.ts'
import { planVersionStatus } from '../../model/task.status.ts'
import { countUp } from '../plan/plan.queries.ts'

/** Versions older than these many are forgotten. */
const mostVersions = 50
const { in_force } = planVersionStatus.codes

/** Keeps the plan as it is now as a version: what it looked like, how good it was, and why it was made. Answers its number. */
export async function keepVersion(
  { tx, org_id, tell }: Pick<Context, 'tx' | 'org_id' | 'tell'>,
  reason: string,
  summary: PlanSummary,
): Promise<number> {
  const version_no = await countUp({ tx, org_id, tell })
  const before = await rows(
    tx,
    sql<{ id: string }>`select id from plan_version where org_id = ${org_id} and status = ${in_force} for update`,
  )
  const of = { table: 'plan_version', statuses: planVersionStatus } as const
  await transition(
    tx,
    org_id,
    of,
    'supersede',
    before.map(({ id }) => id),
  )
  await sql`insert into plan_version (id, version_no, status, reason, summary, mo_count, task_count, late_count, tasks)
    select ${newId()}, ${version_no}, ${in_force}, ${reason}, ${JSON.stringify(summary)}::jsonb, count(distinct t.mo_id), count(*), ${summary.late_orders},
      coalesce(jsonb_agg(jsonb_build_object('operation_id', t.step_id, 'mo_id', t.mo_id, 'device_id', t.device_id, 'setup_start_time', t.setup_start_time,
        'start_time', t.start_time, 'end_time', t.end_time, 'setup_seconds', t.setup_seconds, 'reasons', t.reasons) order by t.start_time, t.id), '[]'::jsonb)
    from production_task t where t.org_id = ${org_id} and t.status <> ${taskStatus.codes.done}`.execute(tx)
  await sql`delete from plan_version where org_id = ${org_id} and version_no <= ${version_no} and id not in (
    select id from plan_version where org_id = ${org_id} order by version_no desc limit ${mostVersions})`.execute(tx)
  return version_no
}

export async function tasksOfVersion(
  tx: Tx,
  org_id: string,
  id: string,
): Promise<{ version_no: number; tasks: KeptTask[] } | undefined> {
  const found = await rows(
    tx,
    sql<{
      version_no: number
      tasks: KeptTask[]
    }>`select version_no, tasks from plan_version where org_id = ${org_id} and id = ${id}`,
  )
  return found[0]
}

/** Removes the tasks of these operations. */
export async function dropTasks(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`delete from production_task where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
}
