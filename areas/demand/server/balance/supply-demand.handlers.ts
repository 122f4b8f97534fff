import { amountOf, fromSteps, toSteps } from '@qitao/core/quantity.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { hasBomInForce } from '@qitao/engineering/server'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { sql } from 'kysely'
import { gridAt } from '../../model/balance/grid.rules.ts'
import {
  exportSupplyDemand,
  listSupplyDemand,
  type PegRow,
  type SupplyDemandPeriod,
  type SupplyDemandRow,
  showPegging,
  showSupplyDemand,
} from '../../model/balance/supply-demand.calls.ts'
import { supplyDemand } from '../../model/balance/supply-demand.record.ts'
import { balances, coverDays, type Happening, trendOf } from '../../model/balance/supply-demand.rules.ts'
import { isDemand, wantedAt } from '../demand.queries.ts'
import { expectAllData } from '../forecast.handlers.ts'

interface Stored {
  readonly opening_quantity: string
  readonly precision: number
  readonly periods: readonly Happening[]
  readonly first_period: Instant
  readonly history_average: string | null
}
const { in_stock, in_transit, in_production, in_inspection } = supplySource.codes

const list = handle(listSupplyDemand, async (input, { tx, org_id, member, now }) => {
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
        t.demand_trend, t.short_period, trim_scale(t.short_quantity) as short_quantity, t.computed_time, trim_scale(m.safety_stock) as safety_stock, m.purchase_price as price,
        (m.kind <> 0 and ${hasBomInForce(org_id, sql`m.id`, now)}) as made`,
      joins: sql`${joins} join unit u on u.org_id = m.org_id and u.id = m.unit_id`,
      orders: {
        material_id: sql`m.code`,
        // What runs out first, first.
        short_period: sql`coalesce(t.short_period, ${Number.MAX_SAFE_INTEGER}::bigint)`,
        short_quantity: sql`t.short_quantity`,
      },
      defaultOrder: 'short_period',
    },
    input,
  )
  const grid = gridAt(found.result[0]?.first_period ?? now, time_dimension, member.time_zone)
  const days = Math.round((grid.end - grid.begins[0]!) / daySeconds / grid.begins.length)
  return {
    ...found,
    periods: [...grid.begins],
    result: found.result.map(({ periods, precision, price, first_period: _, ...row }) => {
      const opening = toSteps(row.opening_quantity, precision)
      const of = balances(opening, periods, grid.begins.length)
      return {
        ...row,
        short_amount: price === null ? null : amountOf(row.short_quantity ?? '0', price),
        cover_days: coverDays(opening, of, days),
        balances: of.map(({ balance }) => fromSteps(balance, precision)),
      }
    }),
  }
})

export const supplyDemandHandlers: Handler[] = [
  list,
  exportHandler(exportSupplyDemand, list, supplyDemand),
  handle(showSupplyDemand, async ({ material_id, time_dimension }, { tx, org_id, member }) => {
    expectAllData(member)
    const [found] = await rows(
      tx,
      sql<Stored>`select trim_scale(t.opening_quantity) as opening_quantity, u."precision", t.periods, t.first_period, trim_scale(t.history_average) as history_average from supply_demand_plan t
        join material m on m.org_id = t.org_id and m.id = t.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        where t.org_id = ${org_id} and t.material_id = ${material_id} and t.time_dimension = ${time_dimension}`,
    )
    if (!found) return { result: [] }
    const { precision, periods, history_average } = found
    const { begins } = gridAt(found.first_period, time_dimension, member.time_zone)
    const quantity = (steps: number) => fromSteps(steps, precision)
    const happening = new Map(periods.map(one => [one.at, one]))
    const average = history_average === null ? null : Number(history_average) * 10 ** precision
    return {
      result: balances(toSteps(found.opening_quantity, precision), periods, begins.length).map((one, at) => {
        const { order = 0, need = 0, forecast = 0, transit = 0, production = 0 } = happening.get(at) ?? {}
        return {
          period: begins[at]!,
          ...{ order_quantity: quantity(order), need_quantity: quantity(need), forecast_quantity: quantity(forecast) },
          ...{ transit_quantity: quantity(transit), production_quantity: quantity(production) },
          ...{ demand_quantity: quantity(one.demand), supply_quantity: quantity(one.supply) },
          ...{ capacity_quantity: quantity(one.capacity), balance_quantity: quantity(one.balance), history_average },
          demand_trend: trendOf(one.demand, average) as SupplyDemandPeriod['demand_trend'],
          supply_status: one.supply_status as SupplyDemandPeriod['supply_status'],
        }
      }),
    }
  }),
  handle(showPegging, async ({ material_id }, { tx, org_id, member }) => {
    expectAllData(member)
    const needed = sql`coalesce(c.planned_start_time, m.planned_start_time, m.delivery_date)`
    return {
      result: await rows(
        tx,
        sql<PegRow>`select p.* from (
            select a.id, 'mo' as demand_kind, m.no as demand_no, m.id as demand_id, g.name as product_name, ${needed} as needed_time,
              case a.source_type when ${in_stock} then 'stock' when ${in_transit} then 'transit' when ${in_production} then 'production'
                when ${in_inspection} then 'inspection' end as supply_kind,
              coalesce(w.code || ' ' || nullif(i.lot_number, ''), w.code, o.no, p.no) as supply_no, a.available_time, trim_scale(a.quantity) as quantity
            from mo_assignment a join mo m on m.org_id = a.org_id and m.id = a.mo_id join material g on g.org_id = m.org_id and g.id = m.material_id
              join mo_component c on c.org_id = a.org_id and c.id = a.component_id
              left join inventory i on i.org_id = a.org_id and i.id = a.source_id and a.source_type in (${in_stock}, ${in_inspection})
              left join location w on w.org_id = i.org_id and w.id = i.location_id
              left join purchase_order_line l on l.org_id = a.org_id and l.id = a.source_id and a.source_type = ${in_transit}
              left join purchase_order o on o.org_id = l.org_id and o.id = l.order_id
              left join mo p on p.org_id = a.org_id and p.id = a.source_id and a.source_type = ${in_production}
            where a.org_id = ${org_id} and a.material_id = ${material_id}
            union all
            select c.id, 'mo', m.no, m.id, g.name, ${needed}, null, null, c.expected_time, trim_scale(c.short_quantity)
            from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id join material g on g.org_id = m.org_id and g.id = m.material_id
            where c.org_id = ${org_id} and c.material_id = ${material_id} and c.short_quantity > 0
            union all
            select coalesce(m.id, l.id), 'sales_order', o.no, o.id, null, ${wantedAt}, case when m.id is null then null else 'production' end, m.no,
              coalesce(m.planned_finish_time, m.delivery_date), trim_scale(coalesce(m.planned_quantity - m.inbound_quantity, l.quantity - l.shipped_quantity))
            from seen_sales_order_line l join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id
              left join mo m on m.org_id = l.org_id and m.order_line_id = l.id and m.planned_quantity > m.inbound_quantity
            where l.org_id = ${org_id} and l.material_id = ${material_id} and ${isDemand} and o.status <> ${salesOrderStatus.codes.delivered}
              and l.quantity > l.shipped_quantity
            union all
            select i.id, null, null, null, null, null, 'stock', coalesce(w.code || ' ' || nullif(i.lot_number, ''), w.code), null,
              trim_scale(i.quantity - i.occupied_quantity)
            from inventory i join location w on w.org_id = i.org_id and w.id = i.location_id
            where i.org_id = ${org_id} and i.material_id = ${material_id} and i.quality_status = ${qualityStatus.codes.finished} and i.quantity > i.occupied_quantity
          ) p order by p.needed_time nulls last, p.demand_no, p.available_time nulls last, p.id limit 1000`,
      ),
    }
  }),
]
