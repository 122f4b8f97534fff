import { mostRows } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { expectFixedOrder, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { demandErrors } from '../../model/demand.errors.ts'
import { horizonAt } from '../../model/forecast.rules.ts'
import {
  exportForecastAccuracy,
  type ForecastReleaseRow,
  listAccuracyCells,
  listForecastAccuracy,
  listForecastReleases,
  releaseForecast,
  showForecastRelease,
} from '../../model/release/release.calls.ts'
import { forecastAccuracy } from '../../model/release/release.record.ts'
import { expectAllData } from '../forecast.handlers.ts'
import { accuracyBy, accuracyCells } from './accuracy.queries.ts'
import { keepRelease, lastRelease } from './release.queries.ts'

/** Cells that are shown of a row: who wants to know more asks for less at once. */
const mostCells = 200

const pastOf = (time_dimension: number, { now, member }: Context): { past: readonly Instant[]; end: Instant } => {
  const { past, ahead } = horizonAt(now, time_dimension, member.time_zone)
  return { past, end: ahead[0]! }
}

const accuracy = handle(listForecastAccuracy, async (input, context) => {
  const { time_dimension, by, lag, only, keyword, page, page_size } = input
  expectAllData(context.member)
  expectFixedOrder(input)
  const limit = page_size === -1 ? mostRows : page_size
  const of = { time_dimension, by, lag, ...pastOf(time_dimension, context) }
  const found = await accuracyBy(context.tx, context.org_id, of, { keyword, only, limit, offset: (page - 1) * limit })
  return { ...found, by }
})

export const releaseHandlers: Handler[] = [
  handle(releaseForecast, async ({ time_dimension, note }, { tx, org_id, member, now }) => {
    expectAllData(member)
    const { ahead } = horizonAt(now, time_dimension, member.time_zone)
    const kept = await keepRelease(tx, org_id, { time_dimension, periods: ahead, note: note ?? null, now })
    return kept ?? refuse(demandErrors.nothingForecast)
  }),
  handle(listForecastReleases, async (input, { tx, org_id, member }) => {
    expectAllData(member)
    return listRows<ForecastReleaseRow>(
      tx,
      {
        ...{ org_id, table: 'demand_forecast_release' },
        where: [sql`t.time_dimension = ${input.time_dimension}`],
        columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.number, t.time_dimension, t.released_time, t.material_count, t.custom_count, t.note,
          a.name as author_name, k.total_quantity`,
        joins: sql`left join app_user a on a.org_id = t.org_id and a.id = t.created_by
          cross join lateral (select trim_scale(coalesce(sum(q), 0)) as total_quantity from demand_forecast_release_line l, unnest(l.quantities) q
            where l.org_id = t.org_id and l.release_id = t.id) k`,
        orders: { number: sql`t.number` },
        defaultOrder: '-number',
      },
      input,
    )
  }),
  handle(showForecastRelease, async ({ time_dimension }, { tx, org_id, member }) => {
    expectAllData(member)
    const [last] = await rows(
      tx,
      sql<{ number: number; released_time: Instant; author_name: string | null; changed: boolean }>`
        select r.number, r.released_time, a.name as author_name,
          exists (select from demand_forecast f where f.org_id = r.org_id and f.time_dimension = r.time_dimension and f.updated_time > r.released_time)
            or exists (select from demand_forecast_custom c where c.org_id = r.org_id and c.time_dimension = r.time_dimension and c.updated_time > r.released_time
              and exists (select from demand_forecast_release_line l where l.org_id = c.org_id and l.release_id = r.id and l.material_id = c.material_id))
            or r.custom_count <> (select count(*) from demand_forecast_custom c join demand_forecast_release_line l on l.org_id = c.org_id and l.release_id = r.id
                and l.material_id = c.material_id
              where c.org_id = r.org_id and c.time_dimension = r.time_dimension and c.period = any(r.periods)) as changed
        from (${lastRelease(org_id, time_dimension)}) r left join app_user a on a.org_id = r.org_id and a.id = r.created_by`,
    )
    return last ?? { number: null, released_time: null, author_name: null, changed: false }
  }),
  accuracy,
  exportHandler(exportForecastAccuracy, accuracy, forecastAccuracy),
  handle(listAccuracyCells, ({ time_dimension, by, key, lag }, context) => {
    expectAllData(context.member)
    const of = { time_dimension, by, lag, ...pastOf(time_dimension, context) }
    return accuracyCells(context.tx, context.org_id, of, { key, limit: mostCells })
  }),
]
