import { dropAttachmentsOf } from '@qitao/access/server'
import { isPositive, multiply, type Quantity, roundUp } from '@qitao/core/quantity.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Occupation } from '@qitao/stock/model/occupation.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import { moStatus, stockSources, supplySource } from '../../model/mo/mo.status.ts'
import { givenUp } from '../../model/mo/trim.rules.ts'
import { giveBackToPromises } from '../plan/promise-holds.ts'
import { refreshKits } from '../plan/refresh-kits.ts'
import { precisionsOf } from './create-mos.ts'
import { lockMos } from './mo.queries.ts'

interface Resized {
  readonly id: string
  readonly planned_quantity: Quantity
}

/**
 * Another planned quantity: the needs of the components follow. What was assigned is given back, as `freeMaterial` does; who waits for
 * the output keeps what is still made.
 */
export async function rescaleMos(tx: Tx, org_id: string, mos: readonly Resized[], now: number): Promise<Occupation[]> {
  const freed = await freeMaterial(
    tx,
    org_id,
    mos.map(({ id }) => id),
  )
  // What is added is for the parent too, as far as it needs it.
  await giveQuantities(tx, org_id, mos, sql`greatest(r.planned_quantity - m.planned_quantity, 0)`)
  await loseOutput(tx, org_id, mos, now)
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

/** Takes work orders away, which are locked; what they held is to be released by the caller. Who waits for their output is short of it. */
export async function removeMos(tx: Tx, org_id: string, ids: readonly string[], now: number): Promise<Occupation[]> {
  if (ids.length === 0) return []
  const freed = await freeMaterial(tx, org_id, ids)
  await loseOutput(
    tx,
    org_id,
    ids.map(id => ({ id, planned_quantity: '0' })),
    now,
  )
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
 * Gives back all that these work orders hold, what a promise has given them to that promise; they are to be checked again. What others
 * hold of their output stays theirs. Answers what of stock the caller is to release: at the end, as stock is locked last.
 */
export async function freeMaterial(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<Occupation[]> {
  await giveBackToPromises(tx, org_id, mo_ids)
  const released = await rows(
    tx,
    sql<{ source_type: number; source_id: string; quantity: string }>`delete from mo_assignment
      where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)} returning source_type, source_id, quantity`,
  )
  await sql`update mo set material_status = null, kitting_time = null, kitting_days = null, deciding_material_id = null, material_locked = false
    where org_id = ${org_id} and ${among(sql`id`, mo_ids)}`.execute(tx)
  await sql`update mo_component set assigned_quantity = 0, short_quantity = 0, in_stock_quantity = 0, in_transit_quantity = 0,
      in_production_quantity = 0, expected_time = null, material_status = null
    where org_id = ${org_id} and ${among(sql`mo_id`, mo_ids)}`.execute(tx)
  return stockOf(released)
}

/**
 * So much is made of these orders: what others hold beyond it they lose, whose need is least first, and their kits say so. What they
 * keep is theirs as before, with the locks that people have set.
 */
async function loseOutput(tx: Tx, org_id: string, mos: readonly Resized[], now: number): Promise<void> {
  const held = sql`a.org_id = ${org_id} and a.source_type = ${supplySource.codes.in_production}`
  const holders = await rows(
    tx,
    sql<{ mo_id: string }>`select distinct a.mo_id from mo_assignment a where ${held} and ${among(
      sql`a.source_id`,
      mos.map(({ id }) => id),
    )}`,
  )
  if (holders.length === 0) return
  await lockMos(
    tx,
    org_id,
    holders.map(({ mo_id }) => mo_id),
  )
  const over = await rows(
    tx,
    sql<{ id: string; mo_id: string; kept: Quantity }>`select * from (
        select a.id, a.mo_id, a.quantity, least(a.quantity, greatest(0, r.planned_quantity - s.inbound_quantity + a.quantity - sum(a.quantity) over (
            partition by a.source_id order by a.locked desc, m.status >= ${moStatus.codes.to_be_produced} desc, a.made_for_quantity > 0 desc,
              m.priority, m.delivery_date, m.no, a.id))) as kept
        from ${recordset(mos, sql`id uuid, planned_quantity numeric`)} as r join mo s on s.org_id = ${org_id} and s.id = r.id
          join mo_assignment a on ${held} and a.source_id = r.id join mo m on m.org_id = a.org_id and m.id = a.mo_id) e
      where e.kept < e.quantity order by e.id`,
  )
  await sql`delete from mo_assignment where org_id = ${org_id} and ${among(
    sql`id`,
    over.flatMap(({ id, kept }) => (isPositive(kept) ? [] : id)),
  )}`.execute(tx)
  await sql`update mo_assignment a set quantity = r.kept, made_for_quantity = least(a.made_for_quantity, r.kept)
    from ${recordset(
      over.filter(({ kept }) => isPositive(kept)),
      sql`id uuid, kept numeric`,
    )} as r where a.org_id = ${org_id} and a.id = r.id`.execute(tx)
  await refreshKits(tx, org_id, [...new Set(over.map(({ mo_id }) => mo_id))], now)
}

/** Who waited for the output of these orders waits for that of another, which is made in their place. */
export const handOnOutput = (tx: Tx, org_id: string, from_ids: readonly string[], to_id: string): Promise<unknown> =>
  sql`update mo_assignment set source_id = ${to_id} where org_id = ${org_id} and source_type = ${supplySource.codes.in_production}
    and ${among(sql`source_id`, from_ids)}`.execute(tx)

/** The part of assignments that lies on stock rows, as occupations of those rows. */
export const stockOf = (
  assignments: readonly { source_type: number; source_id: string; quantity: string }[],
): Occupation[] =>
  assignments
    .filter(({ source_type }) => stockSources.some(stock => stock === source_type))
    .map(({ source_id, quantity }) => ({ inventory_id: source_id, quantity }))
