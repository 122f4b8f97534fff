import { waitsFor } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, customContains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { countSalesOrders, listSalesOrders } from '../model/sales-order.calls.ts'
import type { SalesOrderLineRow, SalesOrderRow } from '../model/sales-order.record.ts'
import type { LineMaterial } from '../model/sales-order.rules.ts'
import { inquiryOrderType } from '../model/sales-order.status.ts'

const columns = sql`t.id, t.no, t.row_version, t.order_type, t.status, t.approval_status, ${waitsFor('SO', sql`t.id`)} as waits_for, t.customer_id, c.name as customer_name, t.customer_order_no,
  t.source, t.order_date, t.delivery_date, t.priority, t.currency, t.tax_rate, t.total_amount, t.offset_flag, t.main_product_num,
  t.deleted, t.deleted_time, x.name as deleted_by_name, t.remark, t.custom, t.created_time, t.updated_time,
  coalesce(l.line_count, 0) as line_count, l.first_material_code, l.first_material_name,
  coalesce(l.quantity, 0) as quantity, coalesce(l.shipped_quantity, 0) as shipped_quantity, coalesce(l.produced_quantity, 0) as produced_quantity,
  coalesce(l.to_make_quantity, 0) as to_make_quantity,
  t.planned_finish_time`
const joins = sql`left join customer c on c.org_id = t.org_id and c.id = t.customer_id
  left join app_user x on x.org_id = t.org_id and x.id = t.deleted_by
  left join lateral (
    select count(*) as line_count, sum(l.quantity) as quantity, sum(l.shipped_quantity) as shipped_quantity, sum(l.produced_quantity) as produced_quantity,
      sum(greatest(0, l.quantity - l.offset_quantity - l.planned_quantity)) as to_make_quantity,
      (array_agg(m.code order by l.line_no))[1] as first_material_code, (array_agg(m.name order by l.line_no))[1] as first_material_name
    from sales_order_line l join material m on m.org_id = l.org_id and m.id = l.material_id
    where l.org_id = t.org_id and l.order_id = t.id
  ) l on true`

type Filters = Omit<Parsed<typeof countSalesOrders>, 'keyword'> & { keyword?: string | undefined }

const conditions = (org_id: string, filters: Filters): (RawBuilder<unknown> | undefined | false)[] => {
  const { keyword, customer_id, material_id, order_types, timestamp_range, date_field } = filters
  const byText = contains(keyword, sql`t.no`, sql`t.customer_order_no`)
  const byCustomer = contains(keyword, sql`k.name`, sql`k.code`)
  return [
    byText &&
      sql`(${byText} or t.customer_id in (select k.id from customer k where k.org_id = ${org_id} and ${byCustomer}))`,
    customer_id !== undefined && sql`t.customer_id = ${customer_id}`,
    material_id !== undefined &&
      sql`t.id in (select x.order_id from sales_order_line x where x.org_id = ${org_id} and x.material_id = ${material_id})`,
    // What is only asked for stands in order promise.
    order_types?.length ? oneOfCodes(sql`t.order_type`, order_types) : sql`t.order_type <> ${inquiryOrderType}`,
    filters.deleted_by !== undefined && sql`t.deleted_by = ${filters.deleted_by}`,
    customContains(sql`t.custom`, filters.custom),
    withinRange(sql.raw(`t.${date_field}`), timestamp_range),
  ]
}

export const ordersPage = (
  tx: Tx,
  org_id: string,
  input: Parsed<typeof listSalesOrders>,
): Promise<Rows<SalesOrderRow>> =>
  listRows<SalesOrderRow>(
    tx,
    {
      org_id,
      table: 'seen_sales_order',
      where: [
        sql`t.deleted = ${input.deleted}`,
        oneOfCodes(sql`t.status`, input.statuses),
        ...conditions(org_id, input),
      ],
      columns,
      joins,
      orders: {
        no: sql`t.no`,
        order_date: sql`t.order_date`,
        delivery_date: sql`t.delivery_date`,
        priority: sql`t.priority`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
        deleted_time: sql`coalesce(t.deleted_time, 0)`,
      },
      defaultOrder: input.deleted ? '-deleted_time' : '-order_date',
    },
    input,
  )

export const orderCounts = (tx: Tx, org_id: string, filters: Filters): Promise<{ status: number; count: number }[]> => {
  const where = [
    sql`t.org_id = ${org_id}`,
    sql`not t.deleted`,
    ...conditions(org_id, filters).filter(condition => condition !== undefined && condition !== false),
  ]
  return rows(
    tx,
    sql`select t.status, count(*) as count from seen_sales_order t where ${sql.join(where, sql` and `)} group by t.status`,
  )
}

export async function orderBy(
  tx: Tx,
  org_id: string,
  key: { id?: string | undefined; no?: string | undefined },
): Promise<SalesOrderRow | undefined> {
  const condition = key.id === undefined ? sql`t.no = ${key.no ?? ''}` : sql`t.id = ${key.id}`
  const found = await rows(
    tx,
    sql<SalesOrderRow>`select ${columns} from seen_sales_order t ${joins}
      where t.org_id = ${org_id} and ${condition}`,
  )
  return found[0]
}

export const ordersBy = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<(SalesOrderRow & { created_by: string | null })[]> =>
  rows(
    tx,
    sql`select ${columns}, t.created_by from sales_order t ${joins} where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )

export const linesOf = (tx: Tx, org_id: string, order_ids: readonly string[]): Promise<SalesOrderLineRow[]> =>
  rows(
    tx,
    sql<SalesOrderLineRow>`select l.*, m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name, u."precision" as unit_precision
      from sales_order_line l join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and ${among(sql`l.order_id`, order_ids)} order by l.order_id, l.line_no`,
  )

export async function lineMaterials(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, LineMaterial>> {
  const found = await rows(
    tx,
    sql<LineMaterial>`select m.id, m.code, m.status, u."precision" as unit_precision from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(ids)])}`,
  )
  return new Map(found.map(material => [material.id, material]))
}

/** Orders with what their rules ask for. */
export interface OrderForChange {
  id: string
  no: string
  row_version: number
  order_type: string
  status: number
  approval_status: number | null
  deleted: boolean
  line_count: number
  shipped_quantity: string
  mo_count: number
}
/** Locked in the order of their ids, then read, so that what their lines say is of the time of the lock. */
export async function ordersForUpdate(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, OrderForChange>> {
  const which = sql`o.org_id = ${org_id} and ${among(sql`o.id`, ids)} order by o.id`
  await sql`select from seen_sales_order o where ${which} for no key update`.execute(tx)
  const found = await rows(
    tx,
    sql<OrderForChange>`select o.id, o.no, o.row_version, o.order_type, o.status, o.approval_status, o.deleted,
        coalesce(l.line_count, 0) as line_count, coalesce(l.shipped_quantity, 0) as shipped_quantity, coalesce(l.mo_count, 0) as mo_count
      from seen_sales_order o left join lateral (
        select count(*) as line_count, sum(shipped_quantity) as shipped_quantity, count(*) filter (where planned_quantity > 0) as mo_count
        from sales_order_line where org_id = o.org_id and order_id = o.id
      ) l on true where ${which}`,
  )
  return new Map(found.map(order => [order.id, order]))
}
