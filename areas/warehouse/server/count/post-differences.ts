import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Movement } from '@qitao/stock/model/ledger.rules.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { post } from '@qitao/stock/server'
import { sql } from 'kysely'
import { type DifferentLine, expectComplete, expectPostable, type Progress } from '../../model/count/count.rules.ts'
import { toRecount } from './count.queries.ts'

type Different = DifferentLine & {
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quality_status: number
  readonly container_id: string | null
}

/** Posts what differs of a count that is complete; answers how many lines did. Stock is locked by it: last. */
export async function postDifferences(tx: Tx, org_id: string, count: { id: string; no: string }): Promise<number> {
  const named = sql`o.code || ' / ' || m.code || case when t.lot_number = '' then '' else ' / ' || t.lot_number end`
  const joins = sql`join inventory_count c on c.org_id = t.org_id and c.id = t.count_id
    join material m on m.org_id = t.org_id and m.id = t.material_id join location o on o.org_id = t.org_id and o.id = t.location_id`
  const of = sql`t.org_id = ${org_id} and t.count_id = ${count.id}`
  const [progress] = await rows(
    tx,
    sql<Progress>`select count(*) filter (where t.counted_quantity is null) as open, count(*) filter (where ${toRecount}) as to_recount,
        min(${named}) filter (where t.counted_quantity is null or ${toRecount}) as example
      from count_line t ${joins} where ${of}`,
  )
  expectComplete(progress!)
  const different = await rows(
    tx,
    sql<Different>`select t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id, t.difference, ${named} as name,
        coalesce(i.quantity, 0) as quantity_now, coalesce(i.occupied_quantity, 0) as occupied_quantity
      from count_line t ${joins}
      left join inventory i on i.org_id = t.org_id and i.material_id = t.material_id and i.location_id = t.location_id
        and i.lot_number = t.lot_number and i.quality_status = t.quality_status and i.container_id is not distinct from t.container_id
      where ${of} and t.difference <> 0 order by t.line_no`,
  )
  expectPostable(different)
  const source = { receipt_no: count.no, source_type: 'inventory_count', source_id: count.id }
  const movements = different.map(
    ({ material_id, location_id, lot_number, quality_status, container_id, difference }): Movement => ({
      ...{ material_id, location_id, lot_number, quality_status, container_id, quantity: difference, ...source },
      movement_type: movementType.codes.stock_count,
    }),
  )
  await post(tx, { org_id, movements })
  return different.length
}
