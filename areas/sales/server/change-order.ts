import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { LineToChange, OrderToChange } from '../model/order-change.rules.ts'
import { salesErrors } from '../model/sales.errors.ts'
import type { SalesOrderChange } from '../model/sales-order.calls.ts'
import { numberedLines } from '../model/sales-order.rules.ts'
import { lineMaterials, orderBooks, salesOrderApproval } from './sales-order.books.ts'

/** An order that is to be changed, as far as the member sees it. */
export type StandingOrder = OrderToChange & {
  readonly id: string
  readonly no: string
  readonly row_version: number
  readonly delivery_date: number
  readonly priority: number
}
export type StandingLine = Omit<LineToChange, 'shipping_quantity'> & {
  readonly quantity: string
  readonly offset_quantity: string
  readonly delivery_date: number | null
  readonly customer_drawing: string | null
  readonly planned_finish_time: number | null
}

/** For who is going to write it: before it is read. */
export const lockOrder = (tx: Tx, org_id: string, id: string): Promise<unknown> => orderBooks.lock(tx, org_id, [id])

export async function standingOrder(
  tx: Tx,
  org_id: string,
  id: string,
): Promise<{ order: StandingOrder; lines: StandingLine[] }> {
  const [order] = await rows(
    tx,
    sql<StandingOrder>`select o.id, o.no, o.row_version, o.status, o.approval_status, o.deleted, o.order_type, o.customer_id, o.currency, o.order_date,
        o.delivery_date, o.priority, coalesce((select sum(l.shipped_quantity) from sales_order_line l where l.org_id = o.org_id and l.order_id = o.id), 0) as shipped_quantity,
        (select count(*) from sales_order_line l where l.org_id = o.org_id and l.order_id = o.id and l.planned_quantity > 0) as mo_count
      from seen_sales_order o where o.org_id = ${org_id} and o.id = ${id}`,
  )
  const lines = await rows(
    tx,
    sql<StandingLine>`select id, line_no, material_id, trim_scale(quantity) as quantity, trim_scale(offset_quantity) as offset_quantity, planned_quantity, trim_scale(shipped_quantity) as shipped_quantity,
        delivery_date, customer_drawing, planned_finish_time
      from sales_order_line where org_id = ${org_id} and ${among(sql`order_id`, [id])} order by line_no`,
  )
  return { order: order ?? refuse(salesErrors.orderMissing), lines }
}

/** Its work orders have followed, and its lines have been told of it; it is locked. */
export const cancelStanding = (tx: Tx, org_id: string, id: string): Promise<unknown> =>
  orderBooks.move(tx, org_id, 'cancel_all', [id])

/** Refuses lines that could not be saved, so that a preview says what saving would. */
export async function expectLines(tx: Tx, org_id: string, input: SalesOrderChange): Promise<void> {
  const materials = await lineMaterials(tx, org_id, input.lines)
  numberedLines(input, input.lines, materials)
}

/**
 * Writes an order with work orders, which is locked, as it is to be. What was approved is approved anew where it stands.
 * Answers its lines in the order of the input; their states are told by manufacturing.
 */
export async function saveChange(
  context: Context,
  order: StandingOrder,
  input: SalesOrderChange,
): Promise<{ id: string; line_no: number }[]> {
  const { tx, org_id } = context
  await salesOrderApproval.anew(
    context,
    order.id,
    () => orderBooks.replace(context, order, { ...input, type: 'add' }),
    'stays',
  )
  return rows(
    tx,
    sql<{
      id: string
      line_no: number
    }>`select id, line_no from sales_order_line where org_id = ${org_id} and order_id = ${order.id} order by line_no`,
  )
}
