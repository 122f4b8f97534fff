import type { Quantity } from '@qitao/core/quantity.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { literals } from '@qitao/platform/server/list/transition.ts'
import { earliestArrivals } from '@qitao/purchasing/server'
import { type RawBuilder, sql } from 'kysely'
import { materialStatus, supplySource } from '../../model/mo/mo.status.ts'
import { planClock } from '../../model/plan/material-snapshot.ts'
import { exactlyPicked } from '../mo/substitutes-to-pick.ts'
import { leadsOfMos } from './lead-times.ts'

const kits = literals(materialStatus.codes)

/** When work orders need each of their components: by the plan, else so long before they are due as their steps take. */
export async function neededTimes(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
  now: number,
): Promise<RawBuilder<unknown>> {
  const unplanned = await rows(
    tx,
    sql<{
      id: string
      material_id: string
      quantity: Quantity
    }>`select id, material_id, greatest(planned_quantity - inbound_quantity, 0) as quantity from mo
      where org_id = ${org_id} and planned_start_time is null and ${among(sql`id`, mo_ids)} order by id`,
  )
  const leads = await leadsOfMos(tx, org_id, unplanned, now)
  return sql`select c.id as component_id, m.id as mo_id, case when m.planned_start_time is not null then coalesce(c.planned_start_time, m.planned_start_time)
      else greatest(${planClock(now)}, m.delivery_date - coalesce(l.lead_seconds, 0)) end as needed
    from mo m join mo_component c on c.org_id = m.org_id and c.mo_id = m.id
      left join ${recordset(leads, sql`mo_id uuid, lead_seconds bigint`)} as l on l.mo_id = m.id
    where m.org_id = ${org_id} and ${among(sql`m.id`, mo_ids)}`
}

/**
 * Components and kits of these work orders from the pegging as it stands, after a person has changed it: the same meaning as
 * the material plan's, without matching anything anew. What is short comes when it is bought or made from now on; what the last plan knew of a shortage that is still there (of levels below it) stays.
 */
