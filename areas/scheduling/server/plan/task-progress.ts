import type { Quantity } from '@qitao/core/quantity.ts'
import { dispatchStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { outdateRequests } from '../change-request/outdate-requests.ts'

/** What the floor tells a task; only scheduling writes its tables. */
export interface TaskProgress {
  readonly id: string
  readonly reported_quantity: Quantity
  readonly defective_quantity: Quantity
  readonly status: number
  readonly actual_start_time: number | null
  readonly actual_finish_time: number | null
}
export async function recordTaskProgress(
  { tx, org_id, tell }: Pick<Context, 'tx' | 'org_id' | 'tell'>,
  tasks: readonly TaskProgress[],
): Promise<void> {
  await sql`update production_task t set reported_quantity = r.reported_quantity, defective_quantity = r.defective_quantity, status = r.status,
      actual_start_time = r.actual_start_time, actual_finish_time = r.actual_finish_time
    from ${recordset(
      tasks,
      sql`id uuid, reported_quantity numeric, defective_quantity numeric, status smallint, actual_start_time bigint, actual_finish_time bigint`,
    )} as r where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  await outdateRequests({ tx, org_id, tell })
}

/** `workgroup_id`: to whom it is given; undefined: to nobody, so it is again a task of its machine's own group. */
export const recordTaskDispatch = (
  tx: Tx,
  org_id: string,
  task_ids: readonly string[],
  workgroup_id: string | null | undefined,
): Promise<unknown> => {
  const given = workgroup_id !== undefined
  const own = sql`(select d.workgroup_id from device d where d.org_id = t.org_id and d.id = t.device_id)`
  return sql`update production_task t set dispatch_status = ${dispatchStatus.codes[given ? 'dispatched' : 'pending_dispatch']},
      workgroup_id = ${given ? workgroup_id : own}
    where t.org_id = ${org_id} and ${among(sql`t.id`, task_ids)}`.execute(tx)
}
