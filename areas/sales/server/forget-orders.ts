import { dropAttachmentsOf } from '@qitao/access/server'
import { among, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** Orders of the recycle bin go for good, with what hangs on them. */
export async function forgetOrders(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  await dropAttachmentsOf(tx, org_id, 'sales_order', ids)
  await sql`delete from sales_order where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
}
