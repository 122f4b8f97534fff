import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { numberSeen } from '@qitao/sales/server'
import { sql } from 'kysely'

/** The customer and sales order for which a work order is made, by itself or for the orders above it, and the day promised. */
export interface ForWhom {
  readonly order_no: string | null
  readonly customer_name: string | null
  readonly promised_date: number | null
}
/** Orders are made for orders in so many levels at most; a circle ends there. */
const mostLevels = 20

export async function forWhom(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<(mo_id: string) => ForWhom> {
  const found = await rows(
    tx,
    sql<ForWhom & { mo_id: string }>`with recursive above as (
        select id as mo_id, order_id, order_line_id, parent_mo_id, 0 as level from mo where org_id = ${org_id} and ${among(sql`id`, [...new Set(mo_ids)])}
        union all
        select a.mo_id, p.order_id, p.order_line_id, p.parent_mo_id, a.level + 1 from above a
          join mo p on p.org_id = ${org_id} and p.id = a.parent_mo_id where a.order_id is null and a.level < ${mostLevels}
      )
      select a.mo_id, ${numberSeen(sql`a.order_id`, sql`s.no`)} as order_no, c.name as customer_name, coalesce(l.delivery_date, s.delivery_date) as promised_date
      from above a left join seen_sales_order s on s.org_id = ${org_id} and s.id = a.order_id
        left join seen_sales_order_line l on l.org_id = s.org_id and l.id = a.order_line_id
        left join customer c on c.org_id = s.org_id and c.id = s.customer_id
      where a.order_id is not null`,
  )
  const known = new Map(found.map(({ mo_id, ...one }) => [mo_id, one]))
  return mo_id => known.get(mo_id) ?? forStock
}
const forStock: ForWhom = { order_no: null, customer_name: null, promised_date: null }
