import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Rows } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { purchaseStatus } from '@qitao/purchasing/model/purchase.status.ts'
import { lockPurchaseOrdersOf, overReceiptOf } from '@qitao/purchasing/server'
import { salesReturnStatus } from '@qitao/sales/model/return/sales-return.status.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { lockSalesOrdersOf } from '@qitao/sales/server'
import { type RawBuilder, sql } from 'kysely'
import type { ReceiptCalls, ReceiptInput } from '../model/receipt.calls.ts'
import type { ReceiptSourceRow } from '../model/receipt.record.ts'
import { checkSources, type KnownSource } from '../model/receipt.rules.ts'
import {
  type Direction,
  inboundStatus,
  inboundType,
  outboundType,
  type PulledType,
  receiptsType,
} from '../model/receipt.status.ts'

const { pending_submit, pending, partly } = inboundStatus.codes
const isOpen = sql`r.status in (${pending_submit}, ${pending}, ${partly})`
/** What of line `t` stands on receipts that are not over. */
export const claimedOf = (direction: Direction) => sql`coalesce((select sum(x.quantity - x.done_quantity)
  from receipt_line x join receipt r on r.org_id = x.org_id and r.id = x.receipt_id
  where x.org_id = t.org_id and x.source_line_id = t.id and r.receipts_type = ${receiptsType[direction]} and ${isOpen}), 0)`

interface Source {
  readonly table: string
  readonly head: RawBuilder<unknown>
  readonly where: RawBuilder<unknown>
  readonly open: RawBuilder<unknown>
  readonly quantity: RawBuilder<unknown>
  readonly partner: RawBuilder<unknown>
  readonly partner_table: string | null
  readonly due_time: RawBuilder<unknown>
}
const ofOrders = (table: string, head: string, moved: string, direction: Direction) => ({
  table,
  head: sql`join ${sql.raw(head)} o on o.org_id = t.org_id and o.id = t.${sql.raw(head.endsWith('return') ? 'return_id' : 'order_id')}`,
  quantity: sql`t.quantity`,
  open: sql`t.quantity - t.${sql.raw(moved)} - ${claimedOf(direction)}`,
})
const whole = sql`greatest(c.required_quantity - c.picked_quantity, 0)`
/** Receipts of a work order name materials: what they claim of one is taken off its components in their order. */
const openComponent = sql`greatest(greatest(t.required_quantity - t.picked_quantity, 0) - greatest(
  coalesce((select sum(x.quantity - x.done_quantity) from receipt r join receipt_line x on x.org_id = r.org_id and x.receipt_id = r.id
    where r.org_id = t.org_id and r.mo_id = t.mo_id and x.material_id = t.material_id and r.receipts_type = ${receiptsType.outbound} and ${isOpen}), 0)
  - coalesce((select sum(${whole}) from mo_component c where c.org_id = t.org_id and c.mo_id = t.mo_id and c.material_id = t.material_id and c.id < t.id), 0), 0), 0)`

const sources: Readonly<Record<Direction, Partial<Record<PulledType, Source>>>> = {
  inbound: {
    [inboundType.codes.purchase]: {
      ...ofOrders('purchase_order_line', 'purchase_order', 'received_quantity', 'inbound'),
      where: sql`o.status in (${sql.join(purchaseStatus.from('receive'))})`,
      ...{ partner: sql`o.supplier_id`, partner_table: 'supplier', due_time: sql`coalesce(t.eta, o.eta)` },
    },
    [inboundType.codes.sales_return]: {
      ...ofOrders('sales_return_line', 'seen_sales_return', 'received_quantity', 'inbound'),
      where: sql`o.status in (${sql.join(salesReturnStatus.from('receive'))})`,
      ...{ partner: sql`o.customer_id`, partner_table: 'customer', due_time: sql`o.return_date` },
    },
  },
  outbound: {
    [outboundType.codes.sales]: {
      ...ofOrders('seen_sales_order_line', 'seen_sales_order', 'shipped_quantity', 'outbound'),
      where: sql`not o.deleted and o.status in (${sql.join(salesOrderStatus.from('ship'))})`,
      ...{ partner: sql`o.customer_id`, partner_table: 'customer' },
      due_time: sql`coalesce(t.delivery_date, o.delivery_date)`,
    },
    [outboundType.codes.purchase_return]: {
      ...ofOrders('purchase_order_line', 'purchase_order', 'received_quantity', 'outbound'),
      // What has come in and has not gone back.
      ...{ quantity: sql`t.received_quantity`, open: sql`t.received_quantity - ${claimedOf('outbound')}` },
      where: sql`t.received_quantity > 0`,
      ...{ partner: sql`o.supplier_id`, partner_table: 'supplier', due_time: sql`coalesce(t.eta, o.eta)` },
    },
    [outboundType.codes.picking]: {
      ...{ table: 'mo_component', quantity: sql`t.required_quantity`, open: openComponent },
      head: sql`join mo o on o.org_id = t.org_id and o.id = t.mo_id`,
      where: sql`o.status in (${moStatus.codes.to_be_produced}, ${moStatus.codes.in_production})`,
      ...{ partner: sql`null::uuid`, partner_table: null },
      due_time: sql`coalesce(t.planned_start_time, o.planned_start_time, o.delivery_date)`,
    },
  },
}
const unknownDue = sql`9007199254740991`

