import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { orderType, salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { type RawBuilder, sql } from 'kysely'
import { begunLike } from '../model/event/event.rules.ts'
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
/** What was asked for in [from, until): by lines of orders, and before there were any here, as it was brought in. */
export const askedFor = (
  org_id: string,
  from: Instant,
  until: Instant,
  material_ids?: readonly string[],
): RawBuilder<unknown> => {
  const only = (column: RawBuilder<unknown>) =>
    material_ids === undefined ? sql`` : sql`and ${among(column, material_ids)}`
  return sql`(select l.material_id, o.customer_id, ${wantedAt} as at, l.quantity
      from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${isDemand} and ${wantedAt} >= ${from} and ${wantedAt} < ${until} ${only(sql`l.material_id`)}
    union all
    select b.material_id, null, b.day, b.quantity from demand_past b
      where b.org_id = ${org_id} and b.day >= ${from} and b.day < ${until} ${only(sql`b.material_id`)})`
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
    sql<PeriodDemand>`select d.material_id, width_bucket(d.at, ${begins}::bigint[]) - 1 as at, trim_scale(sum(d.quantity)) as quantity
      from ${askedFor(org_id, begins[0]!, end, material_ids)} d group by 1, 2`,
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

/** Of a material that is new: with which one it begins, and with what share of it. */
interface Like {
  readonly material_id: string
  readonly like_material_id: string
  readonly share: number
}
const likesOf = (
  tx: Tx,
  org_id: string,
  time_dimension: number,
  only: readonly string[] | undefined,
): Promise<Like[]> =>
  rows(
    tx,
    sql<Like>`select material_id, like_material_id, like_share::float8 / 100 as share from demand_forecast_config
      where org_id = ${org_id} and time_dimension = ${time_dimension} and status = ${enabledStatus.codes.enabled} and like_material_id is not null
        ${only === undefined ? sql`` : sql`and ${among(sql`material_id`, only)}`}`,
  )

/** What was asked of materials in the past of a horizon, with the precision of their units: of some, or of all and these besides. */
export async function demandsOf(
  tx: Tx,
  org_id: string,
  { past, ahead }: Horizon,
  { time_dimension, only, also = [] }: { time_dimension: number; only?: readonly string[]; also?: readonly string[] },
): Promise<MaterialDemand[]> {
  const likes = new Map((await likesOf(tx, org_id, time_dimension, only)).map(like => [like.material_id, like]))
  const found = await demandIn(tx, org_id, {
    ...{ begins: past, end: ahead[0]! },
    ...(only === undefined
      ? {}
      : { material_ids: [...only, ...[...likes.values()].map(like => like.like_material_id)] }),
  })
  const quantities = byPeriod(found, past.length)
  const units = await rows(
    tx,
    sql<{
      id: string
      precision: number
      series: string | null
    }>`select m.id, u."precision", m.series from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, only ?? [...new Set([...quantities.keys(), ...likes.keys(), ...also])])} order by m.code`,
  )
  // Statistics are no bookkeeping: here a quantity becomes a number, and what is forecast a quantity again.
  const of = (id: string): number[] => (quantities.get(id) ?? past.map(() => '0')).map(Number)
  return units.map(({ id, precision, series }) => {
    const like = likes.get(id)
    return {
      ...{ material_id: id, precision, series },
      quantities: like ? begunLike(of(id), of(like.like_material_id), like.share) : of(id),
    }
  })
}
