import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Looks at the ledger independently of the code that writes it. A sound ledger has no discrepancy, whatever was running
 * or was killed; there is no repair, because there is nothing that may need one.
 */
export interface Discrepancy {
  readonly kind: 'sum' | 'running_balance' | 'place' | 'bounds' | 'occupied'
  readonly inventory_id: string
  readonly expected: string
  readonly found: string
}

/**
 * `occupiedBy`: a query of `inventory_id` and `quantity`, what the holders say they hold on each row; without it the
 * occupied quantities are only checked against what is there.
 */
export function checkLedger(tx: Tx, org_id: string, occupiedBy?: RawBuilder<unknown>): Promise<Discrepancy[]> {
  const holders = occupiedBy
    ? sql`union all
      select 'occupied', coalesce(i.id, h.inventory_id), coalesce(h.quantity, 0)::text, coalesce(i.occupied_quantity, 0)::text
      from (select * from inventory where org_id = ${org_id}) i full join (${occupiedBy}) h on h.inventory_id = i.id
      where coalesce(i.occupied_quantity, 0) <> coalesce(h.quantity, 0)`
    : sql``
  return rows(
    tx,
    sql<Discrepancy>`
      with movement as (select * from stock_movement where org_id = ${org_id}),
        running as (select *, sum(quantity) over (partition by inventory_id order by id) as expected from movement)
      select 'sum' as kind, i.id as inventory_id, coalesce(s.total, 0)::text as expected, i.quantity::text as found
      from inventory i left join (select inventory_id, sum(quantity) as total from movement group by inventory_id) s on s.inventory_id = i.id
      where i.org_id = ${org_id} and i.quantity <> coalesce(s.total, 0)
      union all
      select 'running_balance', inventory_id, expected::text, balance::text from running where balance <> expected or balance < 0
      union all
      select 'place', i.id, concat_ws('|', i.material_id, i.location_id, i.quality_status, i.lot_number, i.container_id),
        concat_ws('|', m.material_id, m.location_id, m.quality_status, m.lot_number, m.container_id)
      from movement m join inventory i on i.org_id = m.org_id and i.id = m.inventory_id
      where (i.material_id, i.location_id, i.quality_status, i.lot_number, i.container_id)
        is distinct from (m.material_id, m.location_id, m.quality_status, m.lot_number, m.container_id)
      union all
      select 'bounds', id, '0 <= occupied <= quantity', occupied_quantity || ' of ' || quantity from inventory
      where org_id = ${org_id} and not (occupied_quantity >= 0 and occupied_quantity <= quantity)
      ${holders}
      order by 1, 2`,
  )
}
