import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { orderType, salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { sql } from 'kysely'
import type { Horizon, MaterialDemand } from '../model/forecast.rules.ts'

const { init, cancelled } = salesOrderStatus.codes
/** A line `l` of an order `o` that was asked for: submitted, not taken back, by a customer. It counts for the day it is wanted. */
export const isDemand = sql`not o.deleted and o.order_type = ${orderType.codes.sales_order} and o.status not in (${init}, ${cancelled})`
export const wantedAt = sql`coalesce(l.delivery_date, o.delivery_date)`

export interface PeriodDemand {
  readonly material_id: string
  /** Number of the period among those asked for, from 0. */
  readonly at: number
  readonly quantity: Quantity
}
/** Demand in periods that begin one after another, the last one up to `end`. */
export function demandIn(
  tx: Tx,
  org_id: string,
  { begins, end, material_ids }: { begins: readonly Instant[]; end: Instant; material_ids?: readonly string[] },
): Promise<PeriodDemand[]> {
  if (begins.length === 0) return Promise.resolve([])
  return rows(
    tx,
    sql<PeriodDemand>`select l.material_id, width_bucket(${wantedAt}, ${begins}::bigint[]) - 1 as at, trim_scale(sum(l.quantity)) as quantity
      from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${isDemand} and ${wantedAt} >= ${begins[0]!} and ${wantedAt} < ${end}
        ${material_ids === undefined ? sql`` : sql`and ${among(sql`l.material_id`, material_ids)}`}
      group by 1, 2`,
  )
}

/** By material, a value for each period; periods without demand have '0'. */
export function byPeriod(found: readonly PeriodDemand[], count: number): Map<string, Quantity[]> {
  const of = new Map<string, Quantity[]>()
  for (const { material_id, at, quantity } of found) {
    let list = of.get(material_id)
    if (!list) {
      list = new Array<Quantity>(count).fill('0')
      of.set(material_id, list)
    }
    list[at] = quantity
  }
  return of
}

/** What was asked of materials in the past of a horizon, with the precision of their units: of some, or of all and these besides. */
export async function demandsOf(
  tx: Tx,
  org_id: string,
  { past, ahead }: Horizon,
  { only, also = [] }: { only?: readonly string[]; also?: readonly string[] },
): Promise<MaterialDemand[]> {
  const found = await demandIn(tx, org_id, {
    ...{ begins: past, end: ahead[0]! },
    ...(only === undefined ? {} : { material_ids: only }),
  })
  const quantities = byPeriod(found, past.length)
  const units = await rows(
    tx,
    sql<{
      id: string
      precision: number
    }>`select m.id, u."precision" from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, only ?? [...new Set([...quantities.keys(), ...also])])} order by m.code`,
  )
  return units.map(({ id, precision }) => ({
    material_id: id,
    precision,
    // Statistics are no bookkeeping: here a quantity becomes a number, and what is forecast a quantity again.
    quantities: (quantities.get(id) ?? past.map(() => '0')).map(Number),
  }))
}
