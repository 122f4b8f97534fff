import type { Quantity } from '@qitao/core/quantity.ts'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
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

/** Each becomes the entry of its product, process and machine, the one that is there or a new one. */
export const putLearntTimes = (tx: Tx, now: number, times: readonly LearntCycleTime[]): Promise<unknown> =>
  sql`insert into cycle_time as t (id, material_id, process_id, device_id, type, cycle_seconds, batch_quantity, setup_seconds, employees,
      expected_oee, learnt_time, learnt_count)
    select r.id, r.material_id, r.process_id, r.device_id, 'per_piece', r.cycle_seconds, 1, r.setup_seconds, r.employees, r.expected_oee,
      ${now}, r.learnt_count
    from ${recordset(
      times.map(time => ({ id: newId(), ...time })),
      sql`id uuid, material_id uuid, process_id uuid, device_id uuid, cycle_seconds numeric, setup_seconds integer, employees integer,
        expected_oee numeric, learnt_count integer`,
    )} r
    on conflict (org_id, material_id, process_id, device_id) do update set type = excluded.type, cycle_seconds = excluded.cycle_seconds,
      batch_quantity = 1, learnt_time = excluded.learnt_time, learnt_count = excluded.learnt_count`.execute(tx)
