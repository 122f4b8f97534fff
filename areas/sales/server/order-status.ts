import { among, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** Orders and all their lines get a status. `approval_status` undefined: as it was. */
export async function setOrderStatus(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  status: number,
  approval_status?: number | null,
): Promise<void> {
  const approval = approval_status === undefined ? sql`approval_status` : sql`${approval_status}::smallint`
  await sql`update sales_order set status = ${status}, approval_status = ${approval}
    where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
  await sql`update sales_order_line set status = ${status} where org_id = ${org_id} and ${among(sql`order_id`, ids)}`.execute(
    tx,
  )
}
