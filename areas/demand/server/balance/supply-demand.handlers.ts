import { generalErrors } from '@qitao/core/general.errors.ts'
import { amountOf, fromSteps, isPositive, type Quantity, toSteps } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { hasBomInForce } from '@qitao/engineering/server'
import { addMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { defaultPriority } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { createMos } from '@qitao/manufacturing/server'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { lockMaterials } from '@qitao/masterdata/server'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, expectGranted, expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { gridAt } from '../../model/balance/grid.rules.ts'
import { type PlannedTotals, pegsOf, restsOf } from '../../model/balance/pegging.rules.ts'
import {
  exportSupplyDemand,
  listSupplyDemand,
  makeShortages,
  type SupplyDemandRow,
  showPegging,
  showSupplyDemand,
} from '../../model/balance/supply-demand.calls.ts'
import { supplyDemand } from '../../model/balance/supply-demand.record.ts'
import {
  balances,
  balancesFrom,
  coverDays,
  type Happening,
  type happeningKinds,
  lastNotAfter,
  trendOf,
  withProduction,
} from '../../model/balance/supply-demand.rules.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { expectAllData } from '../forecast.handlers.ts'
import { seesPrices } from '../sees-prices.ts'
import { summed } from './compute-balances.ts'
import { readPegging } from './pegging.queries.ts'

interface Stored {
  readonly opening_quantity: string
  readonly precision: number
  readonly periods: readonly Happening[]
  readonly first_period: Instant
  readonly history_average: string | null
}
/** Answered at once of who has what. */
const mostPegs = 1000
/** Digits of an instant. */
const instantDigits = 12

const list = handle(listSupplyDemand, async (input, context) => {
  const { tx, org_id, member, now } = context
  expectAllData(member)
  const { keyword, material_id, time_dimension, supply_status, demand_trend } = input
  const joins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id`
  const found = await listRows<
    Omit<SupplyDemandRow, 'balances' | 'short_amount' | 'cover_days'> & Stored & { readonly price: string | null }
  >(
    tx,
    {
      ...{ org_id, table: 'supply_demand_plan', filterJoins: joins },
      where: [
        sql`t.time_dimension = ${time_dimension}`,
        contains(keyword, sql`m.code`, sql`m.name`),
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        supply_status !== undefined && sql`t.supply_status = ${supply_status}`,
        demand_trend !== undefined && sql`t.demand_trend = ${demand_trend}`,
      ],
      columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.material_id, m.code as material_code, m.name as material_name,
        m.specs as material_specs, u.name as unit_name, u."precision", trim_scale(t.opening_quantity) as opening_quantity, t.periods, t.first_period, trim_scale(t.history_average) as history_average, t.supply_status,
        t.demand_trend, t.short_period, trim_scale(t.short_quantity) as short_quantity, t.computed_time, trim_scale(m.safety_stock) as safety_stock, ${seesPrices(member) ? sql`m.purchase_price` : sql`null`} as price,
        (m.kind <> ${materialKind.codes.raw} and ${hasBomInForce(org_id, sql`m.id`, now)}) as made`,
      joins: sql`${joins} join unit u on u.org_id = m.org_id and u.id = m.unit_id`,
      orders: {
        material_id: sql`m.code`,
        // What runs out first, first; what runs out in one period, and what never does, by its code.
        short_period: sql`coalesce(lpad(t.short_period::text, ${instantDigits}, '0'), '~') || m.code collate "C"`,
        short_quantity: sql`t.short_quantity`,
      },
      defaultOrder: 'short_period',
    },
    input,
  )
  const grid = gridAt(await firstPeriod(context, time_dimension), time_dimension, member.time_zone)
  return {
    ...found,
    periods: [...grid.begins],
    result: found.result.map(({ periods, precision, price, first_period, ...row }) => {
      const opening = toSteps(row.opening_quantity ?? '0', precision)
      const own = balances(opening, periods, grid.begins.length)
      const skipped = gridAt(first_period, time_dimension, member.time_zone).begins.indexOf(grid.begins[0]!)
      const of = balancesFrom(own, Math.max(0, skipped))
      return {
        ...row,
        short_amount: price === null ? null : amountOf(row.short_quantity ?? '0', price),
        cover_days: coverDays(of, grid, row.computed_time ?? now),
        balances: of.map(({ balance }) => fromSteps(balance, precision)),
      }
    }),
  }
})
/** All rows are read by one grid: the latest that was calculated. */
async function firstPeriod({ tx, org_id, now }: Context, time_dimension: number): Promise<Instant> {
  const [found] = await rows(
    tx,
    sql<{ first: Instant | null }>`select max(first_period) as first from supply_demand_plan
      where org_id = ${org_id} and time_dimension = ${time_dimension}`,
  )
  return found?.first ?? now
}

