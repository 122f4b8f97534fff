import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { purchaseRequestStatus, purchaseStatus } from '../model/purchase.status.ts'

/** Requests on lines of these orders are ordered; those that were and stand on no line any more are open again. */
export async function claimRequests(tx: Tx, org_id: string, order_ids: readonly string[]): Promise<void> {
  const { open, ordered } = purchaseRequestStatus.codes
  // Found by what the lines name and by the order that they are on, each by its index.
  const onLines = sql`select unnest(l.request_ids) as request_id, min(o.id::text)::uuid as order_id from purchase_order_line l
      join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${among(sql`l.order_id`, order_ids)} and o.status <> ${purchaseStatus.codes.cancelled} group by 1`
  const concerned = await rows(
    tx,
    sql<{ id: string }>`select request_id as id from (${onLines}) c
      union select id from purchase_request where org_id = ${org_id} and ${among(sql`purchase_order_id`, order_ids)}`,
  )
  if (concerned.length === 0) return
  const ids = concerned.map(({ id }) => id)
  await sql`select from purchase_request where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )
  await sql`with claimed as (${onLines}), concerned as (
      select request_id as id from claimed union select id from purchase_request where org_id = ${org_id} and ${among(sql`purchase_order_id`, order_ids)}
    )
    update purchase_request r set status = case when c.order_id is null then ${open}::smallint else ${ordered}::smallint end, purchase_order_id = c.order_id
    from concerned x left join claimed c on c.request_id = x.id
    where r.org_id = ${org_id} and r.id = x.id and r.purchase_order_id is distinct from c.order_id`.execute(tx)
}
