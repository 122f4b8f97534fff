import { isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { occupyExactly } from '@qitao/stock/server'
import { sql } from 'kysely'
import { moStatus, stockSources } from '../../model/mo/mo.status.ts'
import { type Arrival, followReceipts } from './follow-receipts.ts'
import { refreshKits } from './refresh-kits.ts'

/**
 * Goods that orders counted on have been judged, or are held: what is released is theirs in stock, in the order in which supply is given (decision
 * 0021); of what is refused they lose what the goods that still wait do not cover. The caller has locked the orders (`lockWaiting`)
 * and the ledger has moved the goods; `inventory_ids`: the balances that they were in.
 */
export async function followInspection(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  { inventory_ids, released }: { inventory_ids: readonly string[]; released: readonly Arrival[] },
  now: Instant,
): Promise<void> {
  await followReceipts(tx, org_id, mo_ids, released, now)
  const waiting = await rows(
    tx,
    sql<{ id: string; source_id: string; quantity: Quantity }>`select a.id, a.source_id, a.quantity
      from mo_assignment a join mo m on m.org_id = a.org_id and m.id = a.mo_id
      where a.org_id = ${org_id} and a.source_type in (${sql.join(stockSources)}) and ${among(sql`a.source_id`, inventory_ids)}
        and ${among(sql`a.mo_id`, mo_ids)}
      order by a.locked desc, m.status >= ${moStatus.codes.to_be_produced} desc, a.made_for_quantity > 0 desc, m.priority, m.delivery_date, m.no, a.id`,
  )
  const left = new Map(
    (
      await rows(
        tx,
        sql<{
          id: string
          quantity: Quantity
        }>`select id, quantity from inventory where org_id = ${org_id} and ${among(sql`id`, inventory_ids)}`,
      )
    ).map(({ id, quantity }) => [id, quantity]),
  )
  const kept = waiting.map(({ id, source_id, quantity }) => {
    const part = least(quantity, left.get(source_id) ?? '0')
    left.set(source_id, subtract(left.get(source_id) ?? '0', part))
    return { id, quantity: part }
  })
  await sql`delete from mo_assignment where org_id = ${org_id} and ${among(
    sql`id`,
    kept.filter(({ quantity }) => !isPositive(quantity)).map(({ id }) => id),
  )}`.execute(tx)
  await sql`update mo_assignment a set quantity = r.quantity, made_for_quantity = least(a.made_for_quantity, r.quantity)
    from ${recordset(
      kept.filter(({ quantity }) => isPositive(quantity)),
      sql`id uuid, quantity numeric`,
    )} as r where a.org_id = ${org_id} and a.id = r.id and a.quantity <> r.quantity`.execute(tx)
  await occupyExactly(tx, {
    org_id,
    inventory_ids,
    holders: sql`select source_id as inventory_id, quantity from mo_assignment
      where org_id = ${org_id} and source_type in (${sql.join(stockSources)})`,
  })
  await refreshKits(tx, org_id, mo_ids, now)
}
