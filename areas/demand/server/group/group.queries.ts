import type { Quantity } from '@qitao/core/quantity.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Horizon } from '../../model/forecast.rules.ts'
import type { ForecastGroupPeriod, ForecastGroupRow } from '../../model/group/group.calls.ts'
import { forecastLevel } from '../../model/group/group.record.ts'
import type { SpreadCell } from '../../model/group/group.rules.ts'
import type { GroupDemand, GroupForecast } from '../../model/group/group-forecasts.rules.ts'
import { askedFor } from '../demand.queries.ts'

type Level = CodeOf<typeof forecastLevel>
export interface GroupAsked {
  readonly time_dimension: number
  readonly by: Level
  /** Begin of the current period: what is ahead begins with it, the past year ends there. */
  readonly first: Instant
}
const year = 365 * daySeconds
const noGroup = sql.lit('')
const isOfSeries = (by: Level): boolean => by === forecastLevel.codes.series
const keyOf = (by: Level) =>
  isOfSeries(by) ? sql`coalesce(m.series, ${noGroup})` : sql`coalesce(x.customer_id::text, ${noGroup})`

/** Demand of each series and customer in the past of a horizon, with the finest unit of its materials. */
export const groupDemands = (tx: Tx, org_id: string, { past, ahead }: Horizon, by: Level): Promise<GroupDemand[]> =>
  rows(
    tx,
    sql<GroupDemand>`select ${keyOf(by)} as key, width_bucket(x.at, ${past}::bigint[]) - 1 as at, trim_scale(sum(x.quantity)) as quantity, max(u."precision")::integer as "precision"
      from ${askedFor(org_id, past[0] ?? ahead[0]!, ahead[0]!)} x join material m on m.org_id = ${org_id} and m.id = x.material_id
        join unit u on u.org_id = m.org_id and u.id = m.unit_id group by 1, 2`,
  )

/** These are the groups from now on. */
export async function saveGroups(
  tx: Tx,
  org_id: string,
  time_dimension: number,
  groups: readonly GroupForecast[],
): Promise<void> {
  await sql`delete from demand_forecast_group where org_id = ${org_id} and time_dimension = ${time_dimension}`.execute(
    tx,
  )
  await sql`insert into demand_forecast_group (time_dimension, grouped_by, group_key, periods, wape)
    select ${time_dimension}, r.grouped_by, r.group_key, r.periods, r.wape
    from ${recordset(groups, sql`grouped_by text, group_key text, periods jsonb, wape numeric`)} r`.execute(tx)
}

/**
 * Cells `f` of materials, each with the group that it counts for and how much of it: all of it in its series, of customers what they
 * took of it in the past year. What nobody took stands without a customer.
 */
const cells = (org_id: string, { time_dimension, by, first }: GroupAsked): RawBuilder<unknown> => sql`
  with y as materialized (
    select ${keyOf(by)} as key, x.material_id, sum(x.quantity) as quantity
    from ${askedFor(org_id, first - year, first)} x join material m on m.org_id = ${org_id} and m.id = x.material_id group by 1, 2),
  s as materialized (${
    isOfSeries(by)
      ? sql`select coalesce(m.series, ${noGroup}) as key, m.id as material_id, 1::numeric as share from material m where m.org_id = ${org_id}`
      : sql`select key, material_id, quantity / sum(quantity) over (partition by material_id) as share from y`
  }),
  f as materialized (
    select coalesce(s.key, ${noGroup}) as key, f.material_id, coalesce(s.share, 1) as share, p.period, p.quantity * coalesce(s.share, 1) as model_quantity,
      coalesce(c.quantity, p.quantity) * coalesce(s.share, 1) as quantity
    from demand_forecast f cross join lateral jsonb_to_recordset(f.periods) as p(period bigint, quantity numeric)
      left join demand_forecast_custom c on c.org_id = f.org_id and c.material_id = f.material_id and c.time_dimension = f.time_dimension and c.period = p.period
      left join s on s.material_id = f.material_id
    where f.org_id = ${org_id} and f.time_dimension = ${time_dimension} and p.period >= ${first})`
const rounded = (value: RawBuilder<unknown>) => sql`trim_scale(round(${value}, 1))`

