import type { Instant } from '@qitao/core/time.ts'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** Tasks that are done rest no more; they are locked. */
export async function endPauses(
  tx: Tx,
  org_id: string,
  ended: readonly { task_id: string; at: Instant }[],
): Promise<void> {
  if (ended.length === 0) return
  await sql`update task_pause z set to_time = greatest(z.from_time, r.at)
    from ${recordset(ended, sql`task_id uuid, at bigint`)} as r
    where z.org_id = ${org_id} and z.task_id = r.task_id and z.to_time is null`.execute(tx)
}
