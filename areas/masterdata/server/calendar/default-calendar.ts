import type { Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** One at a time in a company: there is one default calendar, and several are locked by whoever changes several. */
export const lockCalendars = (tx: Tx, org_id: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended('calendar' || ${org_id}, 0))`.execute(tx)

/** Who has calendars has a default one: where it was taken away with others, the oldest that is left becomes it. The caller has locked them. */
export const keepDefaultCalendar = (tx: Tx, org_id: string): Promise<unknown> =>
  sql`update calendar set is_default = true
    where org_id = ${org_id} and id = (select id from calendar where org_id = ${org_id} order by created_time, id limit 1)
      and not exists (select from calendar where org_id = ${org_id} and is_default)`.execute(tx)
