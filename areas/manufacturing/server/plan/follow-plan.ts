import { among, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { materialStatus, supplySource } from '../../model/mo/mo.status.ts'

const { codes } = materialStatus

/**
 * Kit dates follow the plan: what a work order makes is there when its plan finishes, not when the last kitting check thought
 * so. A delay that the plan has taken up is none any more. Who takes what stays as it was matched.
 */
export async function followPlan(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  await sql`update mo_assignment a set available_time = m.planned_finish_time from mo m
    where a.org_id = ${org_id} and a.source_type = ${supplySource.codes.in_production} and m.org_id = a.org_id and m.id = a.source_id
      and ${among(sql`m.id`, mo_ids)} and m.planned_finish_time is not null
      and a.available_time is distinct from m.planned_finish_time`.execute(tx)
  // Found once, whatever is thought of how many there are: looked for again at every component it took minutes.
  const following = sql`with following as materialized (
      select c.id, c.mo_id from mo_assignment a join mo_component c on c.org_id = a.org_id and c.id = a.component_id
      where a.org_id = ${org_id} and a.source_type = ${supplySource.codes.in_production} and ${among(sql`a.source_id`, mo_ids)})`
  // What is short is expected later than what is matched; its date is the material plan's.
  await sql`${following}
    update mo_component c set expected_time = p.available_time
    from (select a.component_id, max(a.available_time) as available_time from mo_assignment a
      where a.org_id = ${org_id} and a.component_id in (select id from following) group by a.component_id) p
    where c.org_id = ${org_id} and c.id = p.component_id and c.short_quantity = 0
      and c.expected_time is distinct from p.available_time`.execute(tx)
  await sql`${following}, kit as (
      select c.mo_id, max(c.expected_time) as ready, bool_and(
          c.material_status in (${codes.kitting_complete}, ${codes.locked}) or c.expected_time <= coalesce(c.planned_start_time, m.planned_start_time)) as in_time
      from mo_component c join mo m on m.org_id = c.org_id and m.id = c.mo_id where c.org_id = ${org_id}
        and c.mo_id in (select mo_id from following union select unnest(${mo_ids}::uuid[]))
      group by c.mo_id having bool_and(c.expected_time is not null)
    ), told as (
      select m.id, k.ready, ceil(greatest(0, k.ready - epoch_now()) / 86400.0)::integer as days,
        case when m.material_status = ${codes.pre_kitting_delay} and k.in_time then ${codes.in_transit}::smallint
          else m.material_status end as material_status
      from mo m join kit k on k.mo_id = m.id
      where m.org_id = ${org_id} and m.material_status in (${codes.pre_kitting_delay}, ${codes.in_transit}, ${codes.locked_in_transit}, ${codes.to_be_purchased})
    )
    update mo m set kitting_time = t.ready, kitting_days = t.days, material_status = t.material_status from told t
    where m.org_id = ${org_id} and m.id = t.id and (m.kitting_time, m.material_status) is distinct from (t.ready, t.material_status)`.execute(
    tx,
  )
}