/** What is open of orders, returns or work orders and stands on no receipt, the first due first. */
export function receiptSources(
  tx: Tx,
  org_id: string,
  direction: Direction,
  input: Parsed<ReceiptCalls['sources']>,
): Promise<Rows<ReceiptSourceRow>> {
  const { keyword, receipt_type, supplier_id, customer_id, mo_id } = input
  const source = sources[direction][receipt_type] ?? refuse(generalErrors.badParameter, { field: 'receipt_type' })
  const isMo = source.partner_table === null
  const partner_id = source.partner_table === 'supplier' ? supplier_id : customer_id
  const due = sql`coalesce(${source.due_time}, ${unknownDue})`
  return listRows<ReceiptSourceRow>(
    tx,
    {
      org_id,
      table: source.table,
      filterJoins: sql`${source.head} join material k on k.org_id = t.org_id and k.id = t.material_id`,
      where: [
        sql`${source.where} and ${source.open} > 0`,
        contains(keyword, sql`o.no`, sql`k.code`, sql`k.name`),
        !isMo && partner_id !== undefined && sql`${source.partner} = ${partner_id}`,
        isMo && mo_id !== undefined && sql`t.mo_id = ${mo_id}`,
      ],
      columns: sql`t.id, ${isMo ? sql`null::uuid` : sql`t.id`} as source_line_id, ${isMo ? sql`t.mo_id` : sql`null::uuid`} as mo_id, o.no as source_no,
        ${source.partner} as partner_id, ${isMo ? sql`null::text` : sql`p.name`} as partner_name, t.material_id, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name, u.precision as unit_precision, m.lot_managed, ${source.quantity} as quantity, ${source.open} as open_quantity,
        ${source.due_time} as due_time`,
      joins: sql`${source.head} join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        ${isMo ? sql`` : sql`left join ${sql.raw(source.partner_table ?? '')} p on p.org_id = t.org_id and p.id = ${source.partner}`}`,
      orders: { due_time: due, source_no: sql`o.no` },
      defaultOrder: 'due_time',
    },
    input,
  )
}

interface SourceOfLine extends KnownSource {
  readonly order_id: string
}
/**
 * Lines name lines of what their receipt is of, which its writer sees: of the same goods and one partner, still open for so much beside
 * what other receipts claim. The orders are locked, so that two who write at once do not claim it both. Answers the order behind all of
 * them, where there is one alone, and their partner. `own_id`: the receipt itself, where it is written anew.
 */
export async function expectSources(
  { tx, org_id }: { readonly tx: Tx; readonly org_id: string },
  direction: Direction,
  {
    receipt_type,
    supplier_id,
    customer_id,
    lines,
  }: Pick<ReceiptInput, 'receipt_type' | 'supplier_id' | 'customer_id' | 'lines'>,
  own_id: string | null = null,
): Promise<Partial<Pick<ReceiptInput, 'order_id' | 'purchase_order_id' | 'supplier_id' | 'customer_id'>>> {
  const source_ids = lines.flatMap(line => line.source_line_id ?? [])
  const source = sources[direction][receipt_type as PulledType]
  if (source_ids.length === 0 || source === undefined || source.partner_table === null) return {}
  const isReturn = direction === 'inbound' && receipt_type === inboundType.codes.sales_return
  const isBought = source.partner_table === 'supplier'
  if (isBought) await lockPurchaseOrdersOf(tx, org_id, source_ids)
  else if (isReturn)
    await sql`select from sales_return o where o.org_id = ${org_id}
      and o.id in (select l.return_id from sales_return_line l where l.org_id = ${org_id} and ${among(sql`l.id`, source_ids)})
      order by o.id for no key update`.execute(tx)
  else await lockSalesOrdersOf(tx, org_id, { line_ids: source_ids })
  const comesIn = isBought && direction === 'inbound'
  const found = await rows(
    tx,
    sql<SourceOfLine>`select t.id, t.material_id, ${isReturn ? sql`o.order_id` : sql`o.id`} as order_id, o.no as source_no, ${source.partner} as partner_id,
        coalesce(${source.where}, false) as takes, ${source.open} + coalesce((select sum(x.quantity - x.done_quantity) from receipt_line x
          where x.org_id = t.org_id and x.receipt_id = ${own_id} and x.source_line_id = t.id), 0) as open, ${comesIn ? overReceiptOf(sql`t.id`) : sql`0::numeric`} as over
      from ${sql.raw(source.table)} t ${source.head} where t.org_id = ${org_id} and ${among(sql`t.id`, source_ids)}`,
  )
  const byId = new Map(found.map(one => [one.id, one]))
  const partner_id = checkSources(byId, lines, isBought ? supplier_id : customer_id)
  const [first, ...others] = new Set(found.map(({ order_id }) => order_id))
  const only = others.length === 0 ? (first ?? null) : null
  return isBought ? { purchase_order_id: only, supplier_id: partner_id } : { order_id: only, customer_id: partner_id }
}
