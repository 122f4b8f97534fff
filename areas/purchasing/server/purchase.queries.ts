import { waitsFor } from '@qitao/access/server'
import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { contains, customContains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { purchaseStatus } from '../model/purchase.status.ts'
import type { countPurchaseOrders, listPurchaseOrders } from '../model/purchase-order.calls.ts'
import type { PurchaseOrderLineRow, PurchaseOrderRow } from '../model/purchase-order.record.ts'
import type { PurchaseMaterial, RequestForOrder } from '../model/purchase-order.rules.ts'
import type { countPurchaseRequests, listPurchaseRequests } from '../model/purchase-request.calls.ts'
import type { PurchaseRequestRow } from '../model/purchase-request.record.ts'

type Conditions = (RawBuilder<unknown> | undefined | false)[]
const openCodes = purchaseStatus.from('receive')
/** Ordered goods that are not there yet. */
export const isOpenOrder = sql`t.status in (${sql.join(openCodes)})`

/** A day is over when the next has begun in the organisation's zone. */
export const startOfToday = ({ now, member }: Pick<Context, 'now' | 'member'>): Instant =>
  startOfDay(dayOf(now, member.time_zone), member.time_zone)
const isOverdue = (today: Instant) => sql`(${isOpenOrder} and coalesce(t.eta < ${today}, false))`

// Requests

type RequestFilters = Parsed<typeof countPurchaseRequests>
const requestConditions = (org_id: string, filters: RequestFilters): Conditions => {
  const byMaterial = contains(filters.keyword, sql`k.code`, sql`k.name`)
  return [
    byMaterial &&
      sql`(${contains(filters.keyword, sql`t.no`)!} or t.material_id in (select k.id from material k where k.org_id = ${org_id} and ${byMaterial}))`,
    filters.material_id !== undefined && sql`t.material_id = ${filters.material_id}`,
    filters.supplier_id !== undefined && sql`t.supplier_id = ${filters.supplier_id}`,
    oneOfCodes(sql`t.source`, filters.sources),
    withinRange(sql`t.required_date`, filters.timestamp_range),
  ]
}

export const requestsPage = (
  tx: Tx,
  org_id: string,
  input: Parsed<typeof listPurchaseRequests>,
): Promise<Rows<PurchaseRequestRow>> =>
  listRows<PurchaseRequestRow>(
    tx,
    {
      org_id,
      table: 'purchase_request',
      filterJoins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id`,
      where: [
        input.status !== undefined && sql`t.status = ${input.status}`,
        oneOfCodes(sql`t.status`, input.statuses),
        input.ids !== undefined && among(sql`t.id`, input.ids),
        ...requestConditions(org_id, input),
      ],
      columns: sql`t.*, t.required_date - m.supply_lead_time * 86400::bigint as latest_order_date, m.code as material_code,
        m.name as material_name, m.specs as material_specs, u.name as unit_name, u.precision as unit_precision,
        s.name as supplier_name, p.no as purchase_order_no, m.minimum_lot, m.packaging_size, m.purchase_price, m.supply_lead_time`,
      joins: sql`join material m on m.org_id = t.org_id and m.id = t.material_id
        join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
        left join purchase_order p on p.org_id = t.org_id and p.id = t.purchase_order_id`,
      orders: {
        no: sql`t.no`,
        material_id: sql`m.code`,
        created_time: sql`t.created_time`,
        // A request without a date is not late: it comes last.
        required_date: sql`coalesce(t.required_date, 9007199254740991)`,
        latest_order_date: sql`coalesce(t.required_date - m.supply_lead_time * 86400::bigint, 9007199254740991)`,
        status: sql`t.status`,
      },
      defaultOrder: 'latest_order_date',
    },
    input,
  )

export const requestCounts = (tx: Tx, org_id: string, filters: RequestFilters) =>
  countByStatus<number>(tx, org_id, 'purchase_request', requestConditions(org_id, filters))

async function countByStatus<C extends string | number>(
  tx: Tx,
  org_id: string,
  table: string,
  conditions: Conditions,
): Promise<Map<C, number>> {
  const where = [sql`t.org_id = ${org_id}`, ...conditions.filter(one => one !== undefined && one !== false)]
  const found = await rows(
    tx,
    sql<{ status: C; count: number }>`select t.status, count(*) as count from ${sql.table(table)} t
      where ${sql.join(where, sql` and `)} group by t.status`,
  )
  return new Map(found.map(({ status, count }) => [status, count]))
}

export interface LockedRequest extends RequestForOrder {
  row_version: number
}
/** Locked in the order of their ids. */
export async function requestsForUpdate(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, LockedRequest>> {
  if (ids.length === 0) return new Map()
  const found = await rows(
    tx,
    sql<LockedRequest>`select id, no, row_version, material_id, demand_quantity, quantity, supplier_id, status, purchase_order_id
      from purchase_request where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`,
  )
  return new Map(found.map(request => [request.id, request]))
}

// Orders

type OrderFilters = Parsed<typeof countPurchaseOrders>
const orderConditions = (org_id: string, today: Instant, filters: OrderFilters): Conditions => {
  const bySupplier = contains(filters.keyword, sql`k.code`, sql`k.name`)
  return [
    bySupplier &&
      sql`(${contains(filters.keyword, sql`t.no`)!} or t.supplier_id in (select k.id from supplier k where k.org_id = ${org_id} and ${bySupplier}))`,
    filters.supplier_id !== undefined && sql`t.supplier_id = ${filters.supplier_id}`,
    filters.material_id !== undefined &&
      sql`t.id in (select x.order_id from purchase_order_line x where x.org_id = ${org_id} and x.material_id = ${filters.material_id})`,
    filters.overdue !== undefined && sql`${isOverdue(today)} = ${filters.overdue}`,
    customContains(sql`t.custom`, filters.custom),
    withinRange(sql.raw(`t.${filters.date_field}`), filters.timestamp_range),
  ]
}
const orderColumns = (
  today: Instant,
) => sql`t.*, ${waitsFor('CG', sql`t.id`)} as waits_for, s.code as supplier_code, s.name as supplier_name, a.name as operator_name,
  ${isOverdue(today)} as overdue, coalesce(l.line_count, 0) as line_count, coalesce(l.received_line_count, 0) as received_line_count,
  l.first_material_code, l.first_material_name`
const orderJoins = sql`join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
  left join app_user a on a.org_id = t.org_id and a.id = t.operator_id
  left join lateral (
    select count(*) as line_count, count(*) filter (where l.received_quantity >= l.quantity) as received_line_count,
      (array_agg(m.code order by l.line_no))[1] as first_material_code, (array_agg(m.name order by l.line_no))[1] as first_material_name
    from purchase_order_line l join material m on m.org_id = l.org_id and m.id = l.material_id
    where l.org_id = t.org_id and l.order_id = t.id
  ) l on true`

export const ordersPage = (
  tx: Tx,
  org_id: string,
  today: Instant,
  input: Parsed<typeof listPurchaseOrders>,
): Promise<Rows<PurchaseOrderRow>> =>
  listRows<PurchaseOrderRow>(
    tx,
    {
      org_id,
      table: 'purchase_order',
      where: [oneOfCodes(sql`t.status`, input.statuses), ...orderConditions(org_id, today, input)],
      columns: orderColumns(today),
      joins: orderJoins,
      orders: {
        no: sql`t.no`,
        order_date: sql`t.order_date`,
        eta: sql`coalesce(t.eta, 9007199254740991)`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: '-created_time',
    },
    input,
  )

export const orderCounts = (tx: Tx, org_id: string, today: Instant, filters: OrderFilters) =>
  countByStatus<string>(tx, org_id, 'purchase_order', orderConditions(org_id, today, filters))

export async function orderBy(
  tx: Tx,
  org_id: string,
  today: Instant,
  id: string,
): Promise<PurchaseOrderRow | undefined> {
  const found = await rows(
    tx,
    sql<PurchaseOrderRow>`select ${orderColumns(today)} from purchase_order t ${orderJoins} where t.org_id = ${org_id} and t.id = ${id}`,
  )
  return found[0]
}

export const ordersBy = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<(PurchaseOrderRow & { created_by: string | null })[]> =>
  rows(
    tx,
    sql`select ${orderColumns(0)}, t.created_by from purchase_order t ${orderJoins} where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )

export const linesOf = (tx: Tx, org_id: string, order_ids: readonly string[]): Promise<PurchaseOrderLineRow[]> =>
  rows(
    tx,
    sql<PurchaseOrderLineRow>`select l.*, l.quantity - l.received_quantity as open_quantity, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name, u.precision as unit_precision,
        coalesce((select array_agg(r.no order by r.no) from purchase_request r where r.org_id = l.org_id and r.id = any(l.request_ids)), '{}') as request_nos
      from purchase_order_line l join material m on m.org_id = l.org_id and m.id = l.material_id
      join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where l.org_id = ${org_id} and ${among(sql`l.order_id`, order_ids)} order by l.order_id, l.line_no`,
  )

export interface LockedOrder {
  id: string
  no: string
  row_version: number
  status: string
  approval_status: number | null
  order_date: number
  received_quantity: string
}
/** Locked in the order of their ids, then read, so that what has come in is of the time of the lock. */
export async function ordersForUpdate(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, LockedOrder>> {
  await sql`select from purchase_order where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )
  const found = await rows(
    tx,
    sql<LockedOrder>`select o.id, o.no, o.row_version, o.status, o.approval_status, o.order_date,
        coalesce((select sum(l.received_quantity) from purchase_order_line l where l.org_id = o.org_id and l.order_id = o.id), 0) as received_quantity
      from purchase_order o where o.org_id = ${org_id} and ${among(sql`o.id`, ids)} order by o.id`,
  )
  return new Map(found.map(order => [order.id, order]))
}

export async function purchaseMaterials(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, PurchaseMaterial>> {
  const found = await rows(
    tx,
    sql<PurchaseMaterial>`select m.id, m.code, u.precision as unit_precision, m.purchase_price, m.supply_lead_time
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(ids)])}`,
  )
  return new Map(found.map(material => [material.id, material]))
}
