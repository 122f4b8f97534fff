import { isMore } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, columnset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { occupyExactly } from '@qitao/stock/server'
import { sql } from 'kysely'
import { stockSources } from '../../model/mo/mo.status.ts'
import type { MaterialResult } from '../../model/plan/material-result.ts'
import type { MaterialBooks } from '../../model/plan/material-snapshot.ts'
import { type PlanChanges, planChanges, type StoredPlan } from '../../model/plan/plan-changes.rules.ts'
import { stockOf } from '../mo/mo-quantities.ts'
import { heldSupply } from './promise-holds.ts'

/**
 * Writes what of a material plan has changed: pegging, components, kits, and what stock they occupy. Its orders are locked by the
 * caller (`lockPlanned`). Refused by the ledger (5512) when stock has moved since the books were read (`now`, with what promises
 * held then); the caller reads them again.
 */
export async function saveMaterialPlan(
  tx: Tx,
  org_id: string,
  result: MaterialResult,
  { held, now, clock }: { held: MaterialBooks['held']; now: Instant; clock: Instant },
): Promise<PlanChanges> {
  const stored = await storedPlan(
    tx,
    org_id,
    result.orders.map(({ id }) => id),
  )
  const changes = planChanges(stored, result, clock)
  await saveAssignments(tx, org_id, changes)
  if (changes.components.length > 0) {
    await sql`update mo_component c set assigned_quantity = r.assigned_quantity, short_quantity = r.short_quantity, in_stock_quantity = r.in_stock_quantity,
        in_transit_quantity = r.in_transit_quantity, in_production_quantity = r.in_production_quantity, expected_time = r.expected_time, material_status = r.material_status
      from ${columnset(changes.components, {
        id: 'uuid',
        assigned_quantity: 'numeric',
        short_quantity: 'numeric',
        in_stock_quantity: 'numeric',
        in_transit_quantity: 'numeric',
        in_production_quantity: 'numeric',
        expected_time: 'bigint',
        material_status: 'smallint',
      })} where c.org_id = ${org_id} and c.id = r.id`.execute(tx)
  }
  if (changes.orders.length > 0) {
    await sql`update mo m set material_status = r.material_status, kitting_time = r.kitting_time, kitting_days = r.kitting_days, deciding_material_id = r.deciding_material_id
      from ${columnset(changes.orders, {
        id: 'uuid',
        material_status: 'smallint',
        kitting_time: 'bigint',
        kitting_days: 'integer',
        deciding_material_id: 'uuid',
      })} where m.org_id = ${org_id} and m.id = r.id`.execute(tx)
  }
  const rewritten = new Set([...changes.gone, ...changes.altered.map(({ id }) => id)])
  const touched = [...stored.assignments.filter(({ id }) => rewritten.has(id)), ...changes.added]
  await occupyExactly(tx, {
    org_id,
    inventory_ids: stockOf(touched).map(({ inventory_id }) => inventory_id),
    holders: sql`select source_id as inventory_id, quantity from mo_assignment
      where org_id = ${org_id} and source_type in (${sql.join(stockSources)})`,
  })
  // Promised since the books were read: the balances are locked by now, so whoever comes later sees this plan.
  const before = new Map(held.map(({ source_id, quantity }) => [source_id, quantity]))
  const used = new Set(result.assignments.map(({ source_id }) => source_id))
  for (const { source_id, quantity } of await heldSupply(tx, org_id, now, null))
    if (used.has(source_id) && isMore(quantity, before.get(source_id) ?? '0')) refuse(stockErrors.occupiedOverAvailable)
  return changes
}

/** The plan as it stands. */
async function storedPlan(tx: Tx, org_id: string, ids: readonly string[]): Promise<StoredPlan> {
  return {
    orders: await rows(
      tx,
      sql<never>`select id, material_status, kitting_time, kitting_days, deciding_material_id from mo
        where org_id = ${org_id} and ${among(sql`id`, ids)}`,
    ),
    components: await rows(
      tx,
      sql<never>`select id, trim_scale(assigned_quantity) as assigned_quantity, trim_scale(short_quantity) as short_quantity,
          trim_scale(in_stock_quantity) as in_stock_quantity, trim_scale(in_transit_quantity) as in_transit_quantity,
          trim_scale(in_production_quantity) as in_production_quantity, expected_time, material_status
        from mo_component where org_id = ${org_id} and ${among(sql`mo_id`, ids)}`,
    ),
    assignments: await rows(
      tx,
      sql<never>`select id, component_id, source_type, source_id, trim_scale(quantity) as quantity, available_time, locked, manual, trim_scale(made_for_quantity) as made_for_quantity, promised_line_id
        from mo_assignment where org_id = ${org_id} and ${among(sql`mo_id`, ids)} order by id`,
    ),
  }
}

async function saveAssignments(tx: Tx, org_id: string, { gone, altered, added }: PlanChanges): Promise<void> {
  if (gone.length > 0)
    await sql`delete from mo_assignment where org_id = ${org_id} and ${among(sql`id`, gone)}`.execute(tx)
  if (altered.length > 0) {
    await sql`update mo_assignment a set quantity = r.quantity, available_time = r.available_time, locked = r.locked, manual = r.manual, made_for_quantity = r.made_for_quantity
      from ${columnset(altered, { id: 'uuid', quantity: 'numeric', available_time: 'bigint', locked: 'boolean', manual: 'boolean', made_for_quantity: 'numeric' })}
      where a.org_id = ${org_id} and a.id = r.id`.execute(tx)
  }
  if (added.length > 0) {
    const made = added.map(edge => ({ id: newId(), ...edge }))
    await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time, locked, manual, made_for_quantity)
      select r.* from ${columnset(made, {
        id: 'uuid',
        mo_id: 'uuid',
        component_id: 'uuid',
        material_id: 'uuid',
        source_type: 'smallint',
        source_id: 'uuid',
        quantity: 'numeric',
        available_time: 'bigint',
        locked: 'boolean',
        manual: 'boolean',
        made_for_quantity: 'numeric',
      })}`.execute(tx)
  }
}
