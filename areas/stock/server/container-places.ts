import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** Where containers are now, locked: they stay there until what is in them is booked. One without a bin is left out. */
export async function lockContainerPlaces(
  tx: Tx,
  org_id: string,
  container_ids: readonly (string | null)[],
): Promise<Map<string, { location_id: string; location_code: string }>> {
  const ids = [...new Set(container_ids.flatMap(id => id ?? []))]
  if (ids.length === 0) return new Map()
  const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`
  await sql`select from container t where ${which} order by t.id for no key update`.execute(tx)
  const found = await rows(
    tx,
    sql<{ id: string; location_id: string; location_code: string }>`select t.id, t.location_id, l.code as location_code
      from container t join location l on l.org_id = t.org_id and l.id = t.location_id where ${which}`,
  )
  return new Map(found.map(({ id, ...place }) => [id, place]))
}
