import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** Workgroups that members belong to, by member. */
export async function workgroupsOf(
  tx: Tx,
  org_id: string,
  user_ids: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await rows(
    tx,
    sql<{
      user_id: string
      workgroup_ids: string[]
    }>`select user_id, array_agg(workgroup_id) as workgroup_ids from workgroup_member
      where org_id = ${org_id} and ${among(sql`user_id`, user_ids)} group by user_id`,
  )
  return new Map(found.map(({ user_id, workgroup_ids }) => [user_id, workgroup_ids]))
}
