import { generalErrors } from '@qitao/core/general.errors.ts'
import type { jobStatus } from '@qitao/core/job.status.ts'
import { isPositive, type Quantity, roundHalfUp, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import type { Instant } from '@qitao/core/time.ts'
import { lockMaterials } from '@qitao/masterdata/server'
import { outliersOf } from '@qitao/planning/forecast/outliers.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle, type Member } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { periodsOfYear } from '../model/balance/grid.rules.ts'
import { demandErrors } from '../model/demand.errors.ts'
import {
  alterForecastCustom,
  type DemandHistoryRow,
  exportDemandHistory,
  exportForecasts,
  type ForecastListRow,
  listDemandHistory,
  listForecasts,
  moveForecast,
  showForecast,
  showForecastStatus,
  showModelAccuracy,
  triggerForecast,
} from '../model/forecast.calls.ts'
import { demandHistory, forecastRow } from '../model/forecast.record.ts'
import {
  accuracyOf,
  expectKept,
  expectPeriods,
  horizonAt,
  mostOf,
  movedForecast,
  openOf,
  percentOf,
  type StoredModel,
  type StoredPeriod,
} from '../model/forecast.rules.ts'
import { triggerStockPlan } from '../model/stock-plan.calls.ts'
import { askedFor, byPeriod, demandIn } from './demand.queries.ts'
import { forecastType } from './forecast.job.ts'
import { startOnce } from './start-once.ts'
import { stockPlanType } from './stock-plan.job.ts'

/** A forecast adds up what everybody sold. */
export function expectAllData({ own_data_only }: Member): void {
  if (own_data_only) refuse(generalErrors.noPermission)
}
const ofMaterial = sql`m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name`

type Listed = Omit<ForecastListRow, 'accuracy' | 'bias'> & {
  readonly wape: number | null
  readonly bias: number | null
}
const list = handle(listForecasts, async (input, { tx, org_id, member }) => {
  expectAllData(member)
  const joins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id`
  const found = await listRows<Listed>(
    tx,
    {
      ...{ org_id, table: 'demand_forecast', filterJoins: joins },
      where: [
        sql`t.time_dimension = ${input.time_dimension}`,
        contains(input.keyword, sql`m.code`, sql`m.name`),
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
      ],
      columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.material_id, ${ofMaterial}, t.demand_kind, t.models -> 0 ->> 'model' as model,
        t.wape::float8 as wape, t.bias::float8 as bias, k.next_quantity, k.total_quantity, k.custom_count, t.computed_time`,
      joins: sql`${joins} join unit u on u.org_id = m.org_id and u.id = m.unit_id
        cross join lateral (
          select trim_scale(sum(q.quantity)) as total_quantity, trim_scale(sum(q.quantity) filter (where p.at = 1)) as next_quantity, (count(c.id))::integer as custom_count
          from jsonb_array_elements(t.periods) with ordinality p(of, at)
            left join demand_forecast_custom c on c.org_id = t.org_id and c.material_id = t.material_id and c.time_dimension = t.time_dimension
              and c.period = (p.of ->> 'period')::bigint
            cross join lateral (select coalesce(c.quantity, (p.of ->> 'quantity')::numeric) as quantity) q) k`,
      orders: { material_id: sql`m.code`, accuracy: sql`-coalesce(t.wape, 1000)`, computed_time: sql`t.computed_time` },
      defaultOrder: 'material_id',
    },
    input,
  )
  return {
    ...found,
    result: found.result.map(({ wape, bias, ...row }) => ({
      ...row,
      accuracy: accuracyOf(wape),
      bias: bias === null ? null : percentOf(bias),
    })),
  }
})

type Material = Pick<
  DemandHistoryRow,
  | 'id'
  | 'row_version'
  | 'created_time'
  | 'updated_time'
  | 'material_id'
  | 'material_code'
  | 'material_name'
  | 'material_specs'
  | 'unit_name'
