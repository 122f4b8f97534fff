import { instantField, moneyField, quantityFromZeroField } from '@qitao/core/field.ts'
import { sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type DocumentTable, documentApproval, documentBooks } from '@qitao/document-kit/server'
import { firstProductFields, productFields } from '@qitao/masterdata/model/material/product.fields.ts'
import { currencyWith, partnerTerms } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { salesErrors } from '../model/sales.errors.ts'
import { type SalesOrderInput, salesOrders } from '../model/sales-order.calls.ts'
import { salesOrderLine } from '../model/sales-order.record.ts'
import {
  expectCancellable,
  expectDeletable,
  expectSubmittable,
  expectUpdatable,
  type LineMaterial,
  numberedLines,
  type OrderForChange,
  offsetOf,
} from '../model/sales-order.rules.ts'
import { inquiryOrderType, orderSource, salesOrderStatus } from '../model/sales-order.status.ts'
import { claimedBy } from './return/return-claims.ts'

const ofLines = sql`from sales_order_line l where l.org_id = t.org_id and l.order_id = t.id`

export const orderTable: DocumentTable<typeof salesOrders, OrderForChange> = {
  table: 'sales_order',
  seen: 'seen_sales_order',
  lines: {
    ...{ table: 'sales_order_line', parent: 'order_id', live: true },
    counted: sql`sum(l.quantity) as quantity, sum(l.shipped_quantity) as shipped_quantity, sum(l.returned_quantity) as returned_quantity,
      sum((select round(sum(k.received_quantity * coalesce(k.price, 0)), 4) from sales_return_line k
        where k.org_id = l.org_id and k.order_line_id = l.id and k.received_quantity > 0)) as credit_amount, sum(l.produced_quantity) as produced_quantity,
      sum(l.planned_quantity) as planned_quantity, sum(greatest(0, l.quantity - l.offset_quantity - l.planned_quantity)) as to_make_quantity,
      case when count(*) filter (where l.promised_date is null and l.shipped_quantity < l.quantity) = 0 then max(l.promised_date) end as promised_date, count(*) filter (where coalesce(l.price, 0) = 0)::int as unpriced_count`,
  },
  serial: 'SO',
  keyword: found => found(sql`t.customer_order_no`),
  where: ({ order_types, part_shipped }) => [
    // What is only asked for stands in order promise.
    order_types?.length ? oneOfCodes(sql`t.order_type`, order_types) : sql`t.order_type <> ${inquiryOrderType}`,
    part_shipped !== undefined &&
      sql`(t.status in (${sql.join(salesOrderStatus.from('ship'))}) and coalesce((select sum(l.shipped_quantity) > 0 and sum(l.shipped_quantity) < sum(l.quantity) ${ofLines}), false)) = ${part_shipped}`,
  ],
  shows: () => ({
    columns: sql`customer.email as customer_email, coalesce(l.quantity, 0) as quantity, coalesce(l.shipped_quantity, 0) as shipped_quantity,
      coalesce(l.returned_quantity, 0) as returned_quantity, coalesce(l.credit_amount, 0) as credit_amount,
      coalesce(l.produced_quantity, 0) as produced_quantity, coalesce(l.planned_quantity, 0) as planned_quantity, coalesce(l.to_make_quantity, 0) as to_make_quantity,
      l.promised_date, coalesce(l.unpriced_count, 0) as unpriced_count`,
  }),
  lineShows: {
    columns: sql`greatest(0, l.shipped_quantity - ${claimedBy(sql`l.id`, sql`null`)}) as returnable_quantity`,
  },
  defaultOrder: '-order_date',
  exported: {
    fields: {
      ...firstProductFields,
      ...productFields,
      shipped_quantity: quantityFromZeroField('已发货', 'Shipped'),
      returned_quantity: quantityFromZeroField('已退货', 'Returned'),
      credit_amount: moneyField('退货金额', 'Credit'),
      produced_quantity: quantityFromZeroField('已生产', 'Produced'),
      planned_finish_time: instantField('计划完成', 'Planned finish'),
      promised_date: salesOrderLine.fields.promised_date,
    },
    instead: { products: Object.keys(firstProductFields) },
  },
  facts: sql`t.order_type, coalesce((select sum(l.shipped_quantity) ${ofLines}), 0) as shipped_quantity,
    (select count(*) ${ofLines} and l.planned_quantity > 0) as mo_count`,
  async settle({ tx, org_id, member }, inputs, own_id) {
    await expectSources(tx, org_id, inputs)
    const materials = await lineMaterials(
      tx,
      org_id,
      inputs.flatMap(({ lines }) => lines),
    )
    const terms = await partnerTerms(
      tx,
      org_id,
      'customer',
      inputs.map(({ customer_id }) => customer_id),
    )
    return inputs.map(input => {
      const lines = numberedLines(input, input.lines, materials)
      const total_amount = sum(lines.flatMap(line => line.amount ?? []))
      const { customer_id } = input
      const theirs = customer_id ? terms.get(customer_id) : undefined
      const currency = currencyWith(input.currency, theirs, member.currency)
      // A rate that is taken out of an order stays out.
      const tax_rate = input.tax_rate ?? (own_id === undefined ? (theirs?.tax_rate ?? null) : null)
      return { head: { ...offsetOf(lines), currency, tax_rate, total_amount }, lines }
    })
  },
  begins: ({ member }, { type }) => ({
    owner_id: member.user_id,
    source: type === 'copy' ? orderSource.codes.copy : orderSource.codes.manual,
  }),
  checks: {
    submit: expectSubmittable,
    alter: expectUpdatable,
    cancel: expectCancellable,
    drop: expectDeletable,
  },
}
const books = documentBooks(salesOrders, orderTable)
/** What was promised of a line stands for what it was promised for: that product, no more of it, in an order that stands. */
export const orderBooks: typeof books = {
  ...books,
  async replace(context, order, altered) {
    const { tx, org_id } = context
    const kept = altered.lines.flatMap(({ id, material_id, quantity }) => (id ? [{ id, material_id, quantity }] : []))
    await sql`update sales_order_line l set promised_date = null
      from ${recordset(kept, sql`id uuid, material_id uuid, quantity numeric`)} as r
      where l.org_id = ${org_id} and l.order_id = ${order.id} and l.id = r.id and l.promised_date is not null
        and (l.material_id <> r.material_id or l.quantity < r.quantity)`.execute(tx)
    await books.replace(context, order, altered)
  },
  async move(tx, org_id, action, ids, also) {
    await books.move(tx, org_id, action, ids, also)
    await sql`update sales_order_line set promised_date = null where org_id = ${org_id} and ${among(sql`order_id`, ids)}
      and status = ${salesOrderStatus.codes.cancelled} and promised_date is not null`.execute(tx)
  },
}
export const salesOrderApproval = documentApproval(salesOrders, orderTable, orderBooks)

/** An order is copied from one that is there. */
async function expectSources(tx: Tx, org_id: string, inputs: readonly SalesOrderInput[]): Promise<void> {
  const nos = new Set(inputs.flatMap(({ type, copyNo }) => (type === 'copy' ? [copyNo ?? ''] : [])))
  if (nos.size === 0) return
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from seen_sales_order where org_id = ${org_id} and no = any(${[...nos]}::text[])`,
  )
  if (found.length < nos.size) refuse(salesErrors.orderMissing)
}

export async function lineMaterials(
  tx: Tx,
  org_id: string,
  lines: readonly { readonly material_id: string }[],
): Promise<Map<string, LineMaterial>> {
  const found = await rows(
    tx,
    sql<LineMaterial>`select m.id, m.code, m.status, u."precision" as unit_precision from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(lines.map(({ material_id }) => material_id))])}`,
  )
  return new Map(found.map(material => [material.id, material]))
}
