import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Member } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'

/** Machines of which a member sees the work: of the data scope of a workgroup those of the own groups, and those with a task that is seen. */
export async function devicesSeen({
  tx,
  org_id,
  member,
}: {
  readonly tx: Tx
  readonly org_id: string
  readonly member: Pick<Member, 'workgroup_only'>
}): Promise<(device_id: string) => boolean> {
  if (!member.workgroup_only) return () => true
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select unnest(app_devices()) as id union select device_id from production_task where org_id = ${org_id}`,
  )
  const seen = new Set(found.map(({ id }) => id))
  return id => seen.has(id)
}
