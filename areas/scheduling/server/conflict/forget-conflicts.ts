import { withdrawNotices } from '@qitao/access/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** Of a member's notices only the last about conflicts is kept. */
export const conflictSign = 'plan_conflicts'

/** Where no task is left nobody looks for conflicts any more: what was told of them goes with the last one. */
export async function forgetConflicts(tx: Tx, org_id: string): Promise<void> {
  const left = await rows(tx, sql`select from production_task where org_id = ${org_id} limit 1`)
  if (left.length > 0) return
  await sql`delete from conflict_told where org_id = ${org_id}`.execute(tx)
  await sql`delete from conflict_watch where org_id = ${org_id}`.execute(tx)
  await withdrawNotices(tx, org_id, [conflictSign])
}
