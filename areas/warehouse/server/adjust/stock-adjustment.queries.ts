import { waitsFor } from '@qitao/access/server'
import type { Out } from '@qitao/core/call.ts'
import type { ListInput, Rows } from '@qitao/core/page.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import type { countStockAdjustments, StockAdjustmentRow } from '@qitao/stock/model/adjust/stock-adjustment.calls.ts'
import { adjustmentStatus } from '@qitao/stock/model/adjust/stock-adjustment.status.ts'
import { type RawBuilder, sql } from 'kysely'
import { seesPrices } from '../count/count.queries.ts'

/** The code of its flows of approval (`approvalModules`) and of its numbers. */
export const adjustmentModule = 'TZ'
export const adjustmentJoins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id
  join unit u on u.org_id = m.org_id and u.id = m.unit_id
  join location l on l.org_id = t.org_id and l.id = t.location_id
  left join container c on c.org_id = t.org_id and c.id = t.container_id
  left join app_user a on a.org_id = t.org_id and a.id = t.created_by`
export const adjustmentShown = sql`m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name,
  u."precision" as unit_precision, l.code as location_code, c.code as container_code`

interface Filters {
  keyword?: string | undefined
  material_id?: string | undefined
  location_id?: string | undefined
  reason?: string | undefined
  timestamp_range?: readonly [number, number] | undefined
}
const conditions = ({ keyword, material_id, location_id, reason, timestamp_range }: Filters) => [
  contains(keyword, sql`t.no`, sql`t.lot_number`, sql`m.code`, sql`m.name`, sql`t.remark`),
  material_id !== undefined && sql`t.material_id = ${material_id}`,
  location_id !== undefined && sql`t.location_id = ${location_id}`,
  reason !== undefined && sql`t.reason = ${reason}`,
  withinRange(sql`t.created_time`, timestamp_range),
]
export const adjustmentsPage = (
  input: ListInput & Filters & { statuses?: readonly number[] | undefined },
  context: Context,
): Promise<Rows<StockAdjustmentRow>> =>
  listRows<StockAdjustmentRow>(
    context.tx,
    {
      org_id: context.org_id,
      table: 'stock_adjustment',
      where: [...conditions(input), oneOfCodes(sql`t.status`, input.statuses)],
      columns: sql`t.*, nullif(t.lot_number, '') as lot_number, ${adjustmentShown}, a.name as created_by_name,
        ${waitsFor(adjustmentModule, sql`t.id`)} as waits_for, case when ${seesPrices(context)}::boolean then t.value end as value`,
      joins: adjustmentJoins,
      filterJoins: adjustmentJoins,
      orders: {
        no: sql`t.no`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
        posted_time: sql`coalesce(t.posted_time, 0)`,
      },
      defaultOrder: '-created_time',
    },
    input,
  )

export async function adjustmentCounts(
  filters: Filters,
  { tx, org_id }: Context,
): Promise<Out<typeof countStockAdjustments>> {
  const where = [sql`t.org_id = ${org_id}`, ...conditions(filters)].filter(
    (one): one is RawBuilder<unknown> => one !== undefined && one !== false,
  )
  const found = await rows(
    tx,
    sql<{ status: number; count: number }>`select t.status, count(*) as count from stock_adjustment t ${adjustmentJoins}
      where ${sql.join(where, sql` and `)} group by t.status`,
  )
  const counted = new Map(found.map(({ status, count }) => [status, count]))
  const of = (code: number) => counted.get(code) ?? 0
  const { pending, posted, refused, withdrawn } = adjustmentStatus.codes
  return { pending: of(pending), posted: of(posted), refused: of(refused), withdrawn: of(withdrawn) }
}
