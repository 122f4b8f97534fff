import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { daysOfTakers, type Taker, type TakersDay } from '@qitao/purchasing/model/supply-part.rules.ts'
import { linesOnSeveralDays } from '@qitao/purchasing/server'
import { sql } from 'kysely'

/** Of purchase lines that come on several days: when each component has what it takes of them (decision 0084). */
export async function daysInParts(tx: Tx, org_id: string): Promise<TakersDay[]> {
  const parts = await linesOnSeveralDays(tx, org_id)
  if (parts.length === 0) return []
  const takers = await rows(
    tx,
    sql<Taker>`select a.source_id as id, a.component_id as by, sum(a.quantity) as quantity, max(a.available_time) as at from mo_assignment a
      where a.org_id = ${org_id} and ${among(sql`a.source_id`, [...new Set(parts.map(({ id }) => id))])}
        and a.source_type = ${supplySource.codes.in_transit} group by 1, 2`,
  )
  return daysOfTakers(parts, takers)
}
