import { fromSteps, type Quantity, roundHalfUp } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { type PlannedFlow, plannedFlows } from '@qitao/manufacturing/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { timeDimension } from '@qitao/scheduling/model/task.status.ts'
import { sql } from 'kysely'
import { type Grid, gridAt } from '../../model/balance/grid.rules.ts'
import {
  type Balance,
  balances,
  type Happening,
  Happenings,
  summaryOf,
} from '../../model/balance/supply-demand.rules.ts'
import { openOf } from '../../model/forecast.rules.ts'
import { consumptionIn } from '../consumption.queries.ts'
import { demandIn, isDemand, wantedAt } from '../demand.queries.ts'

const dimensions = timeDimension.list.map(({ code }) => code)

export interface ComputedBalance {
  readonly material_id: string
  readonly time_dimension: number
  readonly opening_quantity: Quantity
  readonly periods: readonly Happening[]
  readonly first_period: Instant
  readonly history_average: Quantity | null
  readonly supply_status: number
  readonly demand_trend: number | null
  readonly short_period: Instant | null
  readonly short_quantity: Quantity
}
export interface BalancesRead {
  readonly flows: readonly PlannedFlow[]
  readonly precisions: ReadonlyMap<string, number>
  readonly orders: readonly { material_id: string; at: Instant; quantity: Quantity }[]
  readonly grids: readonly (Grid & {
    readonly dimension: number
    readonly forecasts: readonly { material_id: string; period: Instant; quantity: Quantity }[]
    readonly ordered: ReadonlyMap<string, Quantity>
    readonly consumed: ReadonlyMap<string, number>
  })[]
}
const keyOf = (material_id: string, at: number) => `${material_id}:${at}`

/** All that the grid of these materials is made of, by the moment. */
export async function readBalances(
  tx: Tx,
  org_id: string,
  { now, zone, material_ids }: { now: Instant; zone: string; material_ids: readonly string[] },
): Promise<BalancesRead> {
  const { flows, precisions } = await plannedFlows(tx, org_id, now, material_ids)
  const orders = await rows(
    tx,
    sql<{
      material_id: string
      at: Instant
      quantity: Quantity
    }>`select l.material_id, ${wantedAt} as at, sum(l.quantity - l.shipped_quantity) as quantity
      from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
      where l.org_id = ${org_id} and ${isDemand} and o.status <> ${salesOrderStatus.codes.delivered} and l.quantity > l.shipped_quantity
        and ${among(sql`l.material_id`, material_ids)} group by 1, 2`,
  )
  const grids = []
  for (const dimension of dimensions) {
    const grid = gridAt(now, dimension, zone)
    const forecasts = await rows(
      tx,
      sql<{
        material_id: string
        period: Instant
        quantity: Quantity
      }>`select f.material_id, p.period, coalesce(c.quantity, p.quantity) as quantity
        from demand_forecast f cross join lateral jsonb_to_recordset(f.periods) as p(period bigint, quantity numeric)
          left join demand_forecast_custom c on c.org_id = f.org_id and c.material_id = f.material_id and c.time_dimension = f.time_dimension and c.period = p.period
        where f.org_id = ${org_id} and f.time_dimension = ${dimension} and p.period >= ${grid.begins[0]!} and ${among(sql`f.material_id`, material_ids)}`,
    )
    const asked = await demandIn(tx, org_id, { begins: grid.begins, end: grid.end, material_ids })
    const consumed = await consumptionIn(tx, org_id, {
      ...{ begins: grid.past, end: grid.begins[0]!, material_ids },
    })
    const total = new Map<string, number>()
    for (const { material_id, quantity } of consumed)
      total.set(material_id, (total.get(material_id) ?? 0) + Number(quantity))
    grids.push({
      ...grid,
      ...{ dimension, forecasts },
      ordered: new Map(asked.map(({ material_id, at, quantity }) => [keyOf(material_id, at), quantity])),
      consumed: total,
    })
  }
  return { flows, precisions, orders, grids }
}

