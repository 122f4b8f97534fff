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
import { type Usage, usedWithin } from '../consumption.queries.ts'
import { demandIn, isDemand, type PeriodDemand, wantedAt } from '../demand.queries.ts'
import { type Released, releasedIn } from '../release/release.queries.ts'

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
    readonly forecasts: readonly Released[]
    readonly asked: readonly PeriodDemand[]
  })[]
}
const stepsOf = (quantity: number, precision: number): number => Math.round(quantity * 10 ** precision)

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
    const forecasts = await releasedIn(tx, org_id, { time_dimension: dimension, begins: grid.begins, material_ids })
    const asked = await demandIn(tx, org_id, { begins: grid.begins, end: grid.end, material_ids })
    grids.push({ ...grid, dimension, forecasts, asked })
  }
  return { flows, precisions, orders, grids }
}

/** The rows of the grid; a material of which nothing lies, comes or is asked for has none. */
export function balancesOf(
  { flows, precisions, orders, grids }: BalancesRead,
  usage: Usage,
  material_ids: readonly string[],
  now: Instant,
): ComputedBalance[] {
  const flowsOf = Map.groupBy(flows, ({ material_id }) => material_id)
  const ordersOf = Map.groupBy(orders, ({ material_id }) => material_id)
  return grids.flatMap(({ begins, end, past, dimension, forecasts, asked }) => {
    const askedOf = Map.groupBy(asked, ({ material_id }) => material_id)
    const forecastsOf = new Map(forecasts.map(one => [one.material_id, one.quantities]))
    return material_ids.flatMap(material_id => {
      const precision = precisions.get(material_id) ?? 0
      const all = new Happenings(begins, end)
      let opening = 0
      for (const { kind, at, steps: many } of flowsOf.get(material_id) ?? []) {
        if (kind === 'stock' && at <= now) opening += many
        else all.add(kind === 'stock' ? 'transit' : kind, at, many)
      }
      for (const { at, quantity } of ordersOf.get(material_id) ?? [])
        all.add('order', at, stepsOf(Number(quantity), precision))
      // Orders consume the forecast of their period: what is still open of it is never below nothing.
      const expected = forecastsOf.get(material_id)
      if (expected) {
        const ordered = new Map(
          askedOf.get(material_id)?.map(({ at, quantity }) => [at, stepsOf(Number(quantity), precision)]),
        )
        for (const [at, quantity] of expected.entries())
          if (quantity !== null)
            all.addAt('forecast', at, Math.max(0, stepsOf(quantity, precision) - (ordered.get(at) ?? 0)))
      }
      const periods = all.list()
      if (periods.length === 0 && opening === 0) return []
      const used = past.length === 0 ? null : usedWithin(usage, material_id, past[0]!, begins[0]!)
      const average = used === null ? null : used / past.length
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
