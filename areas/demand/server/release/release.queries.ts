import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type RawBuilder, sql } from 'kysely'

/** Forecasts `f` of exactly these periods, each with its values one after another. */
const stored = (org_id: string, time_dimension: number, periods: readonly Instant[]): RawBuilder<unknown> => sql`
  select f.material_id, f.models -> 0 ->> 'model' as model, array_agg(coalesce(c.quantity, p.quantity) order by at.n) as quantities,
    array_agg(p.quantity order by at.n) as model_quantities, array_agg(coalesce(c.updated_by, c.created_by) order by at.n) as author_ids,
    count(c.id) as custom_count
  from demand_forecast f cross join lateral jsonb_to_recordset(f.periods) as p(period bigint, quantity numeric)
    join unnest(${periods}::bigint[]) with ordinality at(period, n) on at.period = p.period
    left join demand_forecast_custom c on c.org_id = f.org_id and c.material_id = f.material_id and c.time_dimension = f.time_dimension and c.period = p.period
  where f.org_id = ${org_id} and f.time_dimension = ${time_dimension}
  group by f.id, f.material_id, f.models having count(*) = ${periods.length}`

interface Kept {
  readonly time_dimension: number
  readonly periods: readonly Instant[]
  readonly note: string | null
  readonly now: Instant
}
/** Keeps what is forecast now; nothing where none of it is of these periods. */
export async function keepRelease(
  tx: Tx,
  org_id: string,
  { time_dimension, periods, note, now }: Kept,
): Promise<{ id: string; number: number } | undefined> {
  // One at a time: two that are kept side by side would be one number.
  await sql`select pg_advisory_xact_lock(hashtextextended('demand_forecast_release' || ${org_id}, 0))`.execute(tx)
  const id = newId()
  const [kept] = await rows(
    tx,
    sql<{ id: string; number: number }>`with s as materialized (${stored(org_id, time_dimension, periods)}),
      r as (insert into demand_forecast_release (id, time_dimension, number, released_time, periods, material_count, custom_count, note)
        select ${id}, ${time_dimension}, (select coalesce(max(number), 0) + 1 from demand_forecast_release where org_id = ${org_id} and time_dimension = ${time_dimension}),
          ${now}, ${periods}::bigint[], count(*), sum(s.custom_count), ${note} from s having count(*) > 0 returning id, number),
      l as (insert into demand_forecast_release_line (release_id, material_id, model, quantities, model_quantities, author_ids)
        select r.id, s.material_id, s.model, s.quantities, s.model_quantities, s.author_ids from r, s)
      select id, number from r`,
  )
  return kept
}

/** The one that holds. */
export const lastRelease = (org_id: string, time_dimension: number): RawBuilder<unknown> => sql`
  select r.* from demand_forecast_release r where r.org_id = ${org_id} and r.time_dimension = ${time_dimension} order by r.number desc limit 1`

export interface Released {
  readonly material_id: string
  /** One for each period asked for; null where the release says nothing of it. */
  readonly quantities: readonly (number | null)[]
}
/** What the plan counts with in these periods: what was released last, not what was calculated or set since. */
export const releasedIn = (
  tx: Tx,
  org_id: string,
  {
    time_dimension,
    begins,
    material_ids,
  }: { time_dimension: number; begins: readonly Instant[]; material_ids: readonly string[] },
): Promise<Released[]> =>
  rows(
    tx,
    sql<Released>`select l.material_id, case when k.missing = 0 then l.quantities[k.first:k.first + ${begins.length - 1}]::float8[]
        else array(select l.quantities[array_position(r.periods, b.period)]::float8 from unnest(${begins}::bigint[]) with ordinality b(period, n) order by b.n) end as quantities
      from (${lastRelease(org_id, time_dimension)}) r
        cross join lateral (select array_position(r.periods, ${begins[0]!}::bigint) as first,
          count(*) filter (where array_position(r.periods, b.period) is null) as missing from unnest(${begins}::bigint[]) as b(period)) k
        join demand_forecast_release_line l on l.org_id = r.org_id and l.release_id = r.id
      where ${among(sql`l.material_id`, material_ids)}`,
  )
