import type { Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { type RawBuilder, sql } from 'kysely'
import { supplySource } from '../../model/mo/mo.status.ts'
import type { NamedSubstitute, StandIn } from '../../model/mo/picked.rules.ts'

/** Of a component (its alias is given) of order `m`: all materials that may stand in for it. */
export const everySubstitute = (component: string): RawBuilder<string[]> =>
  sql`coalesce((select array_agg(x.material_id::text) from material_bom_line l, jsonb_to_recordset(l.substitutes) as x(material_id uuid)
    where l.org_id = m.org_id and l.bom_id = m.material_bom_id and l.material_id = ${sql.ref(`${component}.material_id`)}), '{}')`
/** The same with their ratios, and whether they may be taken: approved, and valid when the order begins. */
export const substitutesOf = (component: string, now: Instant): RawBuilder<NamedSubstitute[]> => {
  const start = sql`coalesce(m.planned_start_time, ${now})`
  return sql`coalesce((select jsonb_agg(jsonb_build_object('material_id', x.material_id, 'ratio', trim_scale(x.ratio)::text, 'precision', v."precision",
      'may_take', x.approved is not false and coalesce(x.valid_from <= ${start}, true) and coalesce(x.expiry_time > ${start}, true)) order by x.place)
    from material_bom_line l cross join lateral rows from (jsonb_to_recordset(l.substitutes) as
        (material_id uuid, ratio numeric, approved boolean, valid_from bigint, expiry_time bigint)) with ordinality
        x(material_id, ratio, approved, valid_from, expiry_time, place)
      join material w on w.org_id = l.org_id and w.id = x.material_id join unit v on v.org_id = w.org_id and v.id = w.unit_id
    where l.org_id = m.org_id and l.bom_id = m.material_bom_id and l.material_id = ${sql.ref(`${component}.material_id`)} and x.ratio > 0), '[]')`
}
/** What the component holds in stock, by material: that is picked whatever became of the substitute since. */
export const heldToPick = (component: string): RawBuilder<Record<string, string>> =>
  sql`coalesce((select jsonb_object_agg(k.material_id, k.quantity) from (
      select a.material_id, trim_scale(sum(a.quantity))::text as quantity from mo_assignment a
      where a.org_id = m.org_id and a.component_id = ${sql.ref(`${component}.id`)} and a.source_type = ${supplySource.codes.in_stock}
      group by a.material_id) k), '{}')`

const picked = (component: string) =>
  sql`mo_component_stand_in s where s.org_id = ${sql.ref(`${component}.org_id`)} and s.component_id = ${sql.ref(`${component}.id`)}`
/** What of its substitutes was picked. */
export const standInsOf = (component: string): RawBuilder<StandIn[]> =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('material_id', s.material_id, 'ratio', trim_scale(s.ratio)::text, 'quantity', trim_scale(s.quantity)::text)
      order by s.material_id) from ${picked(component)}), '[]')`
/** What its substitutes cover: exactly, and in steps of its unit, as its picked quantity counts them. */
const coveredExactly = (component: string): RawBuilder<Quantity> =>
  sql`coalesce((select round(sum(s.quantity / s.ratio), 10) from ${picked(component)}), 0)`
const inSteps = (component: string) =>
  sql`coalesce((select trunc(round(sum(s.quantity / s.ratio), 10), (select v."precision" from material w join unit v on v.org_id = w.org_id and v.id = w.unit_id
      where w.org_id = ${sql.ref(`${component}.org_id`)} and w.id = ${sql.ref(`${component}.material_id`)})) from ${picked(component)}), 0)`
/** What was picked of its own material. */
export const ownPicked = (component: string): RawBuilder<Quantity> =>
  sql`(${sql.ref(`${component}.picked_quantity`)} - ${inSteps(component)})`
/** What is picked of it, with the part of a step that its substitutes cover. */
export const exactlyPicked = (component: string): RawBuilder<Quantity> =>
  sql`(${ownPicked(component)} + ${coveredExactly(component)})`
