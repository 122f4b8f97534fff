import { loadSettings } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { isDemand } from '@qitao/demand/server'
import { loadCycleTimes } from '@qitao/engineering/server'
import { hasWay, operationsOf } from '@qitao/manufacturing/model/mo/recipe.rules.ts'
import { materialsBelow, recipesFor } from '@qitao/manufacturing/server'
import { holdsOn, loadDevices } from '@qitao/masterdata/server'
import { among, bySets, rows } from '@qitao/platform/server/database/database.ts'
import { lastPrices } from '@qitao/purchasing/server'
import { sql } from 'kysely'
import type { Periods } from '../../model/figure.rules.ts'
import type { CostFacts, PlannedLine } from '../../model/margin/planned-cost.rules.ts'
import type { FactsContext } from '../facts/facts-source.ts'
import { marginRows } from '../facts/margin.facts.ts'
import { inOwn, orderLines } from '../facts/order.facts.ts'
import { rowsOf } from '../figure.queries.ts'

/** Lines of an order, as they were ordered. */
export const linesOfOrder = (context: FactsContext, order_id: string): Promise<PlannedLine[]> =>
  rows(
    context.tx,
    sql<PlannedLine>`select l.id, o.no || '-' || l.line_no as name, l.material_id, trim_scale(l.quantity) as ordered, trim_scale(l.quantity) as quantity,
        case when ${inOwn(context)} then trim_scale(coalesce(l.price, l.amount / l.quantity)) end as price
      from ${orderLines} where l.org_id = ${context.org_id} and o.id = ${order_id} and ${isDemand} order by l.line_no`,
  )

export interface ActualLine extends PlannedLine {
  readonly revenue: Quantity | null
  readonly material: Quantity
  readonly labour: Quantity
  readonly machine: Quantity
  readonly outside: Quantity
  readonly overhead: Quantity
  /** Null: what it costs is known. */
  readonly gap: number | null
}
const actual = sql`f.line_id as id, f.no || '-' || f.line_no as name, f.product::uuid as material_id, trim_scale(f.shipped_quantity) as quantity,
  f.revenue::text as revenue, f.material_cost::text as material, f.labour_cost::text as labour, f.other_cost::text as machine, f.outsource_cost::text as outside,
  f.overhead_cost::text as overhead, f.gap`
const ordered = sql`, trim_scale(l.quantity) as ordered, case when f.revenue is not null then trim_scale(coalesce(l.price, l.amount / l.quantity)) end as price`
/** What was shipped of an order, whenever it was. */
export const shippedOfOrder = (context: FactsContext, order_id: string): Promise<ActualLine[]> =>
  rows(
    context.tx,
    sql<ActualLine>`${bySets}select ${actual} ${ordered} from (${marginRows(context, sql`o.id = ${order_id}`, { closed: null })}) f
      join seen_sales_order_line l on l.org_id = ${context.org_id} and l.id = f.line_id`,
  )
/** What was shipped in a period; of a closed one as it stood. What had no margin then and has one later is looked at then. */
export async function shippedWithin(context: FactsContext, from: Instant, until: Instant): Promise<ActualLine[]> {
  const found = await rowsOf(context, 'margins', { from, until, begins: [from] })
  return rows(
    context.tx,
    sql<ActualLine>`${bySets}select ${actual} ${ordered}
      from (select f.*, max(f.at) filter (where f.gap is null) over (partition by f.line_id) as told_at from ${found}) f
      join seen_sales_order_line l on l.org_id = ${context.org_id} and l.id = f.line_id
      where f.gap is null or coalesce(f.told_at, f.at) <= f.at order by f.line_id, f.shipped_quantity`,
  )
}

