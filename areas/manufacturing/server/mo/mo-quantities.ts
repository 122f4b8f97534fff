import { multiply, roundUp } from '@qitao/core/quantity.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Occupation } from '@qitao/stock/model/occupation.rules.ts'
import { sql } from 'kysely'
import { stockSources, supplySource } from '../../model/mo/mo.status.ts'
import { precisionsOf } from './create-mos.ts'

/** Another planned quantity: the needs of the components follow. What was assigned is given back, as `freeMaterial` does. */
export async function rescaleMos(
  tx: Tx,
  org_id: string,
  mos: readonly { id: string; planned_quantity: string }[],
): Promise<Occupation[]> {
  const planned = new Map(mos.map(mo => [mo.id, mo.planned_quantity]))
  const freed = await freeMaterial(tx, org_id, [...planned.keys()])
  const components = await rows(
    tx,
    sql<{
      id: string
      mo_id: string
      material_id: string
      quantity_per: string
    }>`select id, mo_id, material_id, quantity_per from mo_component
      where org_id = ${org_id} and ${among(sql`mo_id`, [...planned.keys()])}`,
  )
  const precisions = await precisionsOf(
    tx,
    org_id,
    components.map(component => component.material_id),
  )
  const needs = components.map(({ id, mo_id, material_id, quantity_per }) => ({
    id,
    required_quantity: roundUp(multiply(quantity_per, planned.get(mo_id)!), precisions.get(material_id) ?? 0),
  }))
  // What is added is for the parent too, as far as it needs it.
  await sql`update mo m set planned_quantity = r.planned_quantity,
      made_for_quantity = m.made_for_quantity + greatest(r.planned_quantity - m.planned_quantity, 0) from ${recordset(mos, sql`id uuid, planned_quantity numeric`)} as r
    where m.org_id = ${org_id} and m.id = r.id`.execute(tx)
  await sql`update mo_component c set required_quantity = r.required_quantity from ${recordset(needs, sql`id uuid, required_quantity numeric`)} as r
    where c.org_id = ${org_id} and c.id = r.id`.execute(tx)
  return freed
}

/**
 * Gives back all that these work orders hold, and what others hold of their output; they are to be checked again. Answers what
 * of stock the caller is to release: at the end, as stock is locked last.
 */
export async function freeMaterial(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<Occupation[]> {
  const released = await rows(
    tx,
    sql<{ source_type: number; source_id: string; quantity: string }>`delete from mo_assignment
      where org_id = ${org_id} and (${among(sql`mo_id`, mo_ids)} or (source_type = ${supplySource.codes.in_production} and ${among(sql`source_id`, mo_ids)}))
      returning source_type, source_id, quantity`,
  )
  await sql`update mo set material_status = null, kitting_time = null, kitting_days = null, deciding_material_id = null, material_locked = false
    where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`.execute(tx)
  await sql`update mo_component set assigned_quantity = 0, short_quantity = 0, in_stock_quantity = 0, in_transit_quantity = 0,
      in_production_quantity = 0, expected_time = null, material_status = null
    where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}`.execute(tx)
  return stockOf(released)
}

/** The part of assignments that lies on stock rows, as occupations of those rows. */
export const stockOf = (
  assignments: readonly { source_type: number; source_id: string; quantity: string }[],
): Occupation[] =>
  assignments
    .filter(({ source_type }) => stockSources.some(stock => stock === source_type))
    .map(({ source_id, quantity }) => ({ inventory_id: source_id, quantity }))
