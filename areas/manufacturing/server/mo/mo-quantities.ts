import { dropAttachmentsOf } from '@qitao/access/server'
import { multiply, type Quantity, roundUp } from '@qitao/core/quantity.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Occupation } from '@qitao/stock/model/occupation.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { stockSources, supplySource } from '../../model/mo/mo.status.ts'
import { givenUp } from '../../model/mo/trim.rules.ts'
import { precisionsOf } from './create-mos.ts'

interface Resized {
  readonly id: string
  readonly planned_quantity: Quantity
}

/** Another planned quantity: the needs of the components follow. What was assigned is given back, as `freeMaterial` does. */
export async function rescaleMos(tx: Tx, org_id: string, mos: readonly Resized[]): Promise<Occupation[]> {
  const freed = await freeMaterial(
    tx,
    org_id,
    mos.map(({ id }) => id),
  )
  // What is added is for the parent too, as far as it needs it.
  await giveQuantities(tx, org_id, mos, sql`greatest(r.planned_quantity - m.planned_quantity, 0)`)
  return freed
}

/**
 * The same with the kit kept: what a component does not need any more is given up, what comes before what lies there. Who is
 * made less of is made less of for its parent. Answers what of stock the caller is to release.
 */
export async function resizeMos(tx: Tx, org_id: string, mos: readonly Resized[]): Promise<Occupation[]> {
  if (mos.length === 0) return []
  await giveQuantities(tx, org_id, mos, sql`r.planned_quantity - m.planned_quantity`)
  const ids = mos.map(({ id }) => id)
  const over = await rows(
    tx,
    sql<{
      id: string
      over: Quantity
    }>`select c.id, e.covers - greatest(c.required_quantity - c.picked_quantity, 0) as over
      from mo_component c join (select component_id, sum(covers) as covers from (${coveringEdges(org_id, ids)}) x group by 1) e on e.component_id = c.id
      where c.org_id = ${org_id} and e.covers > greatest(c.required_quantity - c.picked_quantity, 0) order by c.id`,
  )
  const edges = Map.groupBy(
    await rows(tx, sql<CoveringEdge>`${coveringEdges(org_id, ids)}`),
    ({ component_id }) => component_id,
  )
  const off = over.flatMap(({ id, over }) => givenUp(edges.get(id) ?? [], over))
  const less = off.map(([{ id }, quantity]) => ({ id, quantity }))
  await sql`delete from mo_assignment a using ${recordset(less, sql`id uuid, quantity numeric`)} as r
    where a.org_id = ${org_id} and a.id = r.id and a.quantity <= r.quantity`.execute(tx)
  await sql`update mo_assignment a set quantity = a.quantity - r.quantity,
      made_for_quantity = least(a.made_for_quantity, a.quantity - r.quantity)
    from ${recordset(less, sql`id uuid, quantity numeric`)} as r where a.org_id = ${org_id} and a.id = r.id`.execute(tx)
  return stockOf(off.map(([{ source_type, source_id }, quantity]) => ({ source_type, source_id, quantity })))
}

export interface CoveringEdge {
  readonly id: string
  readonly mo_id: string
  readonly component_id: string
  readonly source_type: number
  readonly source_id: string
  readonly quantity: Quantity
  /** In units of the component: of what stands in for it more or less is taken. */
  readonly covers: Quantity
  readonly locked: boolean
}
/** What covers the components of these work orders. */
export const coveringEdges = (org_id: string, mo_ids: readonly string[]): RawBuilder<unknown> =>
  sql`select a.id, a.mo_id, a.component_id, a.source_type, a.source_id, trim_scale(a.quantity) as quantity,
      trim_scale(a.quantity / coalesce(nullif(s.ratio, 0), 1)) as covers, a.locked
    from mo_assignment a join mo_component c on c.org_id = a.org_id and c.id = a.component_id
      join mo m on m.org_id = a.org_id and m.id = a.mo_id
      left join material_bom_line l on l.org_id = a.org_id and l.bom_id = m.material_bom_id and l.material_id = c.material_id
      left join lateral (
        select (x ->> 'ratio')::numeric as ratio from jsonb_array_elements(coalesce(l.substitutes, '[]'::jsonb)) x
        where (x ->> 'material_id')::uuid = a.material_id and a.material_id <> c.material_id limit 1
      ) s on true
    where a.org_id = ${org_id} and ${among(sql`a.mo_id`, mo_ids)}`

/** Takes work orders away, which are locked; what they held is to be released by the caller. */
export async function removeMos(tx: Tx, org_id: string, ids: readonly string[]): Promise<Occupation[]> {
  if (ids.length === 0) return []
  const freed = await freeMaterial(tx, org_id, ids)
  await sql`update mo set parent_mo_id = null where org_id = ${org_id} and ${among(sql`parent_mo_id`, ids)}`.execute(tx)
  await dropAttachmentsOf(tx, org_id, 'mo', ids)
  await sql`delete from mo where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
  return freed
}

/** `for_parent`: how much more of `m`, given `r`, is made for its parent. */
async function giveQuantities(
  tx: Tx,
  org_id: string,
  mos: readonly Resized[],
  for_parent: RawBuilder<unknown>,
): Promise<void> {
  const planned = new Map(mos.map(mo => [mo.id, mo.planned_quantity]))
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
  await sql`update mo m set planned_quantity = r.planned_quantity, made_for_quantity = case when m.made_for_quantity is not null then greatest(0, m.made_for_quantity + ${for_parent}) end
    from ${recordset(mos, sql`id uuid, planned_quantity numeric`)} as r where m.org_id = ${org_id} and m.id = r.id`.execute(
    tx,
  )
  await sql`update mo_component c set required_quantity = r.required_quantity from ${recordset(needs, sql`id uuid, required_quantity numeric`)} as r
    where c.org_id = ${org_id} and c.id = r.id`.execute(tx)
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