export async function refreshKits(tx: Tx, org_id: string, mo_ids: readonly string[], now: number): Promise<void> {
  if (mo_ids.length === 0) return
  const clock = planClock(now)
  const needs = await neededTimes(tx, org_id, mo_ids, now)
  const bought = sql`m.kind = ${materialKind.codes.raw} and m.id in (select material_id from mo_component where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)})`
  const earliest = [...(await earliestArrivals(tx, org_id, bought, clock))].map(([material_id, at]) => ({
    material_id,
    at,
  }))
  // Stock that is still between two bins is waited for like any other supply.
  const travels = sql`coalesce(i.arrives_time > ${clock}, false)`
  await sql`
    with pegged as (
      select a.component_id, sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) as covered,
        sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) filter (where a.source_type = 1 and not ${travels}) as stock,
        sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) filter (where a.source_type in (2, 8) or ${travels}) as transit,
        sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) filter (where a.source_type = 4) as production,
        max(a.available_time) as available, bool_and(a.locked) as locked
      from mo_assignment a join mo_component c on c.org_id = a.org_id and c.id = a.component_id
        left join mo m on m.org_id = a.org_id and m.id = a.mo_id
        left join inventory i on i.org_id = a.org_id and i.id = a.source_id and a.source_type = 1
        left join material_bom_line l on l.org_id = a.org_id and l.bom_id = m.material_bom_id and l.material_id = c.material_id
        left join lateral (
          select (x ->> 'ratio')::numeric as ratio from jsonb_array_elements(coalesce(l.substitutes, '[]'::jsonb)) x
          where (x ->> 'material_id')::uuid = a.material_id and a.material_id <> c.material_id limit 1
        ) s on true
      where a.org_id = ${org_id} and ${among(sql`a.mo_id`, mo_ids)} group by a.component_id
    ), found as (
      select x.id, coalesce(p.covered, 0) as covered, greatest(0, round(x.required_quantity - ${exactlyPicked('x')} - coalesce(p.covered, 0), 10)) as short,
        coalesce(p.stock, 0) as stock, coalesce(p.transit, 0) as transit, coalesce(p.production, 0) as production, p.locked,
        greatest(p.available, ${clock}) as available,
        greatest(p.available, coalesce(e.at, ${clock} + i.supply_lead_time * ${daySeconds}::bigint)) as bought
      from mo_component x join material i on i.org_id = x.org_id and i.id = x.material_id
        left join ${recordset(earliest, sql`material_id uuid, at bigint`)} as e on e.material_id = x.material_id
        left join pegged p on p.component_id = x.id
      where x.org_id = ${org_id} and ${among(sql`x.mo_id`, mo_ids)}
    )
    update mo_component c set
      assigned_quantity = f.covered, short_quantity = f.short,
      in_stock_quantity = f.stock, in_transit_quantity = f.transit, in_production_quantity = f.production,
      expected_time = case
        when f.short = 0 then f.available
        when c.short_quantity = 0 then f.bought
        when (c.in_stock_quantity, c.in_transit_quantity, c.in_production_quantity, c.short_quantity) = (f.stock, f.transit, f.production, f.short)
          then coalesce(c.expected_time, f.bought)
        else greatest(c.expected_time, f.bought) end,
      material_status = case
        when f.short > 0 then ${kits.to_be_purchased}
        when f.transit + f.production > 0 then case when f.locked then ${kits.locked_in_transit} else ${kits.in_transit} end
        when f.locked then ${kits.locked} else ${kits.kitting_complete} end
    from found f where c.org_id = ${org_id} and c.id = f.id`.execute(tx)
  await sql`
    with needs as (${needs}), kit as (
      select c.mo_id, bool_or(c.material_status = ${kits.to_be_purchased}) as short, bool_or(c.material_status in (${kits.in_transit}, ${kits.locked_in_transit})) as waiting,
        bool_and(c.material_status in (${kits.locked}, ${kits.locked_in_transit})) as locked, greatest(max(c.expected_time), ${clock}) as ready,
        bool_or(c.material_status in (${kits.in_transit}, ${kits.locked_in_transit}) and c.expected_time > n.needed) as late
      from mo_component c join needs n on n.component_id = c.id where c.org_id = ${org_id} and ${among(sql`c.mo_id`, mo_ids)} group by c.mo_id
    ), awaited as (
      select mo_id, material_id, expected_time as at, true as short from mo_component
        where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} and short_quantity > 0
      union all
      select a.mo_id, a.material_id, coalesce(a.available_time, ${clock}), false from mo_assignment a
        left join inventory i on i.org_id = a.org_id and i.id = a.source_id
        where a.org_id = ${org_id} and ${among(sql`a.mo_id`, mo_ids)} and (a.source_type <> ${supplySource.codes.in_stock} or ${travels})
    ), deciding as (
      -- As in the plan: of an order that lacks something only that decides, the rest comes anyway.
      select distinct on (mo_id) mo_id, material_id from awaited order by mo_id, short desc, at desc, material_id
    )
    update mo m set
      material_status = case when k.short then ${kits.to_be_purchased}
        when k.waiting then case when k.locked then ${kits.locked_in_transit} when k.late then ${kits.pre_kitting_delay} else ${kits.in_transit} end
        when k.locked then ${kits.locked} else ${kits.kitting_complete} end,
      kitting_time = k.ready,
      kitting_days = ceil((k.ready - ${clock}) / ${daySeconds}::numeric)::integer,
      deciding_material_id = d.material_id,
      material_locked = m.material_locked and exists (select from mo_assignment a where a.org_id = m.org_id and a.mo_id = m.id and a.locked)
    from kit k left join deciding d on d.mo_id = k.mo_id where m.org_id = ${org_id} and m.id = k.mo_id`.execute(tx)
}
