import { serialColumns } from '@qitao/access/model/record/serial-number.rules.ts'
import { customSettler } from '@qitao/access/server'
import { sum } from '@qitao/core/quantity.ts'
import { recordset } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { NewOrder } from '../model/sales-order.calls.ts'
import type { LineInput } from '../model/sales-order.record.ts'
import { numberedLines, offsetOf } from '../model/sales-order.rules.ts'
import { salesOrderStatus } from '../model/sales-order.status.ts'
import { lineMaterials } from './sales-order.queries.ts'

/** New orders with their lines, to be submitted; as many as there are in the same few statements. */
export async function insertOrders(
  { tx, org_id, now, member }: Context,
  orders: readonly NewOrder[],
): Promise<{ id: string; no: string }[]> {
  const materials = await lineMaterials(
    tx,
    org_id,
    orders.flatMap(({ lines }) => lines.map(line => line.material_id)),
  )
  const settle = await customSettler(tx, org_id, 'sales_order')
  const unnumbered = orders.filter(({ no }) => no === null).length
  const serials = await takeSerials(tx, 'SO', unnumbered, now, member.time_zone, serialColumns.SO)
  const made = orders.map(order => {
    const lines = numberedLines(order, order.lines as LineInput[], materials)
    const { no, order_type, customer_id, customer_order_no, order_date, delivery_date, priority, tax_rate, remark } =
      order
    return {
      ...{ order_type, customer_id, customer_order_no, order_date, delivery_date, priority, tax_rate, remark },
      ...offsetOf(lines),
      id: newId(),
      no: no ?? serials.shift()!,
      source: order.type === 'copy' ? 'copy' : 'manual',
      currency: order.currency ?? member.currency,
      total_amount: sum(lines.flatMap(line => line.amount ?? [])),
      custom: settle(order.custom),
      lines,
    }
  })
  const { init } = salesOrderStatus.codes
  await sql`insert into sales_order (id, no, order_type, status, customer_id, customer_order_no, source, order_date, delivery_date, priority,
      currency, tax_rate, total_amount, offset_flag, main_product_num, owner_id, remark, custom)
    select id, no, order_type, ${init}, customer_id, customer_order_no, source, order_date, delivery_date, priority,
      currency, tax_rate, total_amount, offset_flag, main_product_num, ${member.user_id}, remark, custom
    from ${recordset(
      made.map(({ lines: _, ...order }) => order),
      sql`id uuid, no text, order_type text, customer_id uuid, customer_order_no text, source text, order_date bigint, delivery_date bigint,
        priority integer, currency text, tax_rate numeric, total_amount numeric, offset_flag smallint, main_product_num numeric, remark text, custom jsonb`,
    )} as r`.execute(tx)
  const lines = made.flatMap(({ id, lines: own }) => own.map(line => ({ ...line, id: newId(), order_id: id })))
  await sql`insert into sales_order_line (id, order_id, line_no, material_id, quantity, price, amount, delivery_date, offset_quantity, status, remark)
    select id, order_id, line_no, material_id, quantity, price, amount, delivery_date, offset_quantity, ${init}, remark
    from ${recordset(lines, sql`id uuid, order_id uuid, line_no integer, material_id uuid, quantity numeric, price numeric, amount numeric, delivery_date bigint, offset_quantity numeric, remark text`)} as r`.execute(
    tx,
  )
  return made.map(({ id, no }) => ({ id, no }))
}
