import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** Takes bins for a count, as many as no other count has; answers those that it got. `frozen`: nothing moves in them meanwhile. */
export async function takeBins(
  tx: Tx,
  { count_id, location_ids, frozen }: { count_id: string; location_ids: readonly string[]; frozen: boolean },
): Promise<string[]> {
  const taken = await rows(
    tx,
    sql<{ location_id: string }>`insert into bin_in_count (location_id, count_id, frozen)
      select id, ${count_id}::uuid, ${frozen}::boolean from unnest(${location_ids}::uuid[]) id order by id
      on conflict do nothing returning location_id`,
  )
  return taken.map(({ location_id }) => location_id)
}

/** Gives back the bins of counts that have ended. */
export const giveBins = (tx: Tx, org_id: string, count_ids: readonly string[]): Promise<unknown> =>
  sql`delete from bin_in_count where org_id = ${org_id} and ${among(sql`count_id`, count_ids)}`.execute(tx)
