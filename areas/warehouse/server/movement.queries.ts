import type { Parsed } from '@qitao/core/call.ts'
import { mostRows, type Rows } from '@qitao/core/page.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, expectFixedOrder, withinRange } from '@qitao/platform/server/list/list.ts'
import { maskedNo } from '@qitao/sales/server'
import type { StockMovementRow } from '@qitao/stock/model/inventory.record.ts'
import { adjustmentSource } from '@qitao/stock/model/ledger.rules.ts'
import type { exportStockMovements, listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { type RawBuilder, sql } from 'kysely'

/** The number of the receipt that it was booked by, as far as the member may see it. */
const receiptNo = sql`case when (select app_own_only()) and t.source_type = 'receipt'
    and not exists (select from seen_receipt r where r.org_id = t.org_id and r.id = t.source_id)
  then ${maskedNo} else t.receipt_no end`
const movementColumns = sql`t.id, t.inventory_id, t.movement_time, t.movement_type, t.material_id, m.code as material_code, m.name as material_name,
  u.name as unit_name, t.quantity, t.balance, t.location_id, l.code as location_code, w.name as warehouse_name, t.lot_number, t.container_id, c.code as container_code, t.quality_status,
  ${receiptNo} as receipt_no, t.mo_id, x.no as mo_no, t.operator_id, a.name as operator_name, j.reason`
const movementJoins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  join unit u on u.org_id = m.org_id and u.id = m.unit_id
  join location l on l.org_id = t.org_id and l.id = t.location_id
  join warehouse w on w.org_id = l.org_id and w.id = l.warehouse_id
  left join container c on c.org_id = t.org_id and c.id = t.container_id
  left join mo x on x.org_id = t.org_id and x.id = t.mo_id
  left join stock_adjustment j on t.source_type = ${adjustmentSource} and j.org_id = t.org_id and j.id = t.source_id
  left join app_user a on a.org_id = t.org_id and a.id = t.operator_id`

export const movementsWhere = (tx: Tx, org_id: string, condition: RawBuilder<unknown>): Promise<StockMovementRow[]> =>
  rows(
    tx,
    sql<StockMovementRow>`select ${movementColumns} from stock_movement t ${movementJoins} where t.org_id = ${org_id} and ${condition} order by t.id`,
  )

/** Newest first. Their ids are numbers in the order of posting, so that the page is found on the key. */
export async function movementsPage(
  tx: Tx,
  org_id: string,
  input: Parsed<typeof listStockMovements> & Pick<Parsed<typeof exportStockMovements>, 'ids'>,
): Promise<Rows<StockMovementRow>> {
  expectFixedOrder(input)
  const { keyword, material_id, inventory_id, location_id, warehouse_id, movement_types = [], timestamp_range } = input
  const byText = contains(keyword, sql`k.code`, sql`k.name`)
  const conditions = [
    sql`t.org_id = ${org_id}`,
    byText &&
      sql`(${contains(keyword, receiptNo, sql`t.lot_number`)!} or t.material_id in (select k.id from material k where k.org_id = ${org_id} and ${byText}))`,
    input.ids !== undefined && sql`t.id = any(${input.ids}::bigint[])`,
    material_id !== undefined && sql`t.material_id = ${material_id}`,
    inventory_id !== undefined && sql`t.inventory_id = ${inventory_id}`,
    location_id !== undefined && sql`t.location_id = ${location_id}`,
    warehouse_id !== undefined &&
      sql`t.location_id in (select b.id from location b where b.org_id = ${org_id} and b.warehouse_id = ${warehouse_id})`,
    movement_types.length > 0 && sql`t.movement_type = any(${movement_types}::smallint[])`,
    withinRange(sql`t.movement_time`, timestamp_range),
  ].filter(one => one !== undefined && one !== false)
  const where = sql.join(conditions, sql` and `)
  const size = input.page_size === -1 ? mostRows : input.page_size
  const [counted] = await rows(
    tx,
    sql<{ total: number }>`select count(*) as total from stock_movement t where ${where}`,
  )
  const result = await rows(
    tx,
    sql<StockMovementRow>`with page as materialized (
        select t.id from stock_movement t where ${where} order by t.id desc limit ${size} offset ${(input.page - 1) * size}
      )
      select ${movementColumns} from page join stock_movement t on t.org_id = ${org_id} and t.id = page.id ${movementJoins} order by t.id desc`,
  )
  return { result, total: counted!.total, next_cursor: null }
}
