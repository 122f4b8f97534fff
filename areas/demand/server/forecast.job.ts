import { text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { sql } from 'kysely'
import { factorsFor } from '../model/event/event.rules.ts'
import { triggerForecast } from '../model/forecast.calls.ts'
import { type ComputedForecast, forecasterFor, horizonAt } from '../model/forecast.rules.ts'
import { forecastLevel } from '../model/group/group.record.ts'
import { groupForecasts } from '../model/group/group-forecasts.rules.ts'
import { choicesOf } from './config/forecast-config.queries.ts'
import { demandsOf } from './demand.queries.ts'
import { eventsOf } from './event/event.handlers.ts'
import { groupDemands, saveGroups } from './group/group.queries.ts'

export const forecastType = 'demand_forecast'
interface Wanted {
  readonly time_dimension: number
}
/** Materials between two words to those who look on. */
const atOnce = 100

/** Half a millisecond each: more of them would hold up the event loop. */
const mostBeside = 50

/** All materials that were asked for. */
export const forecastJob = job<Wanted>(forecastType, 'planning', calculated, {
  startedBy: [triggerForecast],
  serial: forecastType,
  repeatable: true,
  isLarge: (_, { org_id, transaction }) =>
    transaction(async tx => {
      const [asked] = await rows(
        tx,
        sql<{
          count: number
        }>`select count(*) as count from (select material_id from seen_sales_order_line where org_id = ${org_id}
          union select material_id from demand_past where org_id = ${org_id}) m`,
      )
      return asked!.count > mostBeside
    }),
})

async function calculated({ time_dimension }: Wanted, context: JobContext) {
  const { org_id, transaction, lastTransaction, progress, cancelled, now } = context
  const computed_time = now()
  const { horizon, demands, groups, choiceOf, factorsOf } = await transaction(tx =>
    load(tx, org_id, computed_time, time_dimension),
  )
  const forecast = forecasterFor(horizon, time_dimension, { choiceOf, factorsOf })
  const computed: ComputedForecast[] = []
  for (const demand of demands) {
    if (computed.length % atOnce === 0) {
      if (cancelled()) return undefined
      await progress(Math.round((90 * computed.length) / demands.length), text('正在预测', 'Forecasting'))
    }
    computed.push(forecast(demand))
  }
  const computedGroups = groupForecasts(horizon, time_dimension, groups, factorsOf)
  await progress(95, text('正在保存', 'Saving'))
  return lastTransaction(async tx => {
    await save(tx, org_id, { time_dimension, computed_time, computed })
    await saveGroups(tx, org_id, time_dimension, computedGroups)
    return { material_count: computed.length }
  })
}

async function load(tx: Tx, org_id: string, now: number, time_dimension: number) {
  const [org] = await rows(tx, sql<{ time_zone: string }>`select time_zone from org where id = ${org_id}`)
  const horizon = horizonAt(now, time_dimension, org!.time_zone)
  const choices = await choicesOf(tx, org_id, time_dimension)
  // What people forecast by hand may be a product that nobody has asked for yet.
  const demands = await demandsOf(tx, org_id, horizon, { time_dimension, also: choices.byHand })
  const groups = []
  for (const { code } of forecastLevel.list)
    groups.push({ by: code, demands: await groupDemands(tx, org_id, horizon, code) })
  const factorsOf = factorsFor(await eventsOf(tx, org_id), horizon, org!.time_zone)
  return { horizon, demands, groups, choiceOf: choices.of, factorsOf }
}

interface Calculated {
  readonly time_dimension: number
  readonly computed_time: number
  readonly computed: readonly ComputedForecast[]
}
async function save(tx: Tx, org_id: string, { time_dimension, computed_time, computed }: Calculated): Promise<void> {
  await sql`delete from demand_forecast f where f.org_id = ${org_id} and f.time_dimension = ${time_dimension}
    and not (${among(
      sql`f.material_id`,
      computed.map(one => one.material_id),
    )})`.execute(tx)
  await sql`insert into demand_forecast (material_id, time_dimension, demand_kind, wape, bias, periods, models, chosen, origin_count, history_count, computed_time)
    select r.material_id, ${time_dimension}, r.demand_kind, r.wape, r.bias, r.periods, r.models, r.chosen, r.origin_count, r.history_count, ${computed_time}
    from ${recordset(
      computed,
      sql`material_id uuid, demand_kind text, wape numeric, bias numeric, periods jsonb, models jsonb, chosen jsonb, origin_count integer, history_count integer`,
    )} r
    on conflict (org_id, material_id, time_dimension) do update set demand_kind = excluded.demand_kind, wape = excluded.wape, bias = excluded.bias,
      periods = excluded.periods, models = excluded.models, chosen = excluded.chosen, origin_count = excluded.origin_count, history_count = excluded.history_count,
      computed_time = excluded.computed_time`.execute(tx)
}
