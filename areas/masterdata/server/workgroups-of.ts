import { rows, type Tx } from '@qitao/platform/server/database.ts'
import { sql } from 'kysely'

/** Workgroups that a member belongs to. */
export async function workgroupsOf(tx: Tx, org_id: string, user_id: string): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{
      workgroup_id: string
    }>`select workgroup_id from workgroup_member where org_id = ${org_id} and user_id = ${user_id}`,
  )
  return found.map(({ workgroup_id }) => workgroup_id)
}
