import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { sql } from 'kysely'
import { rows, type Tx } from '../database/database.ts'
import { limits } from '../http/limits.ts'

const megabyte = 1024 * 1024

/**
 * After a file has been written: refuses when the company's files take more than they may (5058). Whoever comes second waits for
 * the first to commit, so that two cannot take the last room.
 */
export async function expectRoom(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(app_org()::text, 5058))`.execute(tx)
  const [found] = await rows(
    tx,
    sql<{ used: number; allowed: number | null }>`select
      (select coalesce(sum(size), 0) from file_content where org_id = app_org())
        + (select coalesce(sum(octet_length(content)), 0) from excel_file_piece where org_id = app_org()) as used,
      (select megabytes from storage_allowance where org_id = app_org()) as allowed`,
  )
  const used = Math.ceil((found?.used ?? 0) / megabyte)
  const allowed = found?.allowed ?? limits.storageMbPerCompany
  if (used > allowed) refuse(generalErrors.storageFull, { used, allowed })
}
