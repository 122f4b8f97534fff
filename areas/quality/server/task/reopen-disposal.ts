import type { Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/** The document by which failed goods went back is taken back: they are here again, and wait for another disposal. */
export async function reopenDisposal(tx: Tx, org_id: string, receipt_id: string): Promise<void> {
  await sql`select from qc_task t where t.org_id = ${org_id}
      and t.id in (select d.task_id from qc_disposal d where d.org_id = ${org_id} and d.receipt_id = ${receipt_id})
    order by t.id for no key update`.execute(tx)
  await sql`with gone as (delete from qc_disposal where org_id = ${org_id} and receipt_id = ${receipt_id} returning task_id, quantity)
    update qc_task t set disposed_quantity = t.disposed_quantity - g.quantity
    from (select task_id, sum(quantity) as quantity from gone group by task_id) g where t.org_id = ${org_id} and t.id = g.task_id`.execute(
    tx,
  )
}
