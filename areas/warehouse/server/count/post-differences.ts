import { among, rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { followCount } from '@qitao/quality/server'
import type { Movement } from '@qitao/stock/model/ledger.rules.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { lockContainerPlaces, post } from '@qitao/stock/server'
import { sql } from 'kysely'
import { type DifferentLine, expectComplete, expectPostable, type Progress } from '../../model/count/count.rules.ts'
import { toRecount } from './count.queries.ts'

type Different = DifferentLine & {
  readonly count_id: string
  readonly count_no: string
  readonly purchase_price: string | null
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quality_status: number
  readonly container_id: string | null
}

const named = sql`o.code || ' / ' || m.code || case when t.lot_number = '' then '' else ' / ' || t.lot_number end`
const joins = sql`join inventory_count c on c.org_id = t.org_id and c.id = t.count_id
  join material m on m.org_id = t.org_id and m.id = t.material_id join location o on o.org_id = t.org_id and o.id = t.location_id`

/** What differs of counts that are complete and can be posted as stock is now. */
export async function checkDifferences(
  { tx, org_id }: Pick<Context, 'tx' | 'org_id'>,
  ids: readonly string[],
): Promise<Different[]> {
  const of = sql`t.org_id = ${org_id} and ${among(sql`t.count_id`, ids)}`
  const [progress] = await rows(
    tx,
    sql<Progress>`select count(*) filter (where t.counted_quantity is null) as open, count(*) filter (where ${toRecount}) as to_recount,
        min(${named}) filter (where t.counted_quantity is null or ${toRecount}) as example
      from count_line t ${joins} where ${of}`,
  )
  expectComplete(progress!)
  // What is in a container has gone with it since it was counted.
  const differ = await rows(
    tx,
    sql<{
      container_id: string
    }>`select distinct t.container_id from count_line t where ${of} and t.difference <> 0 and t.container_id is not null`,
  )
  await lockContainerPlaces(
    tx,
    org_id,
    differ.map(({ container_id }) => container_id),
  )
  const different = await rows(
    tx,
    sql<Different>`select c.id as count_id, c.no as count_no, t.material_id, coalesce(k.location_id, t.location_id) as location_id, t.lot_number, t.quality_status, t.container_id, t.difference,
        ${named} as name, m.purchase_price, m.serial_policy, coalesce(i.quantity, 0) as quantity_now, coalesce(i.occupied_quantity, 0) as occupied_quantity
      from count_line t ${joins} left join container k on k.org_id = t.org_id and k.id = t.container_id
      left join inventory i on i.org_id = t.org_id and i.material_id = t.material_id and i.location_id = coalesce(k.location_id, t.location_id)
        and i.lot_number = t.lot_number and i.quality_status = t.quality_status and i.container_id is not distinct from t.container_id
      where ${of} and t.difference <> 0 order by c.no, t.line_no`,
  )
  expectPostable(different)
  return different
}

/** Posts what differs, and tells quality what waits for its inspection now. Stock is locked by it: last. */
export async function postDifferences(
  context: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  ids: readonly string[],
): Promise<void> {
  const { tx, org_id } = context
  const different = await checkDifferences(context, ids)
  const isToInspect = (line: Different) => line.quality_status === qualityStatus.codes.to_inspect
  const release_time = await followCount(context, different.filter(isToInspect))
  const movements = different.map((line): Movement => {
    const { material_id, location_id, lot_number, quality_status, container_id, difference } = line
    return {
      ...{ material_id, location_id, lot_number, quality_status, container_id, quantity: difference },
      ...{ receipt_no: line.count_no, source_type: 'inventory_count', source_id: line.count_id },
      movement_type: movementType.codes.stock_count,
      ...(isToInspect(line) ? { release_time } : {}),
    }
  })
  await post(tx, { org_id, movements })
}