export async function groupsOf(
  tx: Tx,
  org_id: string,
  asked: GroupAsked,
  { keyword, limit, offset }: { keyword: string | undefined; limit: number; offset: number },
): Promise<{ result: (Omit<ForecastGroupRow, 'accuracy'> & { wape: number | null })[]; total: number }> {
  const { time_dimension, by, first } = asked
  const found = await rows(
    tx,
    sql<Omit<ForecastGroupRow, 'accuracy'> & { wape: number | null; total: number }>`${cells(org_id, asked)},
      b as (select key, count(distinct material_id)::integer as material_count, sum(quantity) as quantity from f group by 1),
      g as (select b.key as id, ${isOfSeries(by) ? sql`coalesce(nullif(b.key, ''), '—')` : sql`coalesce(c.code || ' ' || c.name, '—')`} as group_name, b.material_count,
          ${rounded(sql`coalesce(t.quantity, 0)`)} as year_quantity, ${rounded(sql`b.quantity`)} as bottom_up_quantity, ${rounded(sql`w.quantity`)} as own_quantity,
          ${rounded(sql`100 * (b.quantity - w.quantity) / nullif(w.quantity, 0)`)} as difference, w.wape
        from b left join (select key, sum(quantity) as quantity from y group by 1) t on t.key = b.key
          ${isOfSeries(by) ? sql`` : sql`left join customer c on c.org_id = ${org_id} and c.id::text = b.key`}
          left join (select x.group_key, x.wape::float8 as wape, sum(p.quantity) as quantity
            from demand_forecast_group x cross join lateral jsonb_to_recordset(x.periods) as p(period bigint, quantity numeric)
            where x.org_id = ${org_id} and x.time_dimension = ${time_dimension} and x.grouped_by = ${by} and p.period >= ${first} group by 1, 2) w on w.group_key = b.key)
      select g.*, count(*) over () as total from g where ${contains(keyword, sql`g.group_name`) ?? sql`true`}
      order by g.bottom_up_quantity desc, g.id limit ${limit} offset ${offset}`,
  )
  return { result: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}

/** Materials that are shown of a group. */
const mostMaterials = 200
export async function groupDetail(tx: Tx, org_id: string, asked: GroupAsked, key: string) {
  const { time_dimension, by } = asked
  const result = await rows(
    tx,
    sql<ForecastGroupPeriod>`${cells(org_id, asked)}
      select f.period, ${rounded(sql`sum(f.model_quantity)`)} as model_quantity, ${rounded(sql`sum(f.quantity)`)} as bottom_up_quantity, trim_scale(max(p.quantity)) as own_quantity
      from f left join demand_forecast_group x on x.org_id = ${org_id} and x.time_dimension = ${time_dimension} and x.grouped_by = ${by} and x.group_key = f.key
        left join lateral jsonb_to_recordset(x.periods) as p(period bigint, quantity numeric) on p.period = f.period
      where f.key = ${key} group by f.period order by f.period`,
  )
  const materials = await rows(
    tx,
    sql<{
      id: string
      material_code: string
      material_name: string
      unit_name: string
      share: string
      bottom_up_quantity: string
    }>`${cells(org_id, asked)} select m.id, m.code as material_code, m.name as material_name, u.name as unit_name, ${rounded(sql`100 * max(f.share)`)} as share,
        ${rounded(sql`sum(f.quantity)`)} as bottom_up_quantity
      from f join material m on m.org_id = ${org_id} and m.id = f.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where f.key = ${key} group by m.id, m.code, m.name, u.name order by sum(f.quantity) desc, m.code limit ${mostMaterials}`,
  )
  return { result, materials }
}

export interface SeriesCell extends SpreadCell {
  readonly period: Instant
  readonly model_quantity: Quantity
}
/** One at a time: two that spread side by side would each take the other's parts for what was forecast. */
export const oneSpreadAtATime = (tx: Tx, org_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('demand_forecast_series' || ${org_id}, 0))`.execute(tx)

/** What the materials of a series are forecast for in these periods. */
export const cellsOfSeries = (
  tx: Tx,
  org_id: string,
  { time_dimension, series, periods }: { time_dimension: number; series: string; periods: readonly Instant[] },
): Promise<SeriesCell[]> =>
  rows(
    tx,
    sql<SeriesCell>`select f.material_id, u."precision", p.period, trim_scale(p.quantity) as model_quantity, trim_scale(coalesce(c.quantity, p.quantity)) as quantity
      from demand_forecast f join material m on m.org_id = f.org_id and m.id = f.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        cross join lateral jsonb_to_recordset(f.periods) as p(period bigint, quantity numeric)
        left join demand_forecast_custom c on c.org_id = f.org_id and c.material_id = f.material_id and c.time_dimension = f.time_dimension and c.period = p.period
      where f.org_id = ${org_id} and f.time_dimension = ${time_dimension} and coalesce(m.series, ${noGroup}) = ${series} and p.period = any(${periods}::bigint[])
      order by m.code, p.period`,
  )
