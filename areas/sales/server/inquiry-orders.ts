import { generalErrors } from '@qitao/core/general.errors.ts'
import { add, amountOf, isPositive, least, type Quantity, subtract, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { currencyWith, partnerTerms } from '@qitao/masterdata/server'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { salesErrors } from '../model/sales.errors.ts'
import { defaultPriority } from '../model/sales-order.record.ts'
import { expectNotPending, numberedLines, offsetOf } from '../model/sales-order.rules.ts'
import { inquiryOrderType, orderType, salesOrderStatus } from '../model/sales-order.status.ts'
import { pricesOnDay } from './price/prices-on-day.ts'
import { lineMaterials, salesOrderApproval } from './sales-order.books.ts'

/**
 * An order that is only asked for (order type 2): it is on no list of orders and is not made, until its promise is confirmed
 * and it becomes a sales order with the promised dates.
 */
interface InquiryOrder {
  readonly customer_id?: string | null | undefined
  readonly remark?: string | null | undefined
  readonly lines: readonly {
    readonly material_id: string
    readonly quantity: Quantity
    readonly price?: Quantity | null | undefined
    readonly delivery_date: Instant
  }[]
}

/** One that is not stored yet. */
export interface NewInquiryOrder {
  readonly id: string
  readonly customer_id: string | null
  readonly currency: string
  readonly tax_rate: Quantity | null
  readonly order_date: Instant
  readonly remark: string | null
  readonly delivery_date: Instant
  readonly lines: readonly NewLine[]
}

/** In the customer's currency, at what is agreed with him today where no price is given. Refuses what an order's lines refuse, with the row. */
export async function newInquiryOrder(context: Context, order: InquiryOrder): Promise<NewInquiryOrder> {
  const { tx, org_id, member } = context
  const delivery_date = Math.max(...order.lines.map(line => line.delivery_date))
  const customer_id = order.customer_id ?? null
  const theirs = (await partnerTerms(tx, org_id, 'customer', [customer_id])).get(customer_id ?? '')
  const currency = currencyWith(null, theirs, member.currency)
  const order_date = startOfToday(context)
  const priceOf = await pricesOnDay(tx, org_id, {
    material_ids: order.lines.map(line => line.material_id),
    ...{ customer_id, currency, company_currency: member.currency, day: order_date },
  })
  const given = order.lines.map(line => ({
    ...line,
    ...(line.price === undefined || line.price === null
      ? priceOf(line.material_id, line.quantity)
      : { price: line.price, tax_rate: null }),
    offset_quantity: '0',
    customer_drawing: null,
    remark: null,
  }))
  const materials = await lineMaterials(tx, org_id, given)
  const lines = numberedLines({ delivery_date }, given, materials).map(line => ({ ...line, id: newId() }))
  return {
    ...{ id: newId(), customer_id, currency, tax_rate: theirs?.tax_rate ?? null, order_date },
    ...{ remark: order.remark ?? null, delivery_date, lines },
  }
}

export async function insertInquiryOrder(
  tx: Tx,
  { id, lines, ...head }: NewInquiryOrder,
  { now, time_zone, owner_id }: { now: Instant; time_zone: string; owner_id: string },
): Promise<void> {
  const [no] = await takeSerials(tx, 'SO', 1, now, time_zone)
  const { main_product_num } = offsetOf(lines)
  const order = {
    ...{ id, no: no!, ...head, order_type: inquiryOrderType, status: salesOrderStatus.codes.init },
    ...{ priority: defaultPriority, main_product_num, owner_id },
    total_amount: sum(lines.flatMap(line => line.amount ?? [])),
  }
  await insertRows(tx, 'sales_order', [order])
  await insertRows(
    tx,
    'sales_order_line',
    lines.map(line => lineOf(id, line, salesOrderStatus.codes.init)),
  )
}

interface NewLine {
  readonly id: string
  readonly line_no: number
  readonly material_id: string
  readonly quantity: Quantity
  readonly price: Quantity | null
  readonly amount: Quantity | null
  readonly tax_rate: Quantity | null
  readonly delivery_date: Instant | null
  readonly promised_date?: Instant | null
  readonly offset_quantity: Quantity
}
const lineOf = (
  order_id: string,
  {
    id,
    line_no,
    material_id,
    quantity,
    price,
    amount,
    tax_rate,
    delivery_date,
    promised_date,
    offset_quantity,
  }: NewLine,
  status: number,
) => ({
  ...{ id, order_id, line_no, material_id, quantity, price, amount, tax_rate },
  ...{ delivery_date, promised_date: promised_date ?? null, offset_quantity, status },
})

/** What is promised of a line, in order of time; the first delivery stays on the line, the others get lines of their own. */
export interface ConfirmedLine {
  readonly line_id: string
  readonly deliveries: readonly {
    readonly quantity: Quantity
    readonly delivery_date: Instant
    /** Of it from supply that is there or on its way: it is not made. */
    readonly offset_quantity: Quantity
  }[]
}

/** The order has its promised dates and is submitted (for approval, where that is asked for); one that was only asked for becomes a sales order. Answers the line of each delivery. */
export async function confirmInquiryOrder(
  context: Context,
  order_id: string,
  confirmed: readonly ConfirmedLine[],
): Promise<ConfirmedOrder> {
  const { tx, org_id } = context
  const [order] = await rows(
    tx,
    sql<{ status: number; approval_status: number | null }>`select status, approval_status from sales_order
      where org_id = ${org_id} and id = ${order_id} for no key update`,
  )
  const { status } = order ?? refuse(salesErrors.orderMissing)
  expectNotPending(order!)
  const keep = () => keepPromise(tx, org_id, order_id, status, confirmed)
  if (status !== salesOrderStatus.codes.init) return salesOrderApproval.anew(context, order_id, keep)
  const kept = await keep()
  await salesOrderApproval.submit(context, [order_id])
  return kept
}

/** What stock still covers of what was not asked for: neither shipped, nor promised now. */
function keptOf(
  line: { readonly offset_quantity: Quantity; readonly shipped_quantity: Quantity },
  deliveries: ConfirmedLine['deliveries'],
  rest: Quantity,
): Quantity {
  const gone = add(line.shipped_quantity, sum(deliveries.map(({ offset_quantity }) => offset_quantity)))
  const covered = subtract(line.offset_quantity, gone)
  return isPositive(covered) ? least(covered, rest) : '0'
}

interface ConfirmedOrder {
  readonly no: string
  readonly lines: { line_id: string; part: number; becomes: string }[]
}
async function keepPromise(
  tx: Tx,
  org_id: string,
  order_id: string,
  status: number,
  confirmed: readonly ConfirmedLine[],
): Promise<ConfirmedOrder> {
  const kept = await rows(
    tx,
    sql<
      NewLine & { shipped_quantity: Quantity; order_type: string }
    >`select l.id, l.line_no, l.material_id, l.quantity, l.price, l.amount, l.tax_rate, coalesce(l.delivery_date, o.delivery_date) as delivery_date,
        l.offset_quantity, l.shipped_quantity, o.order_type
      from sales_order_line l join sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and l.order_id = ${order_id} order by l.line_no`,
  )
  const byId = new Map(kept.map(line => [line.id, line]))
  let last = Math.max(...kept.map(line => line.line_no))
  const parts = confirmed.flatMap(({ line_id, deliveries }) => {
    const line = byId.get(line_id) ?? refuse(generalErrors.recordNotFound)
    const promised = sum(deliveries.map(({ quantity }) => quantity))
    // Of an order that stands already, what was not asked for stays as it was ordered.
    const rest = subtract(subtract(line.quantity, line.shipped_quantity), promised)
    const stays =
      line.order_type !== inquiryOrderType && isPositive(rest)
        ? [
            {
              quantity: rest,
              delivery_date: line.delivery_date,
              promised_date: null,
              offset_quantity: keptOf(line, deliveries, rest),
            },
          ]
        : []
    const promises = deliveries.map(delivery => ({
      ...delivery,
      promised_date: delivery.delivery_date,
      // Who ordered for a day is not delivered to before it because it could be done; only a later promise moves the day.
      delivery_date: Math.max(delivery.delivery_date, line.delivery_date ?? 0),
    }))
    return [...promises, ...stays].map((delivery, index) => {
      // What has left is on the first line, and was not made for it: nothing is on work orders yet.
      const shipped = index === 0 ? line.shipped_quantity : '0'
      const quantity = add(delivery.quantity, shipped)
      return {
        ...line,
        ...delivery,
        offset_quantity: add(delivery.offset_quantity, shipped),
        of: line_id,
        part: index + 1,
        id: index === 0 ? line_id : newId(),
        line_no: index === 0 ? line.line_no : ++last,
        quantity,
        amount: line.price === null ? null : amountOf(quantity, line.price),
      }
    })
  })
  await sql`update sales_order_line l set quantity = r.quantity, amount = r.amount, delivery_date = r.delivery_date, promised_date = r.promised_date,
      offset_quantity = r.offset_quantity from ${recordset(
        parts.filter(part => part.part === 1),
        sql`id uuid, quantity numeric, amount numeric, delivery_date bigint, promised_date bigint, offset_quantity numeric`,
      )} as r where l.org_id = ${org_id} and l.id = r.id`.execute(tx)
  const more = parts.filter(part => part.part > 1)
  await insertRows(
    tx,
    'sales_order_line',
    more.map(line => lineOf(order_id, line, status)),
  )
  const changed = new Map(parts.map(part => [part.id, part]))
  const all = [...kept.filter(line => !changed.has(line.id)), ...parts]
  const { offset_flag, main_product_num } = offsetOf(all)
  const dates = all.flatMap(line => line.delivery_date ?? [])
  const [order] = await rows(
    tx,
    sql<{
      no: string
    }>`update sales_order set offset_flag = ${offset_flag}, main_product_num = ${main_product_num},
        order_type = case order_type when ${inquiryOrderType} then ${orderType.codes.sales_order} else order_type end,
        delivery_date = ${Math.max(...dates)}, total_amount = ${sum(all.flatMap(line => line.amount ?? []))}
      where org_id = ${org_id} and id = ${order_id} returning no`,
  )
  return { no: order!.no, lines: parts.map(({ of, part, id }) => ({ line_id: of, part, becomes: id })) }
}
