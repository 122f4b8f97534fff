import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { CameOrLeft } from '@qitao/purchasing/model/purchase-order.rules.ts'
import { correctArrivals } from '@qitao/purchasing/server'
import { correctDelivered } from '@qitao/sales/server'
import { type RawBuilder, sql } from 'kysely'
import { type Direction, inboundType, movementOf, outboundType, receiptsType } from '../model/receipt.status.ts'

interface Done extends CameOrLeft {
  readonly line_id: string
}
/**
 * What receipts that stand have done for these order lines, oldest first. Movements know their receipt and not its line: each line has
 * its share of what moved of its material.
 */
const doneFor = (
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
  kinds: readonly (readonly [direction: Direction, receipt_type: number])[],
): Promise<Done[]> => {
  const isOf = kinds.map(
    ([direction, receipt_type]): RawBuilder<unknown> =>
      sql`(r.receipts_type = ${receiptsType[direction]} and r.receipt_type = ${receipt_type} and s.movement_type = ${movementOf(direction, receipt_type)})`,
  )
  return rows(
    tx,
    sql<Done>`select k.source_line_id as line_id, s.movement_time as time, round(sum(s.quantity * k.done_quantity / t.done), 6) as quantity
      from receipt_line k join receipt r on r.org_id = k.org_id and r.id = k.receipt_id
        cross join lateral (select sum(x.done_quantity) as done from receipt_line x
          where x.org_id = k.org_id and x.receipt_id = k.receipt_id and x.material_id = k.material_id) t
        join stock_movement s on s.org_id = k.org_id and s.source_id = k.receipt_id and s.material_id = k.material_id
      where k.org_id = ${org_id} and ${among(sql`k.source_line_id`, line_ids)} and k.done_quantity > 0 and (${sql.join(isOf, sql` or `)})
      group by k.source_line_id, s.movement_time order by s.movement_time`,
  )
}

/** When something of these sales lines left last, after a shipment was taken back. */
export async function restateDelivered(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<void> {
  const done = await doneFor(tx, org_id, line_ids, [['outbound', outboundType.codes.sales]])
  const last = new Map(done.map(({ line_id, time }) => [line_id, time]))
  await correctDelivered(
    tx,
    org_id,
    line_ids.map(line_id => ({ line_id, delivered_time: last.get(line_id) ?? null })),
  )
}

/** When these purchase lines came, after a receipt or a return was taken back. */
export async function restateArrivals(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<void> {
  const done = await doneFor(tx, org_id, line_ids, [
    ['inbound', inboundType.codes.purchase],
    ['outbound', outboundType.codes.purchase_return],
  ])
  await correctArrivals(tx, org_id, line_ids, done)
}
