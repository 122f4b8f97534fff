import { followReceipts, lockWaiting } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { type Move, moveGoods } from '@qitao/stock/server'
import { sql } from 'kysely'

/**
 * Moves goods, and with them what work orders occupy where the free ones do not suffice: each order has in the new bin what it had in
 * the old one. Orders are locked before stock; what another one has taken meanwhile stays and is refused (5913).
 */
export async function moveHeld({ tx, org_id, now }: Context, moves: readonly Move[]): Promise<void> {
  const sources = await rowsToShare(tx, org_id, moves)
  const mo_ids = await lockWaiting(tx, org_id, sources, [])
  const held = await rows(
    tx,
    sql<{ id: string; quantity: string }>`select source_id as id, sum(quantity) as quantity from mo_assignment
      where org_id = ${org_id} and ${among(sql`source_id`, sources)} and ${among(sql`mo_id`, mo_ids)} group by source_id`,
  )
  const along = new Map(held.map(({ id, quantity }) => [id, quantity]))
  await followReceipts(tx, org_id, mo_ids, await moveGoods(tx, org_id, moves, along), now)
}

/** Stock of which more is moved than is free. */
async function rowsToShare(tx: Tx, org_id: string, moves: readonly Move[]): Promise<string[]> {
  const wanted = recordset(moves, sql`material_id uuid, from_location_id uuid, lot_number text, quantity numeric`)
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from (
        select i.id, i.occupied_quantity, w.quantity, sum(i.quantity - i.occupied_quantity) over (partition by i.material_id, i.location_id, i.lot_number) as free
        from (select material_id, from_location_id, lot_number, sum(quantity) as quantity from ${wanted} r group by 1, 2, 3) w
          join inventory i on i.org_id = ${org_id} and i.material_id = w.material_id and i.location_id = w.from_location_id
            and i.lot_number = w.lot_number
            and i.quality_status = ${qualityStatus.codes.finished} and i.quantity > 0) k
      where k.occupied_quantity > 0 and k.quantity > k.free order by id`,
  )
  return found.map(({ id }) => id)
}
