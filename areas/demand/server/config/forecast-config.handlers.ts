import { setImmediate } from 'node:timers/promises'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { materialsByIds } from '@qitao/masterdata/server'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import {
  bulkAnswer,
  expectVersion,
  type Handler,
  handle,
  handleInSteps,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import {
  addForecastConfig,
  alterDefaultForecastConfig,
  alterForecastConfig,
  alterForecastConfigStatus,
  dropForecastConfigs,
  type ForecastConfigRow,
  listForecastConfigs,
  selectBestForecastConfigs,
} from '../../model/config/forecast-config.calls.ts'
import {
  type BestModel,
  bestModel,
  type ConfigState,
  combined,
  expectDisabled,
  expectDroppable,
  expectOther,
  expectParameters,
  expectTried,
  fixedWords,
  forecastersOf,
  type ModelChoice,
  wholeOfIt,
} from '../../model/config/forecast-config.rules.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { factorsFor, usualDemand } from '../../model/event/event.rules.ts'
import { accuracyOf, horizonAt, sizesOf } from '../../model/forecast.rules.ts'
import { demandsOf } from '../demand.queries.ts'
import { eventsOf } from '../event/event.handlers.ts'
import { expectAllData } from '../forecast.handlers.ts'

const { enabled } = enabledStatus.codes
/** Forecast before others have their turn. */
const atOnce = 20
const configsByState = { table: 'demand_forecast_config', statuses: enabledStatus } as const
interface Stored extends ConfigState {
  readonly id: string
  readonly row_version: number
}
/** By id, locked. */
const locked = async (tx: Tx, org_id: string, ids: readonly string[]) =>
  new Map(
    (
      await rows(
        tx,
        sql<Stored>`select id, row_version, material_id, status from demand_forecast_config
          where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
      )
    ).map(one => [one.id, one]),
  )
interface Chosen extends ModelChoice {
  readonly material_id: string | null
}
/** These are the models from now on, whatever was chosen before. */
async function choose(tx: Tx, org_id: string, time_dimension: number, chosen: readonly Chosen[]): Promise<void> {
  const kept = await rows(
    tx,
    sql<{
      id: string
      status: number
    }>`insert into demand_forecast_config (material_id, time_dimension, model, parameters, status)
      select r.material_id, ${time_dimension}, r.model, r.parameters, ${enabled}
      from ${recordset(chosen, sql`material_id uuid, model text, parameters jsonb`)} r order by r.material_id
      on conflict (org_id, material_id, time_dimension) do update set model = excluded.model, parameters = excluded.parameters
      returning id, status`,
  )
  const stopped = kept.filter(({ status }) => status !== enabled).map(({ id }) => id)
  await transition(tx, org_id, configsByState, 'enable', stopped)
}
const expectMaterial = async (tx: Tx, org_id: string, material_id: string): Promise<void> => {
  if (!(await materialsByIds(tx, org_id, [material_id])).has(material_id))
    refuse(generalErrors.recordNotFound, { field: 'material_id' })
}

/** Another material that there is; without one there is no share of it. */
async function expectLike(
  tx: Tx,
  org_id: string,
  material_id: string,
  {
    like_material_id = null,
    like_share,
  }: { like_material_id?: string | null | undefined; like_share?: Quantity | undefined },
) {
  if (like_material_id === null) return { like_material_id, like_share: wholeOfIt }
  expectOther(material_id, like_material_id)
  if (!(await materialsByIds(tx, org_id, [like_material_id])).has(like_material_id))
    refuse(generalErrors.recordNotFound, { field: 'like_material_id' })
  return { like_material_id, like_share: like_share ?? wholeOfIt }
}

type Listed = Omit<ForecastConfigRow, 'accuracy' | 'fixed'> & { readonly wape: number | null }

export const forecastConfigHandlers: Handler[] = [
  handle(listForecastConfigs, async (input, { tx, org_id, member }) => {
    expectAllData(member)
    const found = await listRows<Listed>(
      tx,
      {
        ...{ org_id, table: 'demand_forecast_config' },
        filterJoins: sql`left join material m on m.org_id = t.org_id and m.id = t.material_id`,
        where: [
          contains(input.keyword, sql`m.code`, sql`m.name`),
          input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
          input.status !== undefined && sql`t.status = ${input.status}`,
          input.time_dimension !== undefined && sql`t.time_dimension = ${input.time_dimension}`,
        ],
        columns: sql`t.*, trim_scale(t.like_share) as like_share, t.material_id is null as is_default, m.code as material_code, m.name as material_name, k.code as like_code, k.name as like_name, f.wape::float8 as wape`,
        joins: sql`left join material m on m.org_id = t.org_id and m.id = t.material_id
          left join material k on k.org_id = t.org_id and k.id = t.like_material_id
          left join demand_forecast f on f.org_id = t.org_id and f.material_id = t.material_id and f.time_dimension = t.time_dimension
            and f.chosen = jsonb_build_object('model', t.model, 'parameters', t.parameters)`,
        // The default first.
        orders: { material_id: sql`coalesce(m.code, '')`, created_time: sql`t.created_time` },
        defaultOrder: 'material_id',
      },
      input,
    )
    return {
      ...found,
      result: found.result.map(({ wape, ...row }) => ({
        ...row,
        accuracy: accuracyOf(wape),
        fixed: fixedWords(row),
      })),
    }
  }),
  handle(addForecastConfig, async ({ material_id, model, parameters, time_dimension, status, ...like }, context) => {
    const { tx, org_id, member } = context
    expectAllData(member)
    expectParameters({ model, parameters })
    await expectMaterial(tx, org_id, material_id)
    const { like_material_id, like_share } = await expectLike(tx, org_id, material_id, like)
    const id = newId()
    await sql`insert into demand_forecast_config (id, material_id, time_dimension, model, parameters, status, like_material_id, like_share)
      values (${id}, ${material_id}, ${time_dimension}, ${model}, ${JSON.stringify(parameters)}::jsonb, ${status}, ${like_material_id}, ${like_share})`.execute(
      tx,
    )
    return { id }
  }),
  handle(alterForecastConfig, async (input, context) => {
    const { id, row_version, material_id, model, parameters, time_dimension } = input
    const { tx, org_id, member } = context
    expectAllData(member)
    expectParameters({ model, parameters })
    const found = (await locked(tx, org_id, [id])).get(id) ?? refuse(demandErrors.configMissing)
    if (row_version !== undefined) expectVersion(found, row_version)
    expectDisabled(found)
    // Its subject stays what it is: the default has a call of its own.
    if (found.material_id === null) refuse(demandErrors.parameterInvalid, { field: 'material_id' })
    await expectMaterial(tx, org_id, material_id)
    const { like_material_id, like_share } = await expectLike(tx, org_id, material_id, input)
    await sql`update demand_forecast_config set material_id = ${material_id}, model = ${model}, parameters = ${JSON.stringify(parameters)}::jsonb,
      time_dimension = ${time_dimension}, like_material_id = ${like_material_id}, like_share = ${like_share} where org_id = ${org_id} and id = ${id}`.execute(
      tx,
    )
    return { affected: 1 }
  }),
  handle(dropForecastConfigs, async ({ ids }, { tx, org_id, member, language }) => {
    expectAllData(member)
    const { passed_ids, refused } = sortOut(ids, await locked(tx, org_id, ids), expectDroppable)
    await sql`delete from demand_forecast_config where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    const named = refused.map(one =>
      one.definition === generalErrors.recordNotFound ? { ...one, definition: demandErrors.configMissing } : one,
    )
    return bulkAnswer(passed_ids, named, language)
  }),
  handle(alterDefaultForecastConfig, async ({ model, parameters, time_dimension }, { tx, org_id, member }) => {
    expectAllData(member)
    expectParameters({ model, parameters })
    await choose(tx, org_id, time_dimension, [{ material_id: null, model, parameters }])
    return { affected: 1 }
  }),
  handle(alterForecastConfigStatus, async ({ ids, status }, { tx, org_id, member }) => {
    expectAllData(member)
    const found = await locked(tx, org_id, ids)
    const missing = ids.findIndex(id => !found.has(id))
    if (missing >= 0) refuse(demandErrors.configMissing, { row: missing + 1 })
    const moved = [...found.values()].filter(one => one.status !== status).map(({ id }) => id)
    await transition(tx, org_id, configsByState, status === enabled ? 'enable' : 'disable', moved)
    return { affected: moved.length }
  }),
  handleInSteps(selectBestForecastConfigs, {
    async load({ material_ids, time_dimension }, { tx, org_id, member, now }) {
      expectAllData(member)
      const horizon = horizonAt(now, time_dimension, member.time_zone)
      const found = await demandsOf(tx, org_id, horizon, { time_dimension, only: material_ids })
      const factorsOf = factorsFor(await eventsOf(tx, org_id), horizon, member.time_zone)
      const demands = found.map(one => ({ ...one, quantities: usualDemand(one.quantities, factorsOf(one)) }))
      return { sizes: sizesOf(horizon, time_dimension), demands }
    },
    async decide({ sizes, demands }) {
      const forecaster = forecastersOf(sizes)(combined)
      const found = new Map<string, BestModel>()
      for (const { material_id, quantities } of demands) {
        found.set(material_id, bestModel(forecaster.forecast(quantities)))
        if (found.size % atOnce === 0) await setImmediate()
      }
      return found
    },
    async save({ material_ids, time_dimension }, { tx, org_id, language }, _, found) {
      const chosen: Chosen[] = []
      const tried = new Map([...found].map(([material_id, best]) => [material_id, { material_id, best }]))
      const { passed_ids, refused } = sortOut(
        material_ids,
        tried,
        ({ material_id, best }) => void chosen.push({ material_id, model: expectTried(best), parameters: {} }),
      )
      await choose(tx, org_id, time_dimension, chosen)
      return bulkAnswer(passed_ids, refused, language)
    },
  }),
]
