import type { CodeOf } from '@qitao/core/status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { PeriodFacts } from '../model/period.rules.ts'
import type { sheetStatus } from '../model/wages.status.ts'

const columns = sql`id, no, row_version, status, start_time, end_time`
/** All periods of the company, the first first. */
export const periodsOf = (tx: Tx, org_id: string): Promise<PeriodFacts[]> =>
  rows(tx, sql<PeriodFacts>`select ${columns} from wage_period where org_id = ${org_id} order by start_time`)

/** The same, locked: whoever closes a period and whoever changes what it would pay wait for each other. */
export async function periodsForUpdate(tx: Tx, org_id: string): Promise<PeriodFacts[]> {
  // Before there is one, nothing else would make two who add the first wait.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wage periods ${org_id}`}, 8423))`.execute(tx)
  await sql`select from wage_period where org_id = ${org_id} order by id for no key update`.execute(tx)
  return periodsOf(tx, org_id)
}

export interface StoredSheet {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly status: CodeOf<typeof sheetStatus>
  readonly user_id: string
}
/** Locked in the order of their ids; `no` is what a person calls one: who it is for. */
export const sheetsForUpdate = async (tx: Tx, org_id: string, ids: readonly string[]): Promise<StoredSheet[]> => {
  await sql`select from wage_sheet where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )
  return rows(
    tx,
    sql<StoredSheet>`select t.id, t.row_version, t.status, t.user_id, u.name as no from wage_sheet t
      join app_user u on u.org_id = t.org_id and u.id = t.user_id where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )
}
