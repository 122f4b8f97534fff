import { movementType } from '@qitao/stock/model/movement-type.ts'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { type RawBuilder, sql } from 'kysely'

/** What the pieces reported so far need of component `k`, as consumption counts it. */
const needed = sql`least(k.required_quantity,
  ceil(k.quantity_per * (o.reported_quantity + o.defective_quantity) * power(10::numeric, u.precision)) / power(10::numeric, u.precision))`
const ofOperation = sql`join mo_operation o on o.org_id = k.org_id and o.mo_id = k.mo_id and o.sequence = k.operation_sequence
  join material w on w.org_id = k.org_id and w.id = k.material_id join unit u on u.org_id = w.org_id and u.id = w.unit_id`
const ofMaterial = sql`k.org_id = t.org_id and k.mo_id = t.mo_id and k.material_id = t.material_id`
const place = (of: string) =>
  sql`(coalesce(${sql.ref(`${of}.operation_sequence`)}, 2147483647), ${sql.ref(`${of}.line_no`)})`

/** What of component `t` lies at a supplier, or was written off there: nobody at the line has it. */
const outside = sql`(select coalesce(sum(s.quantity), 0) from stock_movement s
  where s.org_id = t.org_id and s.mo_id = t.mo_id and s.material_id = t.material_id
    and s.quality_status = ${qualityStatus.codes.at_supplier} and s.movement_type <> ${movementType.codes.other_out})`

/**
 * What was picked of component `t` and no report that stands has used. Reports have used what they took out of stock, and no
 * less than their pieces need: what was picked before is in them too. Components of one material share what was used, the
 * first first, as what comes back is taken from the last.
 */
export const returnableQuantity = sql<string>`(least(t.picked_quantity, greatest(0,
  (select sum(k.picked_quantity) from mo_component k where ${ofMaterial} and ${place('k')} <= ${place('t')}) - ${outside}
  - greatest(
    (select coalesce(sum(${needed}), 0) from mo_component k ${ofOperation} where ${ofMaterial}),
    (select coalesce(sum((i ->> 'quantity')::numeric / coalesce(s.ratio, 1)), 0) from report_record r cross join jsonb_array_elements(r.inputs) i
        left join mo_component_stand_in s on s.org_id = t.org_id and s.component_id = t.id and s.material_id = (i ->> 'material_id')::uuid
      where r.org_id = t.org_id and r.mo_id = t.mo_id and not r.revoked
        and ((i ->> 'material_id')::uuid = t.material_id or s.component_id is not null))))))::numeric(20, 6)`

/** Work orders for which more was picked than their pieces need; few, and found at once: only of these is it asked how much. */
export const mosPickedBeyond = (org_id: string): RawBuilder<unknown> =>
  sql`(select k.mo_id from mo_component k ${ofOperation} where k.org_id = ${org_id} and k.picked_quantity > ${needed})`