const stored = (
  org_id: string,
) => sql`select t.id, t.row_version, t.material_id, t.time_dimension, m.code, trim_scale(t.opening_quantity) as opening_quantity, u."precision", t.periods,
    t.first_period, trim_scale(t.history_average) as history_average, trim_scale(t.short_quantity) as short_quantity, t.short_period
  from supply_demand_plan t join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
  where t.org_id = ${org_id}`
interface Planned extends Stored {
  readonly id: string
  readonly row_version: number
  readonly material_id: string
  readonly time_dimension: number
  readonly code: string
  readonly short_quantity: Quantity
  readonly short_period: Instant | null
}
const averageSteps = ({ history_average, precision }: Stored): number | null =>
  history_average === null ? null : Number(history_average) * 10 ** precision

/** A work order for the most that is short of a material, due when it first is. */
const orderFor = ({ material_id, short_quantity, short_period }: Planned, today: Instant) => ({
  ...{ material_id, planned_quantity: short_quantity, priority: defaultPriority },
  delivery_date: Math.max(today, short_period ?? today),
})

export const supplyDemandHandlers: Handler[] = [
  list,
  exportHandler(exportSupplyDemand, list, supplyDemand),
  handle(showSupplyDemand, async ({ material_id, time_dimension }, { tx, org_id, member }) => {
    expectAllData(member)
    const [found] = await rows(
      tx,
      sql<Planned>`${stored(org_id)} and t.material_id = ${material_id} and t.time_dimension = ${time_dimension}`,
    )
    if (!found) return { result: [] }
    const { precision, periods, history_average } = found
    const { begins } = gridAt(found.first_period, time_dimension, member.time_zone)
    const quantity = (steps: number) => fromSteps(steps, precision)
    const happening = new Map(periods.map(one => [one.at, one]))
    const average = averageSteps(found)
    return {
      result: balances(toSteps(found.opening_quantity, precision), periods, begins.length).map((one, at) => {
        const { order = 0, need = 0, forecast = 0, transit = 0, production = 0 } = happening.get(at) ?? {}
        return {
          period: begins[at]!,
          ...{ order_quantity: quantity(order), need_quantity: quantity(need), forecast_quantity: quantity(forecast) },
          ...{ transit_quantity: quantity(transit), production_quantity: quantity(production) },
          ...{ demand_quantity: quantity(one.demand), supply_quantity: quantity(one.supply) },
          ...{ capacity_quantity: quantity(one.capacity), balance_quantity: quantity(one.balance), history_average },
          demand_trend: trendOf(one.demand, average),
          supply_status: one.supply_status,
        }
      }),
    }
  }),
  handle(showPegging, async ({ material_id, time_dimension }, { tx, org_id, member, now }) => {
    expectAllData(member)
    const [plan] = await rows(
      tx,
      sql<Planned>`${stored(org_id)} and t.material_id = ${material_id} and t.time_dimension = ${time_dimension}`,
    )
    const { end } = gridAt(plan?.first_period ?? now, time_dimension, member.time_zone)
    const { demands, supplies, pegs } = await readPegging(tx, org_id, material_id, { now, end })
    const forecast = plan && totalsOf(plan).forecast
    const expected = {
      ...{ id: 'forecast', kind: 'forecast' as const, no: null, document_id: null, product_name: null, at: null },
      ...{ quantity: forecast ?? '0', short_quantity: '0' },
    }
    const all = pegsOf([...demands, expected], supplies, pegs)
    const shown = all.slice(0, mostPegs)
    return { result: [...shown, ...(plan ? restsOf(shown, totalsOf(plan)) : [])], cut: all.length > mostPegs }
  }),
  handle(makeShortages, async ({ rows: seen }, context) => {
    const { tx, org_id, now, member } = context
    expectAllData(member)
    expectGranted(member, addMos)
    const ids = seen.map(({ id }) => id)
    const asked = await rows(
      tx,
      sql<{
        material_id: string
      }>`select material_id from supply_demand_plan where org_id = ${org_id} and ${among(sql`id`, ids)}`,
    )
    // Whoever makes of the same material at the same time comes after, and finds it covered; so does a calculation.
    const material_ids = asked.map(({ material_id }) => material_id)
    await lockMaterials(tx, org_id, material_ids)
    const plans = await rows(
      tx,
      sql<Planned>`${stored(org_id)} and ${among(sql`t.material_id`, material_ids)} order by t.material_id, t.time_dimension for update of t`,
    )
    const planOf = new Map(plans.map(plan => [plan.id, plan]))
    const orders = seen.map(({ id, row_version }, index) => {
      const plan = planOf.get(id)
      // What was made of it since it was seen is told before that it is another version.
      if (plan && !isPositive(plan.short_quantity))
        refuse(demandErrors.nothingShort, { row: index + 1, code: plan.code })
      return orderFor(expectVersion(plan, row_version), startOfToday(context))
    })
    const twice = orders.findIndex(
      ({ material_id }, index) => orders.findIndex(one => one.material_id === material_id) < index,
    )
    if (twice >= 0) refuse(generalErrors.badParameter, { field: 'rows', row: twice + 1 })
    const made = await createMos(tx, org_id, orders, { now, time_zone: member.time_zone })
    const orderOf = new Map(orders.map(order => [order.material_id, order]))
    const altered = plans.map(plan => {
      const { begins } = gridAt(plan.first_period, plan.time_dimension, member.time_zone)
      const { delivery_date, planned_quantity } = orderOf.get(plan.material_id)!
      const at = Math.max(0, lastNotAfter(begins, delivery_date))
      const periods = withProduction(plan.periods, at, toSteps(planned_quantity, plan.precision))
      const of = balances(toSteps(plan.opening_quantity, plan.precision), periods, begins.length)
      const average = plan.history_average === null ? null : Number(plan.history_average)
      return { id: plan.id, periods, ...summed(of, { average, precision: plan.precision, begins }) }
    })
    await sql`update supply_demand_plan t set periods = r.periods, supply_status = r.supply_status, demand_trend = r.demand_trend,
        short_period = r.short_period, short_quantity = r.short_quantity
      from ${recordset(
        altered,
        sql`id uuid, periods jsonb, supply_status smallint, demand_trend smallint, short_period bigint, short_quantity numeric`,
      )} r where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
    return { mo_ids: made.map(({ id }) => id), nos: made.map(({ no }) => no) }
  }),
]

/** What a row counts over all its periods. */
function totalsOf({ opening_quantity, periods, precision }: Planned): PlannedTotals {
  const total = (kind: (typeof happeningKinds)[number]) =>
    fromSteps(
      periods.reduce((all, one) => all + (one[kind] ?? 0), 0),
      precision,
    )
  return {
    ...{ order: total('order'), need: total('need'), forecast: total('forecast') },
    ...{ transit: total('transit'), production: total('production'), opening: opening_quantity },
  }
}
