import { isMore } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database.ts'
import { newId } from '@qitao/platform/server/new-id.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { occupyExactly } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { MaterialResult } from '../model/material-result.ts'
import type { MaterialBooks } from '../model/material-snapshot.ts'
import { supplySource } from '../model/mo.status.ts'
import { heldSupply } from './promise-holds.ts'

/**
 * Writes a material plan: pegging, components, kits, and what stock they occupy. Refused by the ledger (5512) when stock has
 * moved since the books were read; the caller reads them again.
 */
export async function saveMaterialPlan(
  tx: Tx,
  org_id: string,
  result: MaterialResult,
  { held, now }: Pick<MaterialBooks, 'held' | 'now'>,
): Promise<void> {
  const ids = result.orders.map(({ id }) => id)
  await sql`select 1 from mo where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(tx)
  const manual = await rows(
    tx,
    sql<{
      component_id: string
      source_id: string
    }>`delete from mo_assignment where org_id = ${org_id} and ${among(sql`mo_id`, ids)} returning component_id, source_id, manual`,
  )
  const byHand = new Set(
    manual.filter(edge => (edge as { manual?: boolean }).manual).map(edge => `${edge.component_id}:${edge.source_id}`),
  )
  await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time, locked, manual)
    select r.* from ${recordset(
      result.assignments.map(edge => ({
        id: newId(),
        ...edge,
        manual: edge.locked && byHand.has(`${edge.component_id}:${edge.source_id}`),
      })),
      sql`id uuid, mo_id uuid, component_id uuid, material_id uuid, source_type smallint, source_id uuid, quantity numeric, available_time bigint, locked boolean, manual boolean`,
    )} as r`.execute(tx)
  // Components that need nothing more (all picked) are not part of the result: they stand complete.
  await sql`update mo_component set assigned_quantity = 0, short_quantity = 0, in_stock_quantity = 0, in_transit_quantity = 0,
      in_production_quantity = 0, expected_time = null, material_status = 1 where org_id = ${org_id} and ${among(sql`mo_id`, ids)}`.execute(
    tx,
  )
  await sql`update mo_component c set assigned_quantity = r.assigned_quantity, short_quantity = r.short_quantity, in_stock_quantity = r.in_stock_quantity,
      in_transit_quantity = r.in_transit_quantity, in_production_quantity = r.in_production_quantity, expected_time = r.expected_time, material_status = r.material_status
    from ${recordset(
      result.components,
      sql`id uuid, assigned_quantity numeric, short_quantity numeric, in_stock_quantity numeric, in_transit_quantity numeric,
        in_production_quantity numeric, expected_time bigint, material_status smallint`,
    )} as r where c.org_id = ${org_id} and c.id = r.id`.execute(tx)
  await sql`update mo m set material_status = r.material_status, kitting_time = r.kitting_time, kitting_days = r.kitting_days, deciding_material_id = r.deciding_material_id
    from ${recordset(result.orders, sql`id uuid, material_status smallint, kitting_time bigint, kitting_days integer, deciding_material_id uuid`)} as r
    where m.org_id = ${org_id} and m.id = r.id`.execute(tx)
  const occupied = await rows(
    tx,
    sql<{
      inventory_id: string
      quantity: string
    }>`select source_id as inventory_id, sum(quantity) as quantity from mo_assignment
      where org_id = ${org_id} and source_type = ${supplySource.codes.in_stock} group by source_id`,
  )
  await occupyExactly(tx, { org_id, occupations: occupied })
  // Promised since the books were read: the balances are locked by now, so whoever comes later sees this plan.
  const before = new Map(held.map(({ source_id, quantity }) => [source_id, quantity]))
  const used = new Set(result.assignments.map(({ source_id }) => source_id))
  for (const { source_id, quantity } of await heldSupply(tx, org_id, now, null))
    if (used.has(source_id) && isMore(quantity, before.get(source_id) ?? '0')) refuse(stockErrors.occupiedOverAvailable)
}
