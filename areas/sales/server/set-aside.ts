import type { Quantity } from '@qitao/core/quantity.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { salesOrderStatus } from '../model/sales-order.status.ts'

const waiting = sql.join(salesOrderStatus.from('ship'))

/** What of these products in stock is meant for open orders, but for one: set off against them, or made for them, and not shipped. */
export const setAside = (
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  except: string | undefined,
): Promise<{ material_id: string; quantity: Quantity }[]> =>
  rows(
    tx,
    sql`select l.material_id, sum(greatest(0, least(l.quantity, l.offset_quantity + l.inbound_quantity) - l.shipped_quantity)) as quantity
      from sales_order_line l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${among(sql`l.material_id`, material_ids)} and not o.deleted and o.status in (${waiting})
        and o.id is distinct from ${except ?? null}
      group by l.material_id`,
  )

/** Stock covers so much of these lines: it is not made. Their orders are locked; manufacturing tells how far the lines are then. */
export async function coverFromStock(
  tx: Tx,
  org_id: string,
  covered: readonly { readonly line_id: string; readonly quantity: Quantity }[],
): Promise<void> {
  if (covered.length === 0) return
  await sql`update sales_order_line l set offset_quantity = l.offset_quantity + r.quantity
    from ${recordset(covered, sql`line_id uuid, quantity numeric`)} as r where l.org_id = ${org_id} and l.id = r.line_id`.execute(
    tx,
  )
  await tellOffset(
    tx,
    org_id,
    covered.map(({ line_id }) => line_id),
  )
}

/**
 * Stock that was to cover these lines goes to others: it is made after all. False, and nothing is changed, where a line has not so
 * much that is neither shipped nor on work orders. Their orders are locked; manufacturing tells how far the lines are then.
 */
export async function giveUpCover(
  tx: Tx,
  org_id: string,
  given: readonly { readonly line_id: string; readonly quantity: Quantity }[],
): Promise<boolean> {
  if (given.length === 0) return true
  const lost = recordset(given, sql`line_id uuid, quantity numeric`)
  const [short] = await rows(
    tx,
    sql<{ id: string }>`select l.id from ${lost} r join sales_order_line l on l.org_id = ${org_id} and l.id = r.line_id
      where r.quantity > l.quantity - l.planned_quantity - l.shipped_offset_quantity limit 1`,
  )
  if (short) return false
  await sql`update sales_order_line l set offset_quantity = greatest(l.shipped_offset_quantity, l.offset_quantity - r.quantity)
    from ${lost} as r where l.org_id = ${org_id} and l.id = r.line_id`.execute(tx)
  await tellOffset(
    tx,
    org_id,
    given.map(({ line_id }) => line_id),
  )
  return true
}
/** Locks the orders of these lines, and those that are named. */
export async function lockOrdersOf(
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
  order_ids: readonly string[],
): Promise<void> {
  await sql`select from sales_order o where o.org_id = ${org_id}
    and (${among(sql`o.id`, order_ids)} or o.id in (select l.order_id from sales_order_line l where l.org_id = ${org_id} and ${among(sql`l.id`, line_ids)}))
    order by o.id for no key update`.execute(tx)
}

/** Heads say what is left to make of their orders. */
async function tellOffset(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  await sql`update sales_order o set offset_flag = k.flag, main_product_num = k.left_to_make
    from (select l.order_id, sum(l.quantity - l.offset_quantity) as left_to_make, bool_or(l.offset_quantity > 0)::int as flag from sales_order_line l
      where l.org_id = ${org_id} and l.order_id in (select x.order_id from sales_order_line x where x.org_id = ${org_id} and ${among(sql`x.id`, ids)})
      group by l.order_id) k
    where o.org_id = ${org_id} and o.id = k.order_id`.execute(tx)
}
