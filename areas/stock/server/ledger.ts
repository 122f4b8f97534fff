import { generalErrors } from '@qitao/core/general.errors.ts'
import { isZero, type Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import {
  type Balance,
  decidePosting,
  type Movement,
  placeKey,
  placeOf,
  type StockPlace,
} from '../model/ledger.rules.ts'

/**
 * The only place where stock changes. Movements are added and balances updated in one transaction. Rows are locked in
 * one order, so that two postings wait for each other instead of blocking each other; post everything of a transaction
 * in one call.
 */
export interface Posted {
  readonly inventory_id: string
  /** Of the row, after this movement. */
  readonly balance: Quantity
}

/** Posts in the given order; answers in the same order. Refuses 5901, 5913, 5914, 5010 (material or bin unknown). */
export async function post(
  tx: Tx,
  { org_id, movements }: { org_id: string; movements: readonly Movement[] },
): Promise<Posted[]> {
  if (movements.length === 0) return []
  if (movements.some(({ quantity }) => isZero(quantity))) throw new RangeError('a movement moves something')
  const places = [...new Map(movements.map(movement => [placeKey(placeOf(movement)), placeOf(movement)])).values()]
  const { balances, now } = await lockPlaces(tx, org_id, places)
  const decided = decidePosting(balances, movements, now)
  await sql`update inventory t set quantity = r.quantity, occupied_quantity = r.occupied_quantity,
      supplier_id = r.supplier_id, first_in_time = r.first_in_time, expire_time = r.expire_time, arrives_time = r.arrives_time, release_time = r.release_time, updated_time = ${now}
    from ${recordset(decided.changed, sql`id uuid, quantity numeric, occupied_quantity numeric, supplier_id uuid, first_in_time bigint, expire_time bigint, arrives_time bigint, release_time bigint`)} r
    where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  const idOf = (movement: Movement) => balances.get(placeKey(placeOf(movement)))!.id
  const added = movements.map((movement, position) => ({
    ...movement,
    ...placeOf(movement),
    position,
    inventory_id: idOf(movement),
    balance: decided.balances[position],
  }))
  await sql`insert into stock_movement (inventory_id, movement_type, material_id, quantity, balance, location_id,
      lot_number, quality_status, container_id, receipt_no, source_type, source_id, mo_id, movement_time)
    select inventory_id, movement_type, material_id, quantity, balance, location_id,
      lot_number, quality_status, container_id, receipt_no, source_type, source_id, mo_id, coalesce(movement_time, epoch_now())
    from ${recordset(
      added,
      sql`position integer, inventory_id uuid, movement_type smallint, material_id uuid, quantity numeric, balance numeric,
        location_id uuid, lot_number text, quality_status smallint, container_id uuid, receipt_no text, source_type text, source_id uuid, mo_id uuid, movement_time bigint`,
    )} r order by position`.execute(tx)
  return movements.map((movement, position) => ({
    inventory_id: idOf(movement),
    balance: decided.balances[position]!,
  }))
}

/**
 * Balance rows of the places where there are none. Whoever locks rows before he posts makes those first that he will need: one who
 * makes a row while he holds others may wait for one who has made it and waits for those.
 */
export async function makePlaces(tx: Tx, org_id: string, places: readonly StockPlace[]): Promise<void> {
  const made = places
    .map(place => ({ ...place, key: placeKey(place), id: newId() }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
  await sql`insert into inventory (id, material_id, location_id, lot_number, quality_status, container_id)
    select r.id, r.material_id, r.location_id, r.lot_number, r.quality_status, r.container_id
    from ${recordset(made, sql`id uuid, key text, material_id uuid, location_id uuid, lot_number text, quality_status smallint, container_id uuid`)} r
    where not exists (select from inventory t where t.org_id = ${org_id} and t.material_id = r.material_id
      and t.location_id = r.location_id and t.lot_number = r.lot_number and t.quality_status = r.quality_status
      and t.container_id is not distinct from r.container_id)
    order by r.key
    on conflict do nothing`.execute(tx)
}

/**
 * The balance rows of the places, made where there are none, and locked. A missing row is inserted with zero and then
 * updated: an upsert with the difference would be checked against "not negative" before it is added.
 */
async function lockPlaces(
  tx: Tx,
  org_id: string,
  places: readonly StockPlace[],
): Promise<{ balances: Map<string, Balance>; now: number }> {
  await makePlaces(tx, org_id, places)
  const list = recordset(
    places,
    sql`material_id uuid, location_id uuid, lot_number text, quality_status smallint, container_id uuid`,
  )
  const here = sql`t.org_id = ${org_id} and exists (select from ${list} r where t.material_id = r.material_id
      and t.location_id = r.location_id and t.lot_number = r.lot_number and t.quality_status = r.quality_status
      and t.container_id is not distinct from r.container_id)`
  await sql`select from inventory t where ${here} order by t.id for no key update`.execute(tx)
  const found = await rows(
    tx,
    sql<
      Balance & { now: number }
    >`select t.id, t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id, t.quantity,
        t.occupied_quantity, t.supplier_id, t.first_in_time, t.expire_time, t.arrives_time, t.release_time, m.code as material_code, m.lot_managed,
        m.shelf_life, l.code as location_code, l.transit, l.supplier_id is not null as at_supplier, epoch_now() as now,
        exists (select from bin_in_count c where c.org_id = t.org_id and c.location_id = t.location_id and c.frozen) as frozen
      from inventory t
      join material m on m.org_id = t.org_id and m.id = t.material_id
      join location l on l.org_id = t.org_id and l.id = t.location_id
      where ${here}`,
  )
  if (found.length !== places.length) refuse(generalErrors.recordNotFound)
  return { balances: new Map(found.map(row => [placeKey(row), row])), now: found[0]!.now }
}
