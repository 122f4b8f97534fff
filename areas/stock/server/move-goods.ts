import { negate, type Quantity } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { type Movement, placeKey, placeOf, transferSource } from '../model/ledger.rules.ts'
import { movementType } from '../model/movement-type.ts'
import { post } from './ledger.ts'
import { outOfBins } from './lots.ts'

/** Goods that go from one bin to another as they are: same lot, same quality. */
export interface Move {
  readonly material_id: string
  readonly lot_number: string
  readonly from_location_id: string
  /** Null: they are gone, and leave stock. */
  readonly to_location_id: string | null
  readonly quantity: Quantity
  /** When they are expected, of goods that are sent first. */
  readonly arrives_time?: Instant | null
  /** The transfer that moves them. */
  readonly transfer: { readonly id: string; readonly no: string }
}
/** What work orders occupied of a row and is in another now: its holders are to follow. */
export interface Carried {
  readonly source_id: string
  readonly material_id: string
  readonly inventory_id: string
  readonly quantity: Quantity
}
interface Age {
  supplier_id: string | null
  first_in_time: number
  expire_time: number | null
}

type Moving = Movement & Pick<Move, 'to_location_id'>

/**
 * Moves goods between bins: two movements of one transfer for each. They keep their age, their expiry and their supplier. What is
 * free goes first, then what work orders occupy, as much of each row as `along` says; of what goes out of stock nothing that is
 * occupied. The rest of it stays where it was assigned (5913), and what is not there is refused (5901). Stock is locked by it: last.
 */
export async function moveGoods(
  tx: Tx,
  org_id: string,
  moves: readonly Move[],
  along?: ReadonlyMap<string, Quantity>,
): Promise<Carried[]> {
  // What is gone takes of what is free before anything else does.
  const [gone, kept] = [moves.filter(isGone), moves.filter(move => !isGone(move))]
  const all = await outOfBins(
    tx,
    org_id,
    [...gone, ...kept].map(
      ({ material_id, lot_number, from_location_id, quantity, transfer, ...to }): Moving => ({
        ...{ material_id, lot_number, location_id: from_location_id, ...to, quantity: negate(quantity) },
        ...{ receipt_no: transfer.no, source_type: transferSource, source_id: transfer.id },
        movement_type: isGone(to) ? movementType.codes.other_out : movementType.codes.transfer,
      }),
    ),
    along,
  )
  const taken = all.filter(movement => !isGone(movement))
  const places = taken.map(placeOf)
  const found = await rows(
    tx,
    sql<
      ReturnType<typeof placeOf> & Age
    >`select t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id,
        t.supplier_id, t.first_in_time, t.expire_time
      from inventory t join ${recordset(places, sql`material_id uuid, location_id uuid, lot_number text, quality_status smallint, container_id uuid`)} r
        on t.material_id = r.material_id and t.location_id = r.location_id and t.lot_number = r.lot_number
          and t.quality_status = r.quality_status and t.container_id is not distinct from r.container_id
      where t.org_id = ${org_id}`,
  )
  const ages = new Map(
    found.map(({ supplier_id, first_in_time, expire_time, ...place }) => [
      placeKey(place),
      { supplier_id, first_in_time, expire_time },
    ]),
  )
  const movements = all.flatMap((movement): Movement[] => {
    const { to_location_id, arrives_time = null, ...from } = movement
    if (to_location_id === null) return [from]
    const { from_occupied: _, ...goods } = from
    const to = { location_id: to_location_id, container_id: null, quantity: negate(from.quantity), arrives_time }
    return [from, { ...goods, ...ages.get(placeKey(placeOf(from))), ...to }]
  })
  const posted = await post(tx, { org_id, movements })
  return movements.flatMap(({ material_id, from_occupied: quantity }, index) => {
    if (!quantity) return []
    const [source, target] = [posted[index]!, posted[index + 1]!]
    return [{ source_id: source.inventory_id, material_id, inventory_id: target.inventory_id, quantity }]
  })
}
const isGone = ({ to_location_id }: Pick<Move, 'to_location_id'>): boolean => to_location_id === null
