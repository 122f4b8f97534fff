import { generalErrors } from '@qitao/core/general.errors.ts'
import { amountOf, roundHalfUp, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { lockMaterials, materialsByIds, setReorderLevels, setSupplyData } from '@qitao/masterdata/server'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { linesInTransit } from '@qitao/purchasing/server'
import { usableQuantities } from '@qitao/stock/server'
import { type RawBuilder, sql } from 'kysely'
import {
  type AbcXyzCell,
  acceptInventoryPlan,
  alterInventoryPlan,
  exportInventoryPlans,
  type InventoryPlanRow,
  keepInventoryPlan,
  listInventoryPlans,
  listReconciliation,
  showAbcXyz,
  simulateInventoryPlan,
} from '../../model/inventory/inventory-plan.calls.ts'
import { inventoryPlan } from '../../model/inventory/inventory-plan.record.ts'
import {
  histogramOf,
  type Point,
  pointFor,
  simulatedWith,
  sinceFirst,
} from '../../model/inventory/inventory-plan.rules.ts'
import { expectAllData } from '../forecast.handlers.ts'
import { seesPrices } from '../sees-prices.ts'
import { planInputs, unitCost } from './inventory-plan.queries.ts'

const { codes } = moStatus
const open = sql.join([codes.todo, codes.planned, codes.to_be_produced, codes.in_production])

/** What lies there and comes, less what work orders need: the position that a point is held against. */
const positions = (org_id: string) =>
  sql`select material_id, sum(quantity) as quantity, sum(lying) as lying from (
      select material_id, quantity, quantity as lying from (${usableQuantities(org_id, null)}) s
      union all select material_id, open_quantity, 0 from (${linesInTransit(org_id, null)}) l
      union all select material_id, planned_quantity - inbound_quantity, 0 from mo
        where org_id = ${org_id} and order_line_id is null and status in (${open}) and planned_quantity > inbound_quantity
      union all select c.material_id, c.picked_quantity - c.required_quantity, 0 from mo_component c join mo o on o.org_id = c.org_id and o.id = c.mo_id
        where c.org_id = ${org_id} and o.status in (${open}) and c.required_quantity > c.picked_quantity
    ) x group by material_id`
const pack = sql`coalesce(nullif(m.packaging_size, 0), power(10::numeric, -u."precision"))`
/** What people set stands in the plan and in its material: either moves it on. */
const version = sql`t.row_version + m.row_version`
const shown = sql`t.id, ${version} as row_version, t.created_time, t.updated_time, t.material_id, m.code as material_code, m.name as material_name,
  m.specs as material_specs, u.name as unit_name, t.abc, t.xyz, trim_scale(t.fill_rate) as fill_rate, t.reorder_cycle, m.supply_lead_time,
  t.additional_time, trim_scale(t.defect_rate) as defect_rate, trim_scale(m.packaging_size) as packaging_size, trim_scale(m.inventory_lower) as inventory_lower,
  trim_scale(m.inventory_upper) as inventory_upper, trim_scale(round(t.daily_average, 3)) as daily_average,
  trim_scale(round(t.standard_deviation, 3)) as standard_deviation, trim_scale(round(t.fluctuation_buffer, 3)) as fluctuation_buffer,
  trim_scale(round(t.quality_buffer, 3)) as quality_buffer, trim_scale(t.reorder_point) as reorder_point, trim_scale(t.reorder_quantity) as reorder_quantity,
  trim_scale(m.safety_stock) as in_use_quantity, trim_scale(t.reorder_point - m.safety_stock) as difference,
  trim_scale(round((t.reorder_point - m.safety_stock) * ${unitCost}, 2)) as difference_amount, trim_scale(coalesce(q.lying, 0)) as current_quantity,
  trim_scale(coalesce(q.quantity, 0)) as position_quantity,
  trim_scale(case when t.reorder_point > 0 and coalesce(q.quantity, 0) <= t.reorder_point
    then ceil((t.reorder_point + t.reorder_quantity - coalesce(q.quantity, 0)) / ${pack}) * ${pack} else 0 end) as suggested_quantity,
  trim_scale(t.consumed_quantity) as consumed_quantity, t.consumed_amount,
  trim_scale(round(t.consumed_quantity / nullif(q.lying, 0), 1)) as turns,
  round(greatest(0, coalesce(q.lying, 0) - t.reorder_point - t.reorder_quantity) * ${unitCost}, 2) as excess_amount, t.kept_reason, t.computed_time`
const joins = sql`join material m on m.org_id = t.org_id and m.id = t.material_id`

type ListAsked = Parameters<typeof listRows>[2] & {
  material_id?: string | undefined
  abc?: string | undefined
  xyz?: string | undefined
}
const unpriced = { difference_amount: null, consumed_amount: null, excess_amount: null }
const listed = async (input: ListAsked, { tx, org_id, member }: Context, only: RawBuilder<unknown> = sql`true`) => {
  expectAllData(member)
  const found = await listRows<InventoryPlanRow>(
    tx,
    {
      ...{ org_id, table: 'inventory_plan', filterJoins: joins, columns: shown },
      where: [
        only,
        contains(input.keyword, sql`m.code`, sql`m.name`),
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        input.abc !== undefined && sql`t.abc = ${input.abc}`,
        input.xyz !== undefined && sql`t.xyz = ${input.xyz}`,
      ],
      joins: sql`${joins} join unit u on u.org_id = m.org_id and u.id = m.unit_id left join (${positions(org_id)}) q on q.material_id = t.material_id`,
      orders: { material_id: sql`m.code`, consumed_amount: sql`coalesce(t.consumed_amount, -1)` },
      defaultOrder: '-consumed_amount',
    },
    input,
  )
  return seesPrices(member) ? found : { ...found, result: found.result.map(row => ({ ...row, ...unpriced })) }
}
const list = handle(listInventoryPlans, (input, context) => listed(input, context))

interface PlanOf extends Point {
  readonly material_id: string
  readonly row_version: number
  readonly computed: boolean
}
interface SeenPlans {
  readonly material_ids: readonly string[]
  readonly row_versions?: readonly number[] | undefined
}
/** Plans of these materials, which are locked first; refused where one is another than was seen (5023). */
async function lockedPlans({ tx, org_id }: Context, { material_ids, row_versions }: SeenPlans): Promise<PlanOf[]> {
  await lockMaterials(tx, org_id, material_ids)
  const found = await rows(
    tx,
    sql<PlanOf>`select t.material_id, t.reorder_point, t.reorder_quantity, ${version} as row_version, t.computed_time is not null as computed
      from inventory_plan t ${joins} where t.org_id = ${org_id} and ${among(sql`t.material_id`, material_ids)} order by t.material_id`,
  )
  if (row_versions !== undefined) {
    if (row_versions.length !== material_ids.length) refuse(generalErrors.badParameter, { field: 'row_versions' })
    const seen = new Map(material_ids.map((id, at) => [id, row_versions[at]!]))
    for (const plan of found) expectVersion(plan, seen.get(plan.material_id)!)
  }
  return found
}
/** As `lockedPlans`; one of which nothing is computed is refused. */
async function lockedComputed(context: Context, asked: SeenPlans): Promise<PlanOf[]> {
  const found = (await lockedPlans(context, asked)).filter(({ computed }) => computed)
  const known = new Set(found.map(one => one.material_id))
  const missing = asked.material_ids.findIndex(id => !known.has(id))
  if (missing >= 0) refuse(generalErrors.recordNotFound, { field: 'material_ids', row: missing + 1 })
  return found
}

export const inventoryPlanHandlers: Handler[] = [
  list,
  exportHandler(exportInventoryPlans, list, inventoryPlan),
  handle(listReconciliation, (input, context) =>
    listed(
      input,
      context,
      sql`t.computed_time is not null and t.consumed_quantity > 0 and t.reorder_point <> m.safety_stock and t.kept_point is distinct from t.reorder_point`,
    ),
  ),
  handle(alterInventoryPlan, async ({ material_ids, row_versions, ...given }, context) => {
    const { tx, org_id, member } = context
    expectAllData(member)
    await lockedPlans(context, { material_ids, row_versions })
    const known = await materialsByIds(tx, org_id, material_ids)
    const missing = material_ids.findIndex(id => !known.has(id))
    if (missing >= 0) refuse(generalErrors.recordNotFound, { field: 'material_ids', row: missing + 1 })
    const { fill_rate, reorder_cycle, additional_time, defect_rate, ...ofMaterial } = given
    await setSupplyData(tx, org_id, material_ids, ofMaterial)
    const own = Object.entries({ fill_rate, reorder_cycle, additional_time, defect_rate }).filter(
      ([, value]) => value !== undefined,
    )
    if (own.length > 0) {
      const columns = sql.join(own.map(([name]) => sql.ref(name)))
      const set = sql.join(own.map(([name]) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
      await sql`insert into inventory_plan (material_id, ${columns}) select r.id, ${sql.join(own.map(([, value]) => sql`${value}`))}
        from unnest(${material_ids}::uuid[]) as r(id) order by r.id on conflict (org_id, material_id) do update set ${set}`.execute(
        tx,
      )
    }
    return { affected: material_ids.length }
  }),
  handle(acceptInventoryPlan, async ({ material_ids, row_versions }, context) => {
    const { tx, org_id, member } = context
    expectAllData(member)
    const plans = await lockedComputed(context, { material_ids, row_versions })
    await setReorderLevels(
      tx,
      org_id,
      plans.map(({ material_id, reorder_point, reorder_quantity }) => ({
        ...{ material_id, safety_stock: reorder_point, reorder_quantity },
      })),
    )
    await sql`update inventory_plan set kept_point = null, kept_reason = null where org_id = ${org_id} and ${among(sql`material_id`, material_ids)}`.execute(
      tx,
    )
    return { affected: plans.length }
  }),
  handle(keepInventoryPlan, async ({ material_ids, row_versions, reason }, context) => {
    const { tx, org_id, member } = context
    expectAllData(member)
    const plans = await lockedComputed(context, { material_ids, row_versions })
    await sql`update inventory_plan p set kept_point = r.reorder_point, kept_reason = ${reason}
      from ${recordset(plans, sql`material_id uuid, reorder_point numeric`)} r where p.org_id = ${org_id} and p.material_id = r.material_id`.execute(
      tx,
    )
    return { affected: plans.length }
  }),
  handle(showAbcXyz, async (_, { tx, org_id, member }) => {
    expectAllData(member)
    const worth = (amount: RawBuilder<unknown>) =>
      seesPrices(member) ? sql`trim_scale(coalesce(${amount}, 0))` : sql`null`
    return {
      matrix: await rows(
        tx,
        sql<AbcXyzCell>`select t.abc, t.xyz, count(*) as count, ${worth(sql`sum(t.consumed_amount)`)} as consumed_amount,
            ${worth(sql`round(sum(q.quantity * ${unitCost}), 2)`)} as stock_amount,
            ${worth(sql`round(sum((t.fluctuation_buffer + t.quality_buffer) * ${unitCost}), 2)`)} as buffer_amount,
            trim_scale(round(avg(t.fill_rate), 1)) as fill_rate
          from inventory_plan t ${joins} left join (select material_id, sum(quantity) as quantity from inventory where org_id = ${org_id} and quantity > 0 group by 1) q
            on q.material_id = t.material_id
          where t.org_id = ${org_id} and t.abc is not null and t.xyz is not null group by t.abc, t.xyz order by t.abc, t.xyz`,
      ),
    }
  }),
  handle(simulateInventoryPlan, async ({ material_id }, { tx, org_id, member, now }) => {
    expectAllData(member)
    const [input] = await planInputs(tx, org_id, { now, zone: member.time_zone, material_ids: [material_id] })
    if (!input) refuse(generalErrors.recordNotFound)
    const [stands] = await rows(
      tx,
      sql<Point>`select trim_scale(safety_stock) as reorder_point, trim_scale(reorder_quantity) as reorder_quantity from material where org_id = ${org_id} and id = ${material_id}`,
    )
    const { precision, cost, days } = input
    const told = (point: Point) => {
      const { fillRate, averageStock, daysOut, orders } = simulatedWith(input, point)
      return {
        ...{ reorder_point: point.reorder_point, reorder_quantity: point.reorder_quantity },
        fill_rate: roundHalfUp(String(100 * fillRate), 1),
        average_stock: roundHalfUp(String(averageStock), precision),
        ...{ days_out: daysOut, order_count: orders },
      }
    }
    const computed = pointFor(input)
    return {
      ...{
        day_count: sinceFirst(days).length,
        in_use: told(stands!),
        computed: told(computed),
        histogram: histogramOf(days, precision),
      },
      sensitivity: ['90', '95', '97', '98', '99', '99.5'].map(fill_rate => {
        const { reorder_point } = pointFor(input, fill_rate)
        const more = subtract(reorder_point, stands!.reorder_point)
        return { fill_rate, reorder_point, amount: cost === null || !seesPrices(member) ? null : amountOf(more, cost) }
      }),
    }
  }),
]