>
const history = handle(listDemandHistory, async (input, { tx, org_id, member, now }) => {
  expectAllData(member)
  expectKept(input.timestamp_range, now, member.time_zone)
  const { past, ahead } = horizonAt(now, input.time_dimension, member.time_zone)
  const [from, to] = input.timestamp_range ?? [past[0]!, ahead[0]!]
  const begins = past.filter(period => period >= from && period <= to)
  const end = past[past.indexOf(begins.at(-1) ?? -1) + 1] ?? ahead[0]!
  const found = await listRows<Material>(
    tx,
    {
      ...{ org_id, table: 'material' },
      where: [
        contains(input.keyword, sql`t.code`, sql`t.name`),
        input.material_id !== undefined && sql`t.id = ${input.material_id}`,
        sql`t.id in (select d.material_id from ${askedFor(org_id, begins[0] ?? end, end)} d)`,
      ],
      columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.id as material_id, t.code as material_code, t.name as material_name,
        t.specs as material_specs, u.name as unit_name`,
      joins: sql`join unit u on u.org_id = t.org_id and u.id = t.unit_id`,
      orders: { material_id: sql`t.code` },
      defaultOrder: 'material_id',
    },
    input,
  )
  const material_ids = found.result.map(({ id }) => id)
  const quantities = byPeriod(await demandIn(tx, org_id, { begins, end, material_ids }), begins.length)
  return {
    ...found,
    result: found.result.map(row => ({ ...row, ...figuresOf(quantities.get(row.id) ?? [], input.time_dimension) })),
  }
})
function figuresOf(quantities: readonly Quantity[], dimension: number) {
  const total_quantity = sum(quantities)
  const count = Math.max(1, quantities.length)
  return {
    total_quantity,
    average_quantity: roundHalfUp(String(Number(total_quantity) / count), 1),
    most_quantity: mostOf(quantities),
    demand_count: quantities.filter(isPositive).length,
    abnormal_count: abnormalAt(quantities, dimension).size,
  }
}
const abnormalAt = (quantities: readonly Quantity[], dimension: number): ReadonlySet<number> =>
  new Set(
    outliersOf(quantities.map(Number), periodsOfYear(dimension)).flatMap(({ at, unexplained }) =>
      unexplained ? [at] : [],
    ),
  )

interface Custom {
  readonly period: Instant
  readonly quantity: Quantity
  readonly reason: string
  readonly author_name: string | null
  readonly updated_time: Instant
}
const detail = handle(showForecast, async ({ material_id, time_dimension, timestamp_range }, context) => {
  const { tx, org_id, member, now } = context
  expectAllData(member)
  expectKept(timestamp_range, now, member.time_zone)
  const [record] = await rows(
    tx,
    sql<{
      material_id: string
      material_code: string
      material_name: string
      material_specs: string | null
      unit_name: string
      demand_kind: ForecastListRow['demand_kind'] | null
      origin_count: number | null
      computed_time: Instant | null
      periods: StoredPeriod[] | null
    }>`select m.id as material_id, ${ofMaterial}, f.demand_kind, f.origin_count, f.computed_time, f.periods
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join demand_forecast f on f.org_id = m.org_id and f.material_id = m.id and f.time_dimension = ${time_dimension}
      where m.org_id = ${org_id} and m.id = ${material_id}`,
  )
  if (!record) refuse(generalErrors.recordNotFound)
  const customs = await rows(
    tx,
    sql<Custom>`select c.period, trim_scale(c.quantity) as quantity, c.reason, a.name as author_name, c.updated_time from demand_forecast_custom c
      left join app_user a on a.org_id = c.org_id and a.id = coalesce(c.updated_by, c.created_by)
      where c.org_id = ${org_id} and c.material_id = ${material_id} and c.time_dimension = ${time_dimension}`,
  )
  const { past, ahead, end } = horizonAt(now, time_dimension, member.time_zone)
  const begins = [...past, ...ahead]
  const found = await demandIn(tx, org_id, { begins, end, material_ids: [material_id] })
  const ordered = byPeriod(found, begins.length).get(material_id) ?? begins.map(() => '0')
  const abnormal = abnormalAt(ordered.slice(0, past.length), time_dimension)
  const saidOf = new Map(customs.map(one => [one.period, one]))
  const modelOf = new Map((record.periods ?? []).map(one => [one.period, one]))
  const { periods: _, ...material } = record
  const result = begins.map((period, at) => {
    const isAhead = at >= past.length
    const model = isAhead ? modelOf.get(period) : undefined
    const custom = isAhead ? saidOf.get(period) : undefined
    const final_quantity = custom?.quantity ?? model?.quantity ?? null
    return {
      period,
      order_quantity: ordered[at]!,
      abnormal: abnormal.has(at),
      model_quantity: model?.quantity ?? null,
      lower: model?.lower ?? null,
      upper: model?.upper ?? null,
      custom_quantity: custom?.quantity ?? null,
      reason: custom?.reason ?? null,
      author_name: custom?.author_name ?? null,
      custom_time: custom?.updated_time ?? null,
      final_quantity,
      open_quantity: final_quantity === null ? null : openOf(final_quantity, ordered[at]!),
    }
  })
  const within = ({ period }: { period: Instant }) =>
    timestamp_range === undefined || (period >= timestamp_range[0] && period <= timestamp_range[1])
  return { record: material, result: result.filter(within) }
})

const accuracy = handle(showModelAccuracy, async ({ material_id, time_dimension }, { tx, org_id, member }) => {
  expectAllData(member)
  const [found] = await rows(
    tx,
    sql<{ models: StoredModel[] }>`select models from demand_forecast
      where org_id = ${org_id} and material_id = ${material_id} and time_dimension = ${time_dimension}`,
  )
  return {
    result: (found?.models ?? []).map(({ model, share, wape, bias }, index) => ({
      model,
      share: percentOf(share),
      accuracy: accuracyOf(wape),
      bias: bias === null ? null : percentOf(bias),
      best: index === 0,
    })),
  }
})

interface Said {
  readonly material_id: string
  readonly period: Instant
  readonly quantity: Quantity | null
  readonly model_quantity: Quantity | null
}
/** What people say of periods instead of the models, from now on. */
export async function keepCustoms(
  tx: Tx,
  { time_dimension, reason, said }: { time_dimension: number; reason: string; said: readonly Said[] },
): Promise<void> {
  await sql`insert into demand_forecast_custom (material_id, time_dimension, period, quantity, model_quantity, reason)
    select r.material_id, ${time_dimension}, r.period, r.quantity, r.model_quantity, ${reason}
    from ${recordset(said, sql`material_id uuid, period bigint, quantity numeric, model_quantity numeric`)} r order by r.material_id, r.period
    on conflict (org_id, material_id, time_dimension, period) do update set quantity = excluded.quantity,
      model_quantity = excluded.model_quantity, reason = excluded.reason`.execute(tx)
}

export const forecastHandlers: Handler[] = [
  list,
  exportHandler(exportForecasts, list, forecastRow),
  history,
  exportHandler(exportDemandHistory, history, demandHistory),
  detail,
  accuracy,
  handle(triggerStockPlan, async (input, context) => {
    expectAllData(context.member)
    // Of some materials it waits for its turn, together with others that are asked for meanwhile: what was set is computed anew.
    const some = input.material_ids !== undefined
    return {
      job_id: some
        ? await context.startJob({ type: stockPlanType, input, coalesce: stockPlanType })
        : await startOnce(context, stockPlanType, input, demandErrors.stockPlanRunning),
    }
  }),
  handle(triggerForecast, async ({ time_dimension }, context) => {
    expectAllData(context.member)
    return { job_id: await startOnce(context, forecastType, { time_dimension }, demandErrors.forecastRunning) }
  }),
  handle(showForecastStatus, async (_, { tx, org_id, member }) => {
    expectAllData(member)
    const [last] = await rows(
      tx,
      sql<{
        job_id: string
        status: CodeOf<typeof jobStatus>
        progress: number
        finished_time: Instant | null
      }>`select id as job_id, status, progress, finished_time
        from job where org_id = ${org_id} and job_type = ${forecastType} order by created_time desc, id desc limit 1`,
    )
    return last ?? { job_id: null, status: null, progress: null, finished_time: null }
  }),
  handle(alterForecastCustom, async ({ material_id, time_dimension, values, reason }, { tx, org_id, member, now }) => {
    expectAllData(member)
    expectPeriods(values, horizonAt(now, time_dimension, member.time_zone).ahead)
    await lockMaterials(tx, org_id, [material_id])
    const [material] = await rows(
      tx,
      sql<{ periods: StoredPeriod[] | null }>`select f.periods from material m
        left join demand_forecast f on f.org_id = m.org_id and f.material_id = m.id and f.time_dimension = ${time_dimension}
        where m.org_id = ${org_id} and m.id = ${material_id}`,
    )
    if (!material) refuse(generalErrors.recordNotFound)
    const modelOf = new Map((material.periods ?? []).map(one => [one.period, one.quantity]))
    const gone = values.filter(({ quantity }) => quantity === null).map(({ period }) => period)
    const said = values
      .filter(({ quantity }) => quantity !== null)
      .map(one => ({ ...one, material_id, model_quantity: modelOf.get(one.period) ?? null }))
    await sql`delete from demand_forecast_custom where org_id = ${org_id} and material_id = ${material_id} and time_dimension = ${time_dimension}
      and period = any(${gone}::bigint[])`.execute(tx)
    await keepCustoms(tx, { time_dimension, reason, said })
    return { affected: values.length }
  }),
  handle(moveForecast, async ({ material_id, time_dimension, from, to, quantity, reason }, context) => {
    const { tx, org_id, member, now } = context
    expectAllData(member)
    expectPeriods([{ period: from }, { period: to }], horizonAt(now, time_dimension, member.time_zone).ahead)
    // Who moves or sets values at the same time comes one after the other.
    await lockMaterials(tx, org_id, [material_id])
    const said = await rows(
      tx,
      sql<{
        period: Instant
        model_quantity: Quantity | null
        quantity: Quantity | null
      }>`select p.period, f.quantity as model_quantity,
          trim_scale(coalesce(c.quantity, f.quantity)) as quantity
        from material m cross join unnest(${[from, to]}::bigint[]) as p(period)
          left join demand_forecast d on d.org_id = m.org_id and d.material_id = m.id and d.time_dimension = ${time_dimension}
          left join lateral (select x.quantity from jsonb_to_recordset(d.periods) as x(period bigint, quantity numeric) where x.period = p.period) f on true
          left join demand_forecast_custom c on c.org_id = m.org_id and c.material_id = m.id and c.time_dimension = ${time_dimension} and c.period = p.period
        where m.org_id = ${org_id} and m.id = ${material_id}`,
    )
    if (said.length === 0) refuse(generalErrors.recordNotFound)
    const of = (period: Instant) => said.find(one => one.period === period)!
    const quantityOf = (period: Instant) => of(period).quantity ?? '0'
    const moved = movedForecast(
      { period: from, quantity: quantityOf(from) },
      quantityOf(to),
      quantity,
      member.time_zone,
    )
    await keepCustoms(tx, {
      time_dimension,
      reason,
      said: [
        { ...of(from), material_id, quantity: moved.from },
        { ...of(to), material_id, quantity: moved.to },
      ],
    })
    return { from_quantity: moved.from, to_quantity: moved.to }
  }),
]
