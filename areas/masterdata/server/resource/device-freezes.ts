import type { CodeOf } from '@qitao/core/status.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { freezeKind } from '../../model/resource/device-freeze.status.ts'

/** A time in which a machine takes no task. */
export interface NewFreeze {
  readonly id: string
  readonly device_id: string
  readonly start_time: number
  readonly end_time: number
  readonly kind: CodeOf<typeof freezeKind>
  readonly reason: string | null
}
/** Scheduling decides when a machine is frozen; only master data writes its tables. */
export const addFreezes = (tx: Tx, freezes: readonly NewFreeze[]): Promise<unknown> =>
  sql`insert into device_freeze (id, device_id, start_time, end_time, kind, reason)
    select r.* from ${recordset(freezes, sql`id uuid, device_id uuid, start_time bigint, end_time bigint, kind smallint, reason text`)} as r`.execute(
    tx,
  )
/** Answers the ids that were there. */
export async function removeFreezes(tx: Tx, org_id: string, ids: readonly string[]): Promise<string[]> {
  const gone = await rows(
    tx,
    sql<{ id: string }>`delete from device_freeze where org_id = ${org_id} and ${among(sql`id`, ids)} returning id`,
  )
  return gone.map(({ id }) => id)
}
