import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'

/** A cycle time that was learnt from `learnt_count` finished tasks. */
export interface LearntCycleTime {
  readonly material_id: string
  readonly process_id: string
  readonly device_id: string
  readonly cycle_seconds: Quantity
  readonly setup_seconds: number
  readonly employees: number
  readonly expected_oee: Quantity
  readonly learnt_count: number
}

/** Before they are read: nobody changes the times of these processes until the transaction ends. */
export const lockCycleTimes = (tx: Tx, org_id: string, process_ids: readonly string[]): Promise<unknown> =>
  sql`select from cycle_time where org_id = ${org_id} and ${among(sql`process_id`, process_ids)} order by id for update`.execute(
    tx,
  )

const columns = sql`id uuid, material_id uuid, process_id uuid, device_id uuid, cycle_seconds numeric, setup_seconds integer, employees integer,
  expected_oee numeric, learnt_count integer`
/**
 * Each becomes the entry of its product, process and machine, the one that is there, in use or not, or a new one. The times are locked by
 * the caller; one that somebody has added since is not written over (5023).
 */
export async function putLearntTimes(
  tx: Tx,
  org_id: string,
  now: number,
  times: readonly LearntCycleTime[],
): Promise<void> {
  const changed = await rows(
    tx,
    sql<{
      key: string
    }>`update cycle_time t set type = 'per_piece', cycle_seconds = r.cycle_seconds, batch_quantity = 1,
        setup_seconds = r.setup_seconds, employees = r.employees, expected_oee = r.expected_oee, status = ${enabledStatus.codes.enabled},
        learnt_time = ${now}, learnt_count = r.learnt_count
      from ${recordset(
        times.map(time => ({ id: null, ...time })),
        columns,
      )} r
      where t.org_id = ${org_id} and t.material_id = r.material_id and t.process_id = r.process_id and t.device_id = r.device_id
      returning concat_ws(' ', t.material_id, t.process_id, t.device_id) as key`,
  )
  const known = new Set(changed.map(({ key }) => key))
  const fresh = times.filter(time => !known.has(`${time.material_id} ${time.process_id} ${time.device_id}`))
  const added = await rows(
    tx,
    sql<{
      id: string
    }>`insert into cycle_time (id, material_id, process_id, device_id, type, cycle_seconds, batch_quantity, setup_seconds,
        employees, expected_oee, learnt_time, learnt_count)
      select r.id, r.material_id, r.process_id, r.device_id, 'per_piece', r.cycle_seconds, 1, r.setup_seconds, r.employees, r.expected_oee,
        ${now}, r.learnt_count
      from ${recordset(
        fresh.map(time => ({ id: newId(), ...time })),
        columns,
      )} r
      on conflict (org_id, material_id, process_id, device_id) do nothing returning id`,
  )
  if (added.length < fresh.length) refuse(generalErrors.versionConflict)
}
