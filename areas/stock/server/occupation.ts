import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { decideOccupation, type Occupation, type OccupiedRow } from '../model/occupation.rules.ts'
import { stockErrors } from '../model/stock.errors.ts'

/**
 * Occupation: stock taken for work orders, not yet issued. Who holds it stands with the holder (manufacturing's
 * assignments); here stands how much of a row is held, and it never exceeds what is there.
 */
interface Occupations {
  readonly org_id: string
  readonly occupations: readonly Occupation[]
}

/** Refuses 5511 (not above 0 at the unit's precision), 5512 (more than is free), 5010. */
export const occupy = (tx: Tx, of: Occupations): Promise<void> => change(tx, of, 1)
/** Refuses 5511; 5023 when less is occupied than is to be released. */
export const release = (tx: Tx, of: Occupations): Promise<void> => change(tx, of, -1)

async function change(tx: Tx, { org_id, occupations }: Occupations, direction: 1 | -1): Promise<void> {
  if (occupations.length === 0) return
  const ids = [...new Set(occupations.map(({ inventory_id }) => inventory_id))]
  await sql`select from inventory where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )
  const found = await rows(
    tx,
    sql<OccupiedRow>`select t.id, t.quantity, t.occupied_quantity, u.precision, m.code as material_code,
        l.code as location_code, t.lot_number
      from inventory t
      join material m on m.org_id = t.org_id and m.id = t.material_id
      join unit u on u.org_id = m.org_id and u.id = m.unit_id
      join location l on l.org_id = t.org_id and l.id = t.location_id
      where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )
  const changed = decideOccupation(new Map(found.map(row => [row.id, row])), occupations, direction)
  await saveOccupied(tx, org_id, changed)
}

/**
 * The occupation of these rows becomes what their holders say (`holders`: a query of inventory_id and quantity). They are asked
 * once the rows are locked: whoever holds otherwise meanwhile waits for that lock, and counts on from here. Refuses 5512 when a
 * row has less than is held of it, 5010 when a row is not there.
 */
export async function occupyExactly(
  tx: Tx,
  {
    org_id,
    inventory_ids,
    holders,
  }: { org_id: string; inventory_ids: readonly string[]; holders: RawBuilder<unknown> },
): Promise<void> {
  const ids = [...new Set(inventory_ids)]
  if (ids.length === 0) return
  const locked = await rows(
    tx,
    sql`select id from inventory where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`,
  )
  if (locked.length !== ids.length) refuse(generalErrors.recordNotFound)
  const changed = await rows(
    tx,
    sql<{
      id: string
      quantity: string
      occupied_quantity: string
    }>`select t.id, t.quantity, coalesce(sum(h.quantity), 0) as occupied_quantity from inventory t
      left join (${holders}) h on h.inventory_id = t.id
      where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} group by t.org_id, t.id`,
  )
  if (changed.some(({ quantity, occupied_quantity }) => isMore(occupied_quantity, quantity)))
    refuse(stockErrors.occupiedOverAvailable)
  await saveOccupied(tx, org_id, changed)
}

async function saveOccupied(
  tx: Tx,
  org_id: string,
  changed: readonly { id: string; occupied_quantity: string }[],
): Promise<void> {
  if (changed.length === 0) return
  await sql`update inventory t set occupied_quantity = r.occupied_quantity, updated_time = epoch_now()
    from ${recordset(changed, sql`id uuid, occupied_quantity numeric`)} r
    where t.org_id = ${org_id} and t.id = r.id and t.occupied_quantity <> r.occupied_quantity`.execute(tx)
}
