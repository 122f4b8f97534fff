import { type DocumentTable, documentBooks } from '@qitao/document-kit/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { salesReturns } from '../../model/return/sales-return.calls.ts'
import { amountOfLines, type ReturnableLine, returnedLines } from '../../model/return/sales-return.rules.ts'
import { lockSalesOrdersOf } from '../follow-orders.ts'
import { expectOrdersSeen } from '../scope.ts'
import { claimedBy } from './return-claims.ts'

export const returnTable: DocumentTable<typeof salesReturns> = {
  table: 'sales_return',
  seen: 'seen_sales_return',
  lines: {
    ...{ table: 'sales_return_line', parent: 'return_id' },
    counted: sql`sum(l.quantity) as quantity, sum(l.received_quantity) as received_quantity,
      sum(round(l.received_quantity * coalesce(l.price, 0), 4)) as credit_amount`,
  },
  serial: 'XT',
  keyword: (found, org_id) =>
    sql`t.order_id in (select k.id from seen_sales_order k where k.org_id = ${org_id} and ${found(sql`k.no`)})`,
  shows: () => ({
    columns: sql`o.no as order_no, coalesce(l.quantity, 0) as quantity,
      coalesce(l.received_quantity, 0) as received_quantity, coalesce(l.credit_amount, 0) as credit_amount`,
    joins: sql`join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id`,
  }),
  lineShows: {
    columns: sql`ol.line_no as order_line_no, ol.shipped_quantity,
      greatest(0, ol.shipped_quantity - ${claimedBy(sql`ol.id`, sql`l.return_id`)}) as returnable_quantity`,
    joins: sql`join seen_sales_order_line ol on ol.org_id = l.org_id and ol.id = l.order_line_id`,
  },
  async settle({ tx, org_id }, inputs, own_id) {
    const order_ids = [...new Set(inputs.map(({ order_id }) => order_id))]
    await expectOrdersSeen(
      tx,
      org_id,
      order_ids.map(order_id => ({ order_id })),
    )
    // Two returns of one order follow each other, and so do a return and a shipment that is taken back.
    await lockSalesOrdersOf(tx, org_id, { order_ids })
    const known = await returnableLines(tx, org_id, order_ids, own_id)
    const orders = await rows(
      tx,
      sql<{
        id: string
        customer_id: string | null
        currency: string | null
      }>`select id, customer_id, currency from seen_sales_order where org_id = ${org_id} and ${among(sql`id`, order_ids)}`,
    )
    const orderOf = new Map(orders.map(order => [order.id, order]))
    return inputs.map(input => {
      const lines = returnedLines(input, known)
      const { customer_id, currency } = orderOf.get(input.order_id)!
      return { head: { customer_id, currency, total_amount: amountOfLines(lines) }, lines }
    })
  },
}
export const returnBooks = documentBooks(salesReturns, returnTable)

async function returnableLines(
  tx: Tx,
  org_id: string,
  order_ids: readonly string[],
  own_id: string | undefined,
): Promise<Map<string, ReturnableLine>> {
  const found = await rows(
    tx,
    sql<ReturnableLine>`select ol.id, ol.order_id, ol.material_id, ol.price, u."precision" as unit_precision, trim_scale(ol.shipped_quantity) as shipped_quantity,
        trim_scale(${claimedBy(sql`ol.id`, sql`${own_id ?? null}`)}) as claimed_quantity
      from seen_sales_order_line ol join material m on m.org_id = ol.org_id and m.id = ol.material_id
      join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where ol.org_id = ${org_id} and ${among(sql`ol.order_id`, order_ids)}`,
  )
  return new Map(found.map(line => [line.id, line]))
}
