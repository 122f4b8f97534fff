import type { Instant } from '@qitao/core/time.ts'
import { type RawBuilder, sql } from 'kysely'
import { supplySource } from '../../model/mo/mo.status.ts'

/** Of a component (its alias is given) of order `m`: all materials that may have stood in for it, as what comes back is one of them. */
export const everySubstitute = (component: string): RawBuilder<string[]> => ofLine(component, sql`true`)
/** Which may be taken for it: approved, and valid when the order begins. */
export const substitutesToPick = (component: string, now: Instant): RawBuilder<string[]> => {
  const start = sql`coalesce(m.planned_start_time, ${now})`
  return ofLine(
    component,
    sql`x.approved is not false and coalesce(x.valid_from <= ${start}, true) and coalesce(x.expiry_time > ${start}, true)`,
  )
}
/** What the component holds in stock, by material: that is picked whatever became of the substitute since. */
export const heldToPick = (component: string): RawBuilder<Record<string, string>> =>
  sql`coalesce((select jsonb_object_agg(k.material_id, k.quantity) from (
      select a.material_id, sum(a.quantity)::text as quantity from mo_assignment a
      where a.org_id = m.org_id and a.component_id = ${sql.ref(`${component}.id`)} and a.source_type = ${supplySource.codes.in_stock}
      group by a.material_id) k), '{}')`
function ofLine(component: string, condition: RawBuilder<unknown>): RawBuilder<string[]> {
  return sql`coalesce((select array_agg(x.material_id::text) from material_bom_line l, jsonb_to_recordset(l.substitutes)
      as x(material_id uuid, approved boolean, valid_from bigint, expiry_time bigint)
    where l.org_id = m.org_id and l.bom_id = m.material_bom_id and l.material_id = ${sql.ref(`${component}.material_id`)} and ${condition}), '{}')`
}
