import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { ComputedPlan, PlanInput, Worth } from '../../model/inventory/inventory-plan.rules.ts'
import { type Usage, usageOf } from '../consumption.queries.ts'

const kept = 365
/** What a unit of the material `m` costs: what stock is valued at, here as in the figures; null where nobody has said. */
export const unitCost = sql`m.purchase_price`
/** What classes are told by: what it costs, else, as of most of what is made, what it is sold for. */
const worth = sql`coalesce(m.purchase_price, m.sales_price)`

/** Of these materials: parameters, and what was consumed on each day of the past year. */
export async function planInputs(
  tx: Tx,
  org_id: string,
  of: { now: Instant; zone: string; material_ids: readonly string[] },
  known?: Usage,
): Promise<PlanInput[]> {
  const { material_ids } = of
  const usage = known ?? (await usageOf(tx, org_id, of))
  const before = usage.days.length - kept
  const none = new Array<number>(kept).fill(0)
  const daysOf = (material_id: string): readonly number[] => {
    const used = usage.of.get(material_id)
    if (!used) return none
    const days = [...none]
    for (const [place, at] of used.at.entries()) if (at >= before) days[at - before] = used.quantities[place]!
    return days
  }
  const found = await rows(
    tx,
    sql<
      Omit<PlanInput, 'days'>
    >`select m.id as material_id, u."precision", coalesce(p.fill_rate, 95) as fill_rate, coalesce(p.reorder_cycle, 1) as reorder_cycle,
        coalesce(p.additional_time, 0) as additional_time, coalesce(p.defect_rate, 0) as defect_rate, m.supply_lead_time, m.packaging_size, ${worth} as price, ${unitCost} as cost
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
        left join inventory_plan p on p.org_id = m.org_id and p.material_id = m.id
      where m.org_id = ${org_id} and ${among(sql`m.id`, material_ids)} order by m.code`,
  )
  return found.map(one => ({ ...one, days: daysOf(one.material_id) }))
}

/** What each is in class by stays as it was: classes are compared with all materials (`saveClasses`). */
export async function savePlans(
  tx: Tx,
  org_id: string,
  plans: readonly ComputedPlan[],
  computed_time: Instant,
): Promise<void> {
  await sql`insert into inventory_plan (material_id, daily_average, standard_deviation, consumed_quantity, consumed_amount, xyz, fluctuation_buffer,
      quality_buffer, reorder_point, reorder_quantity, computed_time)
    select r.material_id, r.daily_average, r.standard_deviation, r.consumed_quantity, r.consumed_amount, r.xyz, r.fluctuation_buffer,
      r.quality_buffer, r.reorder_point, r.reorder_quantity, ${computed_time}
    from ${recordset(
      plans,
      sql`material_id uuid, daily_average numeric, standard_deviation numeric, consumed_quantity numeric, consumed_amount numeric, xyz text,
        fluctuation_buffer numeric, quality_buffer numeric, reorder_point numeric, reorder_quantity numeric`,
    )} r
      join material m on m.org_id = ${org_id} and m.id = r.material_id
      left join inventory_plan p on p.org_id = m.org_id and p.material_id = m.id
    -- What is neither consumed nor kept in stock has no plan.
    where r.consumed_quantity > 0 or m.safety_stock > 0 or p.id is not null order by r.material_id
    on conflict (org_id, material_id) do update set daily_average = excluded.daily_average, standard_deviation = excluded.standard_deviation,
      consumed_quantity = excluded.consumed_quantity, consumed_amount = excluded.consumed_amount, xyz = excluded.xyz,
      fluctuation_buffer = excluded.fluctuation_buffer, quality_buffer = excluded.quality_buffer, reorder_point = excluded.reorder_point,
      reorder_quantity = excluded.reorder_quantity, computed_time = excluded.computed_time`.execute(tx)
}

/** The classes of all materials that have a plan, once it is known of each what its consumption is worth. */
export async function saveClasses(tx: Tx, org_id: string, classes: readonly Worth[]): Promise<void> {
  await sql`update inventory_plan p set abc = r.abc from ${recordset(classes, sql`material_id uuid, abc text`)} r
    where p.org_id = ${org_id} and p.material_id = r.material_id and p.abc is distinct from r.abc`.execute(tx)
}