/** More lines than this have their products costed in a thread: each may be hundreds of parts. */
const mostLines = 10
/** Whether so much is asked for that its planned cost would hold up others. */
export async function isMuchToPlan(
  { tx, org_id }: FactsContext,
  asked: { order_id: string } | Periods,
): Promise<boolean> {
  const of =
    'order_id' in asked
      ? sql`l.order_id = ${asked.order_id}`
      : sql`l.delivered_time >= ${asked.from} and l.delivered_time < ${asked.until}`
  const [found] = await rows(
    tx,
    sql<{ lines: number }>`select count(*)::integer as lines
      from (select from seen_sales_order_line l where l.org_id = ${org_id} and ${of} limit ${mostLines + 1}) x`,
  )
  return found!.lines > mostLines
}

/** All that the planned cost of these products follows from. */
export async function costFacts(context: FactsContext, material_ids: readonly string[]): Promise<CostFacts> {
  const { tx, org_id, now, member } = context
  const all = await materialsBelow(tx, org_id, [...new Set(material_ids)])
  const recipes = new Map([...(await recipesFor(tx, org_id, all, now))].filter(([, recipe]) => hasWay(recipe)))
  const process_ids = [
    ...new Set([...recipes.values()].flatMap(recipe => operationsOf(recipe).map(one => one.process_id))),
  ]
  const bought = all.filter(id => !recipes.has(id))
  const paid = new Map(
    (await lastPrices(tx, org_id, bought, member.currency)).map(({ material_id, price }) => [material_id, price]),
  )
  const materials = await rows(
    tx,
    sql<{
      id: string
      code: string
      price: Quantity | null
    }>`select id, code, trim_scale(purchase_price) as price from material
      where org_id = ${org_id} and ${among(sql`id`, all)}`,
  )
  const processes = await rows(
    tx,
    sql<{
      id: string
      name: string
    }>`select id, name from process where org_id = ${org_id} and ${among(sql`id`, process_ids)}`,
  )
  const rates = await rows(
    tx,
    sql<{
      id: string
      rate: Quantity | null
    }>`select d.id, trim_scale(coalesce((select h.hourly_rate from machine_rate h where h.org_id = d.org_id and h.device_id = d.id
        and h.valid_from <= ${now} order by h.valid_from desc limit 1), d.hourly_rate)) as rate from device d where d.org_id = ${org_id}`,
  )
  const rateOf = new Map(rates.map(({ id, rate }) => [id, rate]))
  return {
    recipes,
    materials: new Map(materials.map(({ id, code, price }) => [id, { code, price: paid.get(id) ?? price }])),
    processes: new Map(processes.map(({ id, name }) => [id, name])),
    devices: (await loadDevices(tx, org_id))
      .filter(({ status }) => status === enabledStatus.codes.enabled)
      .map(device => ({ ...device, hourly_rate: rateOf.get(device.id) ?? null })),
    cycle_times: await loadCycleTimes(tx, org_id, process_ids),
    wage_rates: await rows(
      tx,
      sql<
        CostFacts['wage_rates'][number]
      >`select distinct on (w.process_id, w.material_id) w.process_id, w.material_id, w.wage_type, trim_scale(w.rate) as rate from wage_rate w
        where w.org_id = ${org_id} and w.valid_from <= ${now} and ${among(sql`w.process_id`, process_ids)}
        order by w.process_id, w.material_id, (w.grade is null) desc, w.valid_from desc, w.grade`,
    ),
    process_prices: await rows(
      tx,
      sql<
        CostFacts['process_prices'][number]
      >`select distinct on (p.supplier_id, p.process_id, p.material_id) p.process_id, p.supplier_id, p.material_id, trim_scale(p.price) as price
        from process_price p
        where p.org_id = ${org_id} and ${holdsOn(now)} and coalesce(p.currency, ${member.currency}) = ${member.currency}
          and ${among(sql`p.process_id`, process_ids)}
        order by p.supplier_id, p.process_id, p.material_id, p.valid_from desc`,
    ),
    overhead_percent: (await loadSettings(tx, org_id)).overhead_percent,
  }
}