/** The rows of the grid; a material of which nothing lies, comes or is asked for has none. */
export function balancesOf(
  { flows, precisions, orders, grids }: BalancesRead,
  material_ids: readonly string[],
  now: Instant,
): ComputedBalance[] {
  const steps = (material_id: string, quantity: Quantity) =>
    Math.round(Number(quantity) * 10 ** (precisions.get(material_id) ?? 0))
  const wanted = new Set(material_ids)
  const flowsOf = Map.groupBy(
    flows.filter(({ material_id }) => wanted.has(material_id)),
    ({ material_id }) => material_id,
  )
  const ordersOf = Map.groupBy(orders, ({ material_id }) => material_id)
  return grids.flatMap(({ begins, end, past, dimension, forecasts, ordered, consumed }) => {
    const forecastsOf = Map.groupBy(forecasts, ({ material_id }) => material_id)
    const periodAt = new Map(begins.map((period, at) => [period, at]))
    return material_ids.flatMap(material_id => {
      const precision = precisions.get(material_id) ?? 0
      const all = new Happenings(begins, end)
      let opening = 0
      for (const { kind, at, steps: many } of flowsOf.get(material_id) ?? []) {
        if (kind === 'stock' && at <= now) opening += many
        else all.add(kind === 'stock' ? 'transit' : kind, at, many)
      }
      for (const { at, quantity } of ordersOf.get(material_id) ?? []) all.add('order', at, steps(material_id, quantity))
      for (const { period, quantity } of forecastsOf.get(material_id) ?? []) {
        const at = periodAt.get(period)
        if (at === undefined) continue
        const open = openOf(quantity, ordered.get(keyOf(material_id, at)) ?? '0')
        all.addAt('forecast', at, steps(material_id, open))
      }
      const periods = all.list()
      if (periods.length === 0 && opening === 0) return []
      const used = consumed.get(material_id)
      const average = used === undefined || past.length === 0 ? null : used / past.length
      return {
        ...{ material_id, time_dimension: dimension, periods, first_period: begins[0]! },
        opening_quantity: fromSteps(opening, precision),
        history_average: average === null ? null : roundHalfUp(String(average), precision + 1),
        ...summed(balances(opening, periods, begins.length), { average, precision, begins }),
      }
    })
  })
}
/** What a row says of all its periods. */
export function summed(
  of: readonly Balance[],
  { average, precision, begins }: { average: number | null; precision: number; begins: readonly Instant[] },
) {
  const summary = summaryOf(of, average === null ? null : average * 10 ** precision)
  return {
    supply_status: summary.supply_status,
    demand_trend: summary.demand_trend,
    short_period: summary.short_at === null ? null : begins[summary.short_at]!,
    short_quantity: fromSteps(summary.short, precision),
  }
}

/** These materials have these rows from now on, and no others; a row that stays keeps its id, and so its place in a list. */
export async function saveBalances(
  tx: Tx,
  org_id: string,
  computed: readonly ComputedBalance[],
  { material_ids, computed_time }: { material_ids: readonly string[]; computed_time: Instant },
): Promise<void> {
  const keys = computed.map(({ material_id, time_dimension }) => ({ material_id, time_dimension }))
  await sql`delete from supply_demand_plan t where t.org_id = ${org_id} and ${among(sql`t.material_id`, material_ids)}
    and not exists (select from ${recordset(keys, sql`material_id uuid, time_dimension smallint`)} k
      where k.material_id = t.material_id and k.time_dimension = t.time_dimension)`.execute(tx)
  await sql`insert into supply_demand_plan (material_id, time_dimension, opening_quantity, periods, first_period, history_average, supply_status,
      demand_trend, short_period, short_quantity, computed_time)
    select r.material_id, r.time_dimension, r.opening_quantity, r.periods, r.first_period, r.history_average, r.supply_status, r.demand_trend,
      r.short_period, r.short_quantity, ${computed_time}
    from ${recordset(
      computed,
      sql`material_id uuid, time_dimension smallint, opening_quantity numeric, periods jsonb, first_period bigint, history_average numeric,
        supply_status smallint, demand_trend smallint, short_period bigint, short_quantity numeric`,
    )} r order by r.material_id, r.time_dimension
    on conflict (org_id, material_id, time_dimension) do update set opening_quantity = excluded.opening_quantity, periods = excluded.periods,
      first_period = excluded.first_period, history_average = excluded.history_average, supply_status = excluded.supply_status,
      demand_trend = excluded.demand_trend, short_period = excluded.short_period, short_quantity = excluded.short_quantity,
      computed_time = excluded.computed_time`.execute(tx)
}
