import { add, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { lockPurchaseOrdersOf } from '@qitao/purchasing/server'
import { occupy } from '@qitao/stock/server'
import { sql } from 'kysely'
import { moStatus, stockSources, supplySource } from '../../model/mo/mo.status.ts'
import type { BookedComponent } from '../../model/plan/material-snapshot.ts'
import { type NeedOfPromise, type PassableHold, partsToPass } from '../../model/plan/promise-holds.rules.ts'
import { precisionsOf } from '../mo/create-mos.ts'
import { lockMos } from '../mo/mo.queries.ts'
import { startsOf } from './lead-times.ts'
import { withSubstitutes } from './load-books.ts'
import { lessenHolds, unassigned } from './promise-holds.ts'
import { refreshKits } from './refresh-kits.ts'

/** What a promise holds goes to the work orders that keep it. */
const { completed } = moStatus.codes

/** What is held for order lines of what comes: lines of purchase orders, and work orders. */
export interface HeldSources {
  readonly purchase_line_ids: readonly string[]
  readonly mo_ids: readonly string[]
}
/**
 * For these order lines, which `passHolds` is to serve. They are locked with the first locks of a transaction: who receives what
 * comes gives it to those who hold it then, and would not see who is given it meanwhile.
 */
export async function heldSources(tx: Tx, org_id: string, line_ids: readonly string[]): Promise<HeldSources> {
  const holds = await rows(
    tx,
    sql<{ source_id: string; source_type: number }>`select distinct source_id, source_type from supply_hold
      where org_id = ${org_id} and kept_until is null and ${among(sql`order_line_id`, line_ids)}`,
  )
  const ofType = (type: number) =>
    holds.flatMap(({ source_type, source_id }) => (source_type === type ? source_id : []))
  return {
    purchase_line_ids: ofType(supplySource.codes.in_transit),
    mo_ids: ofType(supplySource.codes.in_production),
  }
}
/** The same for all lines that these work orders make for. */
export async function heldSourcesOf(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<HeldSources> {
  return heldSources(tx, org_id, [...(await linesServed(tx, org_id, mo_ids)).values()].flat())
}
/** Locks these work orders with what is held of what comes for the lines that they make for. */
export async function lockWithHeld(tx: Tx, org_id: string, mo_ids: readonly string[]): Promise<void> {
  const held = await heldSourcesOf(tx, org_id, mo_ids)
  await lockPurchaseOrdersOf(tx, org_id, held.purchase_line_ids)
  await lockMos(tx, org_id, [...mo_ids, ...held.mo_ids])
}

/** What confirmed promises hold for these order lines; what they hold of the product itself is the order's own by then. */
const confirmedHolds = (tx: Tx, org_id: string, line_ids: readonly string[], lock = sql``): Promise<HoldToPass[]> =>
  rows(
    tx,
    sql<HoldToPass>`select h.id, h.inquiry_id, h.order_line_id, h.material_id, h.source_type, h.source_id, h.quantity, h.created_by, h.created_time
      from supply_hold h where h.org_id = ${org_id} and ${among(sql`h.order_line_id`, line_ids)} and h.kept_until is null and not h.is_product
      order by h.created_time, h.id ${lock}`,
  )
/** How much of which material they hold for each line. */
export async function heldForLines(
  tx: Tx,
  org_id: string,
  line_ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, Quantity>>> {
  const all = new Map<string, Map<string, Quantity>>()
  for (const { order_line_id, material_id, quantity } of await confirmedHolds(tx, org_id, line_ids)) {
    const of = all.get(order_line_id) ?? new Map<string, Quantity>()
    all.set(order_line_id, of.set(material_id, add(of.get(material_id) ?? '0', quantity)))
  }
  return all
}
interface HoldToPass extends PassableHold {
  readonly inquiry_id: string
  readonly source_type: number
  readonly created_by: string | null
  readonly created_time: Instant | null
}

/**
 * What promises hold for these order lines goes to the work orders that make them, as far as those need it: it is locked for them,
 * with who has promised it and when. Nobody can come between. Answers the
 * work orders that have got something; they are locked by the caller, or new. Stock is locked, so this comes last.
 */
export async function passHolds(
  tx: Tx,
  org_id: string,
  line_ids: readonly (string | null)[],
  now: Instant,
): Promise<string[]> {
  const lines = [...new Set(line_ids.filter(id => id !== null))]
  const seen = lines.length === 0 ? [] : await confirmedHolds(tx, org_id, lines)
  if (seen.length === 0) return []
  const needs = await openNeeds(tx, org_id, lines, now)
  if (needs.length === 0) return []
  const source_ids = [...new Set(seen.map(({ source_id }) => source_id))]
  await sql`select from inventory where org_id = ${org_id} and ${among(sql`id`, source_ids)} order by id for no key update`.execute(
    tx,
  )
  const known = new Set(source_ids)
  const holds = (await confirmedHolds(tx, org_id, lines, sql`for update`)).filter(one => known.has(one.source_id))
  const given = partsToPass(holds, await unassigned(tx, org_id, source_ids), needs)
  if (given.length === 0) return []
  const holdOf = new Map(holds.map(one => [one.id, one]))
  const edges = given.map(({ id, mo_id, component_id, quantity }) => {
    const { inquiry_id, order_line_id, material_id, source_type, source_id, created_by, created_time } = holdOf.get(id)!
    return {
      ...{ id: newId(), mo_id, component_id, material_id, source_type, source_id, quantity, inquiry_id, order_line_id },
      ...{ created_by, created_time },
    }
  })
  await sql`insert into mo_assignment (id, mo_id, component_id, material_id, source_type, source_id, quantity, available_time, locked, locked_by, locked_time, inquiry_id, promised_line_id)
    select r.id, r.mo_id, r.component_id, r.material_id, r.source_type, r.source_id, r.quantity,
      coalesce(i.arrives_time, p.eta, o.eta, m.planned_finish_time, ${now}::bigint), true, r.created_by, r.created_time, r.inquiry_id, r.order_line_id
    from ${recordset(
      edges,
      sql`id uuid, mo_id uuid, component_id uuid, material_id uuid, source_type smallint, source_id uuid, quantity numeric, inquiry_id uuid, order_line_id uuid,
        created_by uuid, created_time bigint`,
    )} as r
      left join inventory i on i.org_id = ${org_id} and i.id = r.source_id
      left join purchase_order_line p on p.org_id = ${org_id} and p.id = r.source_id
      left join purchase_order o on o.org_id = p.org_id and o.id = p.order_id
      left join mo m on m.org_id = ${org_id} and m.id = r.source_id`.execute(tx)
  await lessenHolds(tx, org_id, given)
  await occupy(tx, {
    org_id,
    occupations: edges
      .filter(({ source_type }) => stockSources.some(code => code === source_type))
      .map(({ source_id, quantity }) => ({ inventory_id: source_id, quantity })),
  })
  const mo_ids = [...new Set(given.map(({ mo_id }) => mo_id))]
  await refreshKits(tx, org_id, mo_ids, now)
  return mo_ids
}

/** The order lines that each of these work orders makes for, directly or through the orders that it makes for. */
export async function linesServed(
  tx: Tx,
  org_id: string,
  mo_ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = await rows(
    tx,
    sql<{ mo_id: string; line_ids: string[] }>`with recursive over as (
        select id as mo_id, parent_mo_id, order_line_id || served_line_ids as line_ids from mo where org_id = ${org_id} and ${among(sql`id`, mo_ids)}
        union select o.mo_id, p.parent_mo_id, p.order_line_id || p.served_line_ids from over o join mo p on p.org_id = ${org_id} and p.id = o.parent_mo_id
      ) select o.mo_id, array_agg(distinct l.id::text order by l.id::text) as line_ids from over o cross join unnest(o.line_ids) as l(id)
      where l.id is not null group by o.mo_id`,
  )
  return new Map(found.map(({ mo_id, line_ids }) => [mo_id, line_ids]))
}
/** `passHolds` for all lines that these work orders make for. */
export async function passHoldsTo(tx: Tx, org_id: string, mo_ids: readonly string[], now: Instant): Promise<string[]> {
  return passHolds(tx, org_id, [...(await linesServed(tx, org_id, mo_ids)).values()].flat(), now)
}

/** What components of the work orders of these lines lack, those of the line's own product first. */
async function openNeeds(tx: Tx, org_id: string, line_ids: readonly string[], now: Instant): Promise<NeedOfPromise[]> {
  const orders = await rows(
    tx,
    sql<{
      id: string
      material_bom_id: string | null
      material_id: string
      planned_quantity: Quantity
      delivery_date: Instant
      planned_start_time: Instant | null
      line_ids: string[]
    }>`with recursive own as (
        select id, order_line_id as line_id, 0 as level from mo where org_id = ${org_id} and ${among(sql`order_line_id`, line_ids)}
        union all select m.id, l.line_id, case when sl.material_id = m.material_id then 0 else 1 end from mo m, unnest(m.served_line_ids) as l(line_id)
            join sales_order_line sl on sl.org_id = ${org_id} and sl.id = l.line_id
          where m.org_id = ${org_id} and m.served_line_ids <> '{}' and ${among(sql`l.line_id`, line_ids)}
        union select c.id, p.line_id, p.level + 1 from own p join mo c on c.org_id = ${org_id} and c.parent_mo_id = p.id
      ) select m.id, m.material_bom_id, m.material_id, m.planned_quantity, m.delivery_date, m.planned_start_time, array_agg(p.line_id::text order by p.line_id) as line_ids from own p
        join mo m on m.org_id = ${org_id} and m.id = p.id
      where m.status < ${completed} group by m.org_id, m.id order by min(p.level), m.priority, m.delivery_date, m.no`,
  )
  const starts = await startsOf(tx, org_id, orders, now)
  const components = await withSubstitutes(
    tx,
    org_id,
    orders.map((order, index) => ({ ...order, start_time: starts[index]! })),
    await rows(
      tx,
      sql<Omit<BookedComponent, 'substitutes'>>`select id, mo_id, operation_sequence, planned_start_time, material_id,
          greatest(0, required_quantity - assigned_quantity) as required_quantity, picked_quantity
        from mo_component where org_id = ${org_id} and ${among(
          sql`mo_id`,
          orders.map(({ id }) => id),
        )} order by line_no`,
    ),
  )
  const precisions = await precisionsOf(
    tx,
    org_id,
    components.flatMap(one => [one.material_id, ...one.substitutes.map(({ material_id }) => material_id)]),
  )
  const ofOrder = Map.groupBy(components, ({ mo_id }) => mo_id)
  return orders.flatMap(({ id, line_ids: lines }) =>
    (ofOrder.get(id) ?? []).map(
      ({ id: component_id, mo_id, material_id, required_quantity, picked_quantity, ...one }) => ({
        ...{ component_id, mo_id, line_ids: lines, open: subtract(required_quantity, picked_quantity) },
        stand: [{ material_id, ratio: '1' }, ...one.substitutes].map(of => ({
          ...of,
          precision: precisions.get(of.material_id) ?? 0,
        })),
      }),
    ),
  )
}
