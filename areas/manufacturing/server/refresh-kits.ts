import { among, type Tx } from '@qitao/platform/server/database.ts'
import { sql } from 'kysely'

/**
 * Components and kits of these work orders from the pegging as it stands, after a person has changed it: the same meaning as
 * the material plan's, without matching anything anew.
 */
export async function refreshKits(tx: Tx, org_id: string, mo_ids: readonly string[], now: number): Promise<void> {
  await sql`
    with pegged as (
      select a.component_id, sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) as covered,
        sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) filter (where a.source_type = 1) as stock,
        sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) filter (where a.source_type = 2) as transit,
        sum(a.quantity / coalesce(nullif(s.ratio, 0), 1)) filter (where a.source_type = 4) as production,
        max(a.available_time) as available, bool_and(a.locked) as locked
      from mo_assignment a join mo_component c on c.org_id = a.org_id and c.id = a.component_id
        left join mo m on m.org_id = a.org_id and m.id = a.mo_id
        left join material_bom_line l on l.org_id = a.org_id and l.bom_id = m.material_bom_id and l.material_id = c.material_id
        left join lateral (
          select (x ->> 'ratio')::numeric as ratio from jsonb_array_elements(coalesce(l.substitutes, '[]'::jsonb)) x
          where (x ->> 'material_id')::uuid = a.material_id and a.material_id <> c.material_id limit 1
        ) s on true
      where a.org_id = ${org_id} and ${among(sql`a.mo_id`, mo_ids)} group by a.component_id
    )
    update mo_component c set
      assigned_quantity = coalesce(p.covered, 0),
      short_quantity = greatest(0, c.required_quantity - c.picked_quantity - coalesce(p.covered, 0)),
      in_stock_quantity = coalesce(p.stock, 0), in_transit_quantity = coalesce(p.transit, 0), in_production_quantity = coalesce(p.production, 0),
      expected_time = case when c.required_quantity - c.picked_quantity - coalesce(p.covered, 0) > 0 then null else coalesce(p.available, ${now}) end,
      material_status = case
        when c.required_quantity - c.picked_quantity - coalesce(p.covered, 0) > 0 then 6
        when coalesce(p.transit, 0) + coalesce(p.production, 0) > 0 then case when p.locked then 5 else 4 end
        when p.locked then 2 else 1 end
    from mo_component x left join pegged p on p.component_id = x.id
    where x.org_id = ${org_id} and ${among(sql`x.mo_id`, mo_ids)} and c.org_id = x.org_id and c.id = x.id`.execute(tx)
  await sql`
    with kit as (
      select mo_id, bool_or(material_status = 6) as short, bool_or(material_status in (4, 5)) as waiting,
        bool_and(material_status in (2, 5)) as locked, max(expected_time) as ready,
        (array_agg(material_id order by (material_status = 6) desc, expected_time desc nulls first))[1] as deciding
      from mo_component where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} group by mo_id
    )
    update mo m set
      material_status = case when k.short then 6 when k.waiting then case when k.locked then 5 when k.ready > coalesce(m.planned_start_time, m.delivery_date) then 3 else 4 end
        when k.locked then 2 else 1 end,
      kitting_time = case when k.short then null else greatest(k.ready, ${now}) end,
      kitting_days = case when k.short then null else ceil(greatest(0, k.ready - ${now}) / 86400.0)::integer end,
      deciding_material_id = case when k.short or k.waiting then k.deciding end,
      material_locked = m.material_locked and exists (select from mo_assignment a where a.org_id = m.org_id and a.mo_id = m.id and a.locked)
    from kit k where m.org_id = ${org_id} and m.id = k.mo_id`.execute(tx)
}
