import { among, rows, type Tx } from '@qitao/platform/server/database.ts'
import { sql } from 'kysely'

/** Orders whose tasks stand on these machines within the time, with the last before it and the first after it. */
export async function ordersNear(
  tx: Tx,
  org_id: string,
  device_ids: readonly string[],
  from: number,
  to: number,
): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ mo_id: string }>`
      select mo_id from production_task where org_id = ${org_id} and ${among(sql`device_id`, device_ids)} and end_time >= ${from} and setup_start_time <= ${to}
      union select x.mo_id from unnest(${device_ids}::uuid[]) as d(id), lateral (select mo_id from production_task
        where org_id = ${org_id} and device_id = d.id and end_time < ${from} order by start_time desc limit 1) x
      union select x.mo_id from unnest(${device_ids}::uuid[]) as d(id), lateral (select mo_id from production_task
        where org_id = ${org_id} and device_id = d.id and setup_start_time > ${to} order by start_time limit 1) x`,
  )
  return found.map(({ mo_id }) => mo_id)
}
