import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { followCount, lockTasksOf } from '@qitao/quality/server'
import type { Movement } from '@qitao/stock/model/ledger.rules.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { lockContainerPlaces, post } from '@qitao/stock/server'
import { sql } from 'kysely'
import { type DifferentLine, expectComplete, expectPostable, type Progress } from '../../model/count/count.rules.ts'
import { countStatus } from '../../model/count/count.status.ts'
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

/** What differs of goods that wait for their inspection: the task stays with the bin that they were put into, also when they leave it in a container. */
const toInspect = (tx: Tx, org_id: string, ids: readonly string[]) =>
  rows(
    tx,
    sql<{
      material_id: string
      location_id: string
      lot_number: string
      difference: Quantity
    }>`select material_id, location_id, lot_number, difference from count_line
      where org_id = ${org_id} and ${among(sql`count_id`, ids)} and difference <> 0 and quality_status = ${qualityStatus.codes.to_inspect}
      order by count_id, line_no`,
  )

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
  await lockTasksOf(tx, org_id, await toInspect(tx, org_id, ids))
  await lockContainerPlaces(
    tx,
    org_id,
    differ.map(({ container_id }) => container_id),
  )
  await expectCountedOnce(tx, org_id, ids)
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

/** What is in a container that has moved is a difference of one count: where it came to lie is counted, or was since. */
async function expectCountedOnce(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  const counted = sql`o.org_id = t.org_id and o.container_id = t.container_id and o.material_id = t.material_id and o.lot_number = t.lot_number
    and o.quality_status = t.quality_status and o.location_id <> t.location_id and o.difference <> 0`
  const [twice] = await rows(
    tx,
    sql<{
      container: string
      bin: string
      no: string
      name: string
    }>`select k.code as container, l.code as bin, e.no, ${named} as name
      from count_line t ${joins} join container k on k.org_id = t.org_id and k.id = t.container_id
        join location l on l.org_id = k.org_id and l.id = k.location_id
        join lateral (select n.no from bin_in_count b join inventory_count n on n.org_id = b.org_id and n.id = b.count_id
            where b.org_id = k.org_id and b.location_id = k.location_id and not ${among(sql`b.count_id`, ids)}
          union all select n.no from count_line o join inventory_count n on n.org_id = o.org_id and n.id = o.count_id
            where ${counted} and n.status = ${countStatus.codes.done} and n.ended_time >= coalesce(t.second_time, t.first_time)
              and not ${among(sql`n.id`, ids)}) e on true
      where t.org_id = ${org_id} and ${among(sql`t.count_id`, ids)} and t.difference <> 0 order by c.no, t.line_no, e.no limit 1`,
  )
  if (twice)
    refuse(stockErrors.countInProgress, {
      ...twice,
      detail: text(
        '{name}：容器{container}已移到库位{bin}，该库位由盘点单{no}盘点；请在那里盘点，并将本行改为0',
        '{name}: container {container} is in bin {bin} by now, which {no} counts: count what is in it there, and enter 0 here',
      ),
    })
}

/** Posts what differs, and tells quality what waits for its inspection now. Stock is locked by it: last. */
export async function postDifferences(
  context: Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>,
  ids: readonly string[],
): Promise<void> {
  const { tx, org_id } = context
  const different = await checkDifferences(context, ids)
  const release_time = await followCount(context, await toInspect(tx, org_id, ids))
  const movements = different.map((line): Movement => {
    const { material_id, location_id, lot_number, quality_status, container_id, difference } = line
    return {
      ...{ material_id, location_id, lot_number, quality_status, container_id, quantity: difference },
      ...{ receipt_no: line.count_no, source_type: 'inventory_count', source_id: line.count_id },
      movement_type: movementType.codes.stock_count,
      ...(quality_status === qualityStatus.codes.to_inspect ? { release_time } : {}),
    }
  })
  await post(tx, { org_id, movements })
}
