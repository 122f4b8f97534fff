import { text } from '@qitao/core/text.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { amongThese, derived, plainNumber, type Reconciliation } from '@qitao/platform/server/reconciliation.ts'
import { correctReceived, lockPurchaseOrdersOf } from '@qitao/purchasing/server'
import { correctShipped, lockSalesOrdersOf } from '@qitao/sales/server'
import { type RawBuilder, sql } from 'kysely'
import { inboundStatus, inboundType, outboundType, receiptsType } from '../model/receipt.status.ts'
import { transferStatus } from '../model/transfer/transfer.status.ts'
import { restateArrivals, restateDelivered } from './line-times.ts'

const { pending, partly, completed } = inboundStatus.codes
const { in_transit, partly_received, completed: received_all } = transferStatus.codes
/** Of a line `l` of a transfer: what was sent and is nowhere else. */
const inTransit = sql`(l.quantity - l.received_quantity - l.returned_quantity - l.lost_quantity)`
/** What receipts of one kind have done for an order line, beside what the line says. */
const doneForLines = (
  of: {
    readonly table: string
    readonly orders: string
    readonly parent?: string
    readonly column: string
    readonly receipts_type: number
    readonly receipt_type: number
    /** What takes back of it again. */
    readonly back?: { readonly receipts_type: number; readonly receipt_type: number }
  },
  org_id: string,
  ids: readonly string[] | undefined,
): RawBuilder<never> => {
  const isOf = (one: { receipts_type: number; receipt_type: number } | undefined) =>
    one ? sql`r.receipts_type = ${one.receipts_type} and r.receipt_type = ${one.receipt_type}` : sql`false`
  return sql`select l.id as object_id, o.no as object_no, m.code as subject, ${plainNumber(sql`k.done`)} as expected,
      ${plainNumber(sql.ref(`l.${of.column}`))} as found
    from ${sql.table(of.table)} l
      join ${sql.table(of.orders)} o on o.org_id = l.org_id and o.id = ${sql.ref(`l.${of.parent ?? 'order_id'}`)}
      join material m on m.org_id = l.org_id and m.id = l.material_id
      cross join lateral (select coalesce(sum(case when ${isOf(of)} then x.done_quantity else -x.done_quantity end), 0) as done from receipt_line x
        join receipt r on r.org_id = x.org_id and r.id = x.receipt_id
        where x.org_id = l.org_id and x.source_line_id = l.id
          and (${isOf(of)} or ${isOf(of.back)})) k
    where l.org_id = ${org_id} and ${amongThese(sql`l.id`, ids)} and k.done <> ${sql.ref(`l.${of.column}`)}`
}
const shipped = {
  ...{ table: 'sales_order_line', orders: 'sales_order', column: 'shipped_quantity' },
  ...{ receipts_type: receiptsType.outbound, receipt_type: outboundType.codes.sales },
}
const received = {
  ...{ table: 'purchase_order_line', orders: 'purchase_order', column: 'received_quantity' },
  ...{ receipts_type: receiptsType.inbound, receipt_type: inboundType.codes.purchase },
  back: { receipts_type: receiptsType.outbound, receipt_type: outboundType.codes.purchase_return },
}
const returned = {
  ...{ table: 'sales_return_line', orders: 'sales_return', parent: 'return_id', column: 'received_quantity' },
  ...{ receipts_type: receiptsType.inbound, receipt_type: inboundType.codes.sales_return },
}
const expectedOf = async (tx: Tx, query: RawBuilder<{ object_id: string; expected: string }>) =>
  (await query.execute(tx)).rows.map(({ object_id, expected }) => ({ line_id: object_id, quantity: expected }))

