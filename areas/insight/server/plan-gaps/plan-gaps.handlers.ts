import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { bomsInForce, hasBomInForce, loadCycleTimes } from '@qitao/engineering/server'
import { moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { operationsOf } from '@qitao/manufacturing/model/mo/recipe.rules.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recipeOf } from '@qitao/manufacturing/server'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { loadCalendars, loadDevices } from '@qitao/masterdata/server'
import { workingTime } from '@qitao/planning/calendar/weekly-calendar.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { salesOrderStatus } from '@qitao/sales/model/sales-order.status.ts'
import { horizonSeconds } from '@qitao/scheduling/model/problem/machine-time.rules.ts'
import { sql } from 'kysely'
import { listPlanGaps, mostProductGaps, type PlanGapRow, planGapKind } from '../../model/plan-gaps/plan-gaps.calls.ts'
import {
  gapsOfProducts,
  gapsOfSteps,
  type ProductGap,
  type ProductToMake,
  type StepGap,
  type StepOfOrders,
} from '../../model/plan-gaps/plan-gaps.rules.ts'

/** Order numbers told of a gap. */
const mostNumbers = 5
const { todo, planned, to_be_produced, in_production } = moStatus.codes
const openMos = sql.join([todo, planned, to_be_produced, in_production])
const { approved, planning, to_produce, producing } = salesOrderStatus.codes
const openOrders = sql.join([approved, planning, to_produce, producing])

const openSteps = (
  org_id: string,
) => sql`mo_operation x join mo o on o.org_id = x.org_id and o.id = x.mo_id and o.status in (${openMos})
  join process p on p.org_id = x.org_id and p.id = x.process_id where x.org_id = ${org_id} and x.status <> ${taskStatus.codes.done}`

export const planGapHandlers: Handler[] = [
  handle(listPlanGaps, async (_input, { tx, org_id, now }) => {
    const products = await productsToMake(tx, org_id, now)
    const steps = await rows(
      tx,
      sql<StepOfOrders>`select distinct x.process_id, o.material_id, p.outsourced as outside from ${openSteps(org_id)}`,
    )
    const process_ids = [
      ...new Set([...steps, ...products.flatMap(product => product.steps)].map(({ process_id }) => process_id)),
    ]
    const open = (await loadCalendars(tx, org_id)).filter(
      ({ weekly }) => workingTime(weekly, now, now + horizonSeconds).intervals.length > 0,
    )
    const devices = await loadDevices(tx, org_id)
    const times = await loadCycleTimes(tx, org_id, process_ids)
    const working = new Set(open.map(({ id }) => id))
    const found = (of: readonly StepOfOrders[]) => gapsOfSteps(of, devices, times, working)
    const gaps = gapsOf(org_id, now, found(steps))
    const ofOrders = await rows(
      tx,
      sql<PlanGapRow>`${gaps}, told as (
          select kind, material_id, process_id, device_id, count(*)::int as orders, min(delivery_date) as first_due, max(components)::int as components,
            (array_agg(no order by delivery_date, no))[1:${mostNumbers}] as order_nos
          from gaps group by kind, material_id, process_id, device_id
        )
        select concat_ws(':', t.kind, t.material_id, t.process_id, t.device_id) as id, t.*, m.code as material_code, m.name as material_name,
          p.name as process_name, d.machine_no, 0 as products, array[]::text[] as product_codes
        from told t left join material m on m.org_id = ${org_id} and m.id = t.material_id
          left join process p on p.org_id = ${org_id} and p.id = t.process_id left join device d on d.org_id = ${org_id} and d.id = t.device_id
        order by t.orders desc, t.first_due, 1`,
    )
    const [counts] = await rows(
      tx,
      sql<{ open_orders: number; ready_orders: number }>`${gaps}
        select count(*)::int as open_orders, (count(*) filter (where not exists (select from gaps g where g.order_id = o.id)))::int as ready_orders
        from mo o where o.org_id = ${org_id} and o.status in (${openMos})`,
    )
    const of = gapsOfProducts(products, found, new Set(ofOrders.map(({ id }) => id)))
    const result = [...ofOrders, ...(await namedGaps(tx, org_id, of.gaps.slice(0, mostProductGaps)))]
    return {
      ...{ result, total: result.length, ...counts! },
      ...{ products: of.made, ready_products: of.ready, more: Math.max(0, of.gaps.length - mostProductGaps) },
    }
  }),
]

/** Active products that are not raw, by the way in which an order of today would make them. */
async function productsToMake(tx: Tx, org_id: string, now: number): Promise<ProductToMake[]> {
  const products = await rows(
    tx,
    sql<{ id: string; code: string; must_be_made: boolean }>`select id, code,
        kind = ${materialKind.codes.finished} and supplier_id is null as must_be_made from material
      where org_id = ${org_id} and status = ${enabledStatus.codes.enabled} and kind <> ${materialKind.codes.raw}`,
  )
  const outside = new Set(
    (await rows(tx, sql<{ id: string }>`select id from process where org_id = ${org_id} and outsourced`)).map(
      ({ id }) => id,
    ),
  )
  const ways = await bomsInForce(
    tx,
    org_id,
    products.map(({ id }) => id),
    now,
  )
  return products.map(({ id, code, must_be_made }) => {
    const way = ways.get(id)!
    return {
      ...{ material_id: id, code, must_be_made, has_bom: way.material_bom !== null },
      steps: operationsOf(recipeOf(way)).map(({ process_id }) => ({ process_id, outside: outside.has(process_id) })),
    }
  })
}

const namedGaps = (tx: Tx, org_id: string, gaps: readonly ProductGap[]): Promise<PlanGapRow[]> =>
  rows(
    tx,
    sql<PlanGapRow>`select g.id, g.kind, g.material_id, m.code as material_code, m.name as material_name, g.process_id, p.name as process_name,
        g.device_id, d.machine_no, null::int as components, 0 as orders, array[]::text[] as order_nos, null::bigint as first_due,
        jsonb_array_length(g.codes) as products, array(select jsonb_array_elements_text(g.codes) limit ${mostNumbers}) as product_codes
      from ${recordset(gaps, sql`id text, kind text, material_id uuid, process_id uuid, device_id uuid, codes jsonb`)} g
        left join material m on m.org_id = ${org_id} and m.id = g.material_id
        left join process p on p.org_id = ${org_id} and p.id = g.process_id left join device d on d.org_id = ${org_id} and d.id = g.device_id
      order by products desc, product_codes, g.id`,
  )

/** What is missing by order, each once: for steps and components of work orders, and for lines of sales orders that have no BoM. */
function gapsOf(org_id: string, now: number, steps: readonly StepGap[]) {
  const { no_time, no_calendar } = planGapKind.codes
  return sql`with gaps as (
          select distinct g.kind, case when g.kind = ${no_time} then g.material_id end as material_id,
            case when g.kind <> ${no_calendar} then g.process_id end as process_id, g.device_id, o.id as order_id, o.no, o.delivery_date, null::bigint as components
          from ${recordset(steps, sql`kind text, process_id uuid, material_id uuid, device_id uuid`)} g, ${openSteps(org_id)}
            and x.process_id = g.process_id and o.material_id = g.material_id
          union all select ${planGapKind.codes.no_bom}, l.material_id, null, null, l.id, o.no, coalesce(l.delivery_date, o.delivery_date), null
            from seen_sales_order_line l
            join seen_sales_order o on o.org_id = l.org_id and o.id = l.order_id join material m on m.org_id = l.org_id and m.id = l.material_id
            where l.org_id = ${org_id} and o.status in (${openOrders}) and m.kind <> ${materialKind.codes.raw}
              and l.quantity > l.offset_quantity + l.planned_quantity and not ${hasBomInForce(org_id, sql`l.material_id`, now)}
          union all select ${planGapKind.codes.no_routing}, o.material_id, null, null, o.id, o.no, o.delivery_date, null
            from mo o where o.org_id = ${org_id} and o.status in (${openMos})
              and not exists (select from mo_operation x where x.org_id = o.org_id and x.mo_id = o.id)
          union all select ${planGapKind.codes.no_step}, o.material_id, null, null, o.id, o.no, o.delivery_date, count(*)
            from mo o join manufacturing_bom f on f.org_id = o.org_id and f.id = o.manufacturing_bom_id and f.material_bom_id <> o.material_bom_id
            join material_bom_line c on c.org_id = o.org_id and c.bom_id = o.material_bom_id
            where o.org_id = ${org_id} and o.status in (${openMos}) and not exists (select from manufacturing_bom_node n
              where n.org_id = f.org_id and n.bom_id = f.id and n.inputs @> jsonb_build_array(jsonb_build_object('material_id', c.material_id)))
            group by o.id, o.material_id, o.no, o.delivery_date
        )`
}
