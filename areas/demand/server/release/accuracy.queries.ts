import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { contains } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { type accuracyGroup, accuracyOnly, mostLag } from '../../model/release/accuracy.status.ts'
import type { AccuracyCell, AccuracyRow } from '../../model/release/release.calls.ts'
import { askedFor } from '../demand.queries.ts'

type By = CodeOf<typeof accuracyGroup>
export interface AccuracyAsked {
  readonly time_dimension: number
  readonly by: By
  readonly lag?: number | undefined
  /** Whole periods that are over, oldest first, and the end of the last. */
  readonly past: readonly Instant[]
  readonly end: Instant
}
/** Nobody has a series: rows without one are told apart from all. */
const noSeries = ''
const keys: Readonly<Record<By, readonly [key: RawBuilder<unknown>, name: RawBuilder<unknown>]>> = {
  lag: [sql`f.lag::text`, sql`max(f.lag)::text`],
  material: [sql`f.material_id::text`, sql`max(m.code || ' ' || m.name)`],
  series: [sql`coalesce(m.series, ${sql.lit(noSeries)})`, sql`coalesce(max(m.series), '—')`],
  model: [sql`f.model`, sql`max(f.model)`],
  person: [sql`f.author_id::text`, sql`max(a.name)`],
}
const joins = (org_id: string) => sql`join material m on m.org_id = ${org_id} and m.id = f.material_id
  left join app_user a on a.org_id = ${org_id} and a.id = f.author_id`

/**
 * Cells `f`: what a release said of a period that is over, and what was asked for in it. Of releases made within one period the last
 * one counts, and what it says of that period itself is not judged: part of it was known.
 */
const cells = (org_id: string, { time_dimension, lag, past, end }: AccuracyAsked): RawBuilder<unknown> => sql`
  with r as materialized (
    select distinct on (r.periods[1]) r.id, r.number, r.periods from demand_forecast_release r
    where r.org_id = ${org_id} and r.time_dimension = ${time_dimension} and r.periods[1] >= ${past[0] ?? end} order by r.periods[1], r.number desc),
  d as materialized (
    select x.material_id, (${past}::bigint[])[width_bucket(x.at, ${past}::bigint[])] as period, sum(x.quantity) as quantity
    from ${askedFor(org_id, past[0] ?? end, end)} x group by 1, 2),
  f as materialized (
    select l.id::text || '.' || c.at as id, r.number, l.material_id, coalesce(l.model, '') as model, c.at as lag, r.periods[c.at + 1] as period, c.quantity, c.model_quantity, c.author_id,
      coalesce(d.quantity, 0) as actual
    from r join demand_forecast_release_line l on l.org_id = ${org_id} and l.release_id = r.id
      cross join lateral unnest(l.quantities[2:${sql.lit(mostLag + 1)}], l.model_quantities[2:${sql.lit(mostLag + 1)}], l.author_ids[2:${sql.lit(mostLag + 1)}])
        with ordinality c(quantity, model_quantity, author_id, at)
      left join d on d.material_id = l.material_id and d.period = r.periods[c.at + 1]
    where r.periods[c.at + 1] < ${end} ${lag === undefined ? sql`` : sql`and c.at = ${lag}`})`

const percent = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`trim_scale(round(100 * ${part} / nullif(${whole}, 0), 1))`
const error = sql`sum(abs(f.quantity - f.actual))`
const modelError = sql`sum(abs(f.model_quantity - f.actual))`
const asked = sql`sum(f.actual)`
const figures = sql`count(*)::integer as cell_count, trim_scale(coalesce(sum(f.quantity), 0)) as forecast_quantity, trim_scale(coalesce(${asked}, 0)) as actual_quantity,
  trim_scale(greatest(0, 100 - round(100 * ${error} / nullif(${asked}, 0), 1))) as accuracy, ${percent(error, asked)} as wape,
  trim_scale(round(100 * avg(abs(f.quantity - f.actual) / nullif(f.actual, 0)), 1)) as mape, ${percent(sql`sum(f.quantity - f.actual)`, asked)} as bias,
  ${percent(modelError, asked)} as model_wape, ${percent(sql`(${modelError} - ${error})`, asked)} as value_added`
/** A share of the demand beyond which the sum of errors leans to one side. */
const leaning = 10
const onlyOf = {
  [accuracyOnly.codes.biased]: sql`abs(g.bias) > ${sql.lit(leaning)}`,
  [accuracyOnly.codes.harmed]: sql`g.value_added < 0`,
} as const

type Figures = Omit<AccuracyRow, 'id' | 'subject'>
export async function accuracyBy(
  tx: Tx,
  org_id: string,
  of: AccuracyAsked,
  {
    keyword,
    only,
    limit,
    offset,
  }: {
    keyword?: string | undefined
    only?: CodeOf<typeof accuracyOnly> | undefined
    limit: number
    offset: number
  },
): Promise<{ result: AccuracyRow[]; total: number; total_of: Figures }> {
  const [key, name] = keys[of.by]
  const wanted = contains(keyword, sql`g.subject`)
  const found = await rows(
    tx,
    sql<AccuracyRow & { total: number }>`${cells(org_id, of)}, g as (
        select ${key} as id, ${name} as subject, ${figures}, ${error} as misses from f ${joins(org_id)} where ${key} is not null group by 1)
      select g.id, g.subject, g.cell_count, g.forecast_quantity, g.actual_quantity, g.accuracy, g.wape, g.mape, g.bias, g.model_wape, g.value_added, count(*) over () as total
      from g where ${wanted ?? sql`true`} ${only === undefined ? sql`` : sql`and ${onlyOf[only]}`}
      order by ${of.by === 'lag' ? sql`g.id::integer` : sql`g.misses desc`}, g.id limit ${limit} offset ${offset}`,
  )
  const [total_of] = await rows(tx, sql<Figures>`${cells(org_id, of)} select ${figures} from f`)
  return {
    result: found.map(({ total: _, ...row }) => row),
    total: found[0]?.total ?? 0,
    total_of: total_of!,
  }
}

/** Cells of one row, so many at most. */
export async function accuracyCells(
  tx: Tx,
  org_id: string,
  of: AccuracyAsked,
  { key, limit }: { key: string; limit: number },
): Promise<{ result: AccuracyCell[]; total: number }> {
  const found = await rows(
    tx,
    sql<
      AccuracyCell & { total: number }
    >`${cells(org_id, of)} select f.id, f.material_id, m.code as material_code, m.name as material_name, u.name as unit_name, f.number as release_number, f.period,
        f.lag::integer as lag, nullif(f.model, '') as model, trim_scale(f.model_quantity) as model_quantity, trim_scale(f.quantity) as quantity, trim_scale(f.actual) as actual_quantity,
        a.name as author_name, count(*) over () as total
      from f ${joins(org_id)} join unit u on u.org_id = m.org_id and u.id = m.unit_id where ${keys[of.by][0]} = ${key}
      order by abs(f.quantity - f.actual) desc, f.period desc, f.id limit ${limit}`,
  )
  return { result: found.map(({ total: _, ...row }) => row), total: found[0]?.total ?? 0 }
}