export const warehouseReconciliations: readonly Reconciliation[] = [
  {
    key: 'receipt_lines',
    title: text('出入库单明细与库存流水', 'Receipt lines and movements'),
    remedy: text(
      '流水与单据不一致：请核对实物，差额用其他出入库单调整',
      'Movements and document differ: count the goods, and book the difference as other inbound or outbound',
    ),
    find: (org_id, ids) => sql`
      with done as (select receipt_id, material_id, sum(done_quantity) as quantity from receipt_line
          where org_id = ${org_id} and ${amongThese(sql`receipt_id`, ids)} group by 1, 2),
        moved as (select source_id as receipt_id, material_id, abs(sum(quantity)) as quantity from stock_movement
          where org_id = ${org_id} and source_type = 'receipt' and ${amongThese(sql`source_id`, ids)} group by 1, 2)
      select r.id as object_id, r.no as object_no, m.code as subject,
        ${plainNumber(sql`coalesce(v.quantity, 0)`)} as expected, ${plainNumber(sql`coalesce(d.quantity, 0)`)} as found
      from done d full join moved v on v.receipt_id = d.receipt_id and v.material_id = d.material_id
        join receipt r on r.org_id = ${org_id} and r.id = coalesce(d.receipt_id, v.receipt_id)
        join material m on m.org_id = ${org_id} and m.id = coalesce(d.material_id, v.material_id)
      where coalesce(d.quantity, 0) <> coalesce(v.quantity, 0)`,
  },
  derived({
    key: 'receipt_status',
    title: text('出入库单状态与明细', 'Receipt status and lines'),
    remedy: text('以明细为准：更正后单据状态由明细得出', 'Lines count: a correction takes the status from them'),
    ...{ table: 'receipt', column: 'status' },
    expected: sql`(select case when bool_and(l.done_quantity = l.quantity) then ${completed}
        when bool_or(l.done_quantity > 0) then ${partly} else ${pending} end
      from receipt_line l where l.org_id = t.org_id and l.receipt_id = t.id)`,
    where: sql`t.status in (${pending}, ${partly}, ${completed})`,
  }),
  {
    key: 'transfer_transit',
    title: text('调拨在途数量与库存流水', 'Goods in transit and movements'),
    remedy: text(
      '流水与调拨单不一致：请核对在途货物，用收货或冲销更正',
      'Movements and transfer differ: look for the goods, and receive or reverse the transfer',
    ),
    find: (org_id, ids) => sql`
      with sent as (select l.transfer_id, l.material_id, sum(${inTransit}) as quantity
          from transfer_line l join transfer t on t.org_id = l.org_id and t.id = l.transfer_id
          where l.org_id = ${org_id} and ${amongThese(sql`t.id`, ids)} and t.status in (${in_transit}, ${partly_received}) group by 1, 2),
        moved as (select s.source_id as transfer_id, s.material_id, sum(s.quantity) as quantity
          from stock_movement s join location b on b.org_id = s.org_id and b.id = s.location_id and b.transit
          where s.org_id = ${org_id} and ${amongThese(sql`s.source_id`, ids)} group by 1, 2)
      select t.id as object_id, t.no as object_no, m.code as subject,
        ${plainNumber(sql`coalesce(v.quantity, 0)`)} as expected, ${plainNumber(sql`coalesce(d.quantity, 0)`)} as found
      from sent d full join moved v on v.transfer_id = d.transfer_id and v.material_id = d.material_id
        join transfer t on t.org_id = ${org_id} and t.id = coalesce(d.transfer_id, v.transfer_id)
        join material m on m.org_id = ${org_id} and m.id = coalesce(d.material_id, v.material_id)
      where coalesce(d.quantity, 0) <> coalesce(v.quantity, 0)`,
  },
  derived({
    key: 'transfer_status',
    title: text('调拨单状态与明细', 'Transfer status and lines'),
    remedy: text('以明细为准：更正后单据状态由明细得出', 'Lines count: a correction takes the status from them'),
    ...{ table: 'transfer', column: 'status' },
    expected: sql`(select case when bool_and(${inTransit} = 0) then ${received_all}
        when bool_or(${inTransit} < l.quantity) then ${partly_received} else ${in_transit} end
      from transfer_line l where l.org_id = t.org_id and l.transfer_id = t.id)`,
    where: sql`t.status in (${in_transit}, ${partly_received}, ${received_all})`,
  }),
  {
    key: 'sales_line_shipped',
    title: text('销售订单已发数量与出库单', 'Shipped quantity and goods issues'),
    remedy: text(
      '以销售出库单为准：更正后已发数量等于出库合计',
      'Sales outbound counts: a correction sets the shipped quantity to what receipts took out',
    ),
    find: (org_id, ids) => doneForLines(shipped, org_id, ids),
    correct: async (tx, org_id, ids) => {
      await lockSalesOrdersOf(tx, org_id, { line_ids: ids })
      await correctShipped(tx, org_id, await expectedOf(tx, doneForLines(shipped, org_id, ids)))
      await restateDelivered(tx, org_id, ids)
    },
  },
  {
    key: 'sales_return_received',
    title: text('退货单已收数量与退货入库单', 'Received of returns and goods receipts'),
    remedy: text(
      '两者不一致：请核对退货实物与入库单后，冲销或补做退货入库单',
      'They differ: look at the goods that came back, then reverse the receipt or make the missing one',
    ),
    find: (org_id, ids) => doneForLines(returned, org_id, ids),
  },
  {
    key: 'purchase_line_received',
    title: text('采购订单已入库数量与入库单', 'Received quantity and goods receipts'),
    remedy: text(
      '以采购入库单为准：更正后已入库数量等于入库合计',
      'Purchase inbound counts: a correction sets the received quantity to what receipts put in',
    ),
    find: (org_id, ids) => doneForLines(received, org_id, ids),
    correct: async (tx, org_id, ids) => {
      await lockPurchaseOrdersOf(tx, org_id, ids)
      await correctReceived(tx, org_id, await expectedOf(tx, doneForLines(received, org_id, ids)))
      await restateArrivals(tx, org_id, ids)
    },
  },
]
