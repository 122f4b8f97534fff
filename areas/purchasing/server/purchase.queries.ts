import type { Parsed } from '@qitao/core/call.ts'
import type { Rows } from '@qitao/core/page.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { PurchaseMaterial, RequestForOrder } from '../model/purchase-order.rules.ts'
import type { countPurchaseRequests, listPurchaseRequests } from '../model/purchase-request.calls.ts'
import type { PurchaseRequestRow } from '../model/purchase-request.record.ts'

type Conditions = (RawBuilder<unknown> | undefined | false)[]

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
  required_date: Instant | null
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
    sql<LockedRequest>`select id, no, row_version, required_date, material_id, demand_quantity, quantity, supplier_id, status, purchase_order_id
      from purchase_request where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`,
  )
  return new Map(found.map(request => [request.id, request]))
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
