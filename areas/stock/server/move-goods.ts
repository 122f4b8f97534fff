import { isNegative, least, negate, type Quantity, subtract } from '@qitao/core/quantity.ts'
import type { Instant } from '@qitao/core/time.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { type Movement, placeKey, placeOf, transferSource } from '../model/ledger.rules.ts'
import { movementType } from '../model/movement-type.ts'
import { type StockRow, spreadOverContainers } from '../model/picking.rules.ts'
import { makePlaces, post } from './ledger.ts'
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
/** What was in one row and is in another now: who counts on it is to follow. */
export interface Carried {
  readonly source_id: string
  readonly material_id: string
  readonly inventory_id: string
  /** What of it work orders occupied. */
  readonly quantity: Quantity
  readonly moved: Quantity
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
  await lockBothEnds(tx, org_id, moves)
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
  const ages = await agesOf(tx, org_id, taken)
  const movements = all.flatMap((movement): Movement[] => {
    const { to_location_id, arrives_time = null, ...from } = movement
    if (to_location_id === null) return [from]
    const { from_occupied: _, ...goods } = from
    const to = { location_id: to_location_id, container_id: null, quantity: negate(from.quantity), arrives_time }
    return [from, { ...goods, ...ages.get(placeKey(placeOf(from))), ...to }]
  })
  const posted = await post(tx, { org_id, movements })
  return movements.flatMap(({ movement_type, material_id, quantity, from_occupied = '0' }, index) => {
    if (movement_type !== movementType.codes.transfer || !isNegative(quantity)) return []
    const [source, target] = [posted[index]!, posted[index + 1]!]
    return [
      {
        ...{ source_id: source.inventory_id, material_id, inventory_id: target.inventory_id },
        ...{ quantity: from_occupied, moved: negate(quantity) },
      },
    ]
  })
}
/** Where goods are and where they go, in one order: two who move goods of one kind against each other wait instead of blocking. */
async function lockBothEnds(tx: Tx, org_id: string, moves: readonly Move[]): Promise<void> {
  const places = moves.flatMap(({ material_id, lot_number, from_location_id, to_location_id }) =>
    [from_location_id, to_location_id].flatMap(location_id =>
      location_id === null ? [] : [placeOf({ material_id, lot_number, location_id })],
    ),
  )
  await makePlaces(tx, org_id, places)
  const ends = recordset(places, sql`material_id uuid, lot_number text, location_id uuid`)
  await sql`select from inventory t where t.org_id = ${org_id} and exists (select from ${ends} r
      where t.material_id = r.material_id and t.location_id = r.location_id and t.lot_number = r.lot_number)
    order by t.id for no key update`.execute(tx)
}
/** Movements out of bins, each followed by the one that puts the same goods elsewhere, as old as they were. */
export async function putElsewhere(
  tx: Tx,
  org_id: string,
  taken: readonly Movement[],
  into: (
    movement: Movement,
  ) => Pick<Movement, 'movement_type' | 'location_id' | 'quality_status'> &
    Pick<Partial<Movement>, 'container_id' | 'release_time'>,
): Promise<Movement[]> {
  const ages = await agesOf(tx, org_id, taken)
  return taken.flatMap(movement => {
    const { from_occupied: _, ...goods } = movement
    const to = { container_id: null, quantity: negate(movement.quantity), ...into(movement) }
    return [movement, { ...goods, ...ages.get(placeKey(placeOf(movement))), ...to }]
  })
}

const isGone = ({ to_location_id }: Pick<Move, 'to_location_id'>): boolean => to_location_id === null

/** Goods that stay where they are and become of another quality. */
export interface Grade {
  readonly material_id: string
  readonly lot_number: string
  readonly location_id: string
  readonly quantity: Quantity
  /** The document that says so. */
  readonly source: { readonly id: string; readonly no: string; readonly type: string }
  readonly from_quality: number
  readonly to_quality: number
  /** Into what is to be inspected: when it is expected to be released. */
  readonly release_time?: Instant
}
export interface Graded extends Pick<Grade, 'material_id' | 'quantity' | 'to_quality'> {
  /** The balance that they were in, and the one that they are in now. */
  readonly from_inventory_id: string
  readonly inventory_id: string
}
/**
 * Goods change their quality: two movements for each. As moved goods they keep what they were. What work orders occupy goes out with
 * them: the caller tells those orders; of `free` goods only it stays with them, and is refused (5913). What is not there is refused
 * (5901). Stock is locked by it: last.
 */
export async function gradeGoods(
  tx: Tx,
  org_id: string,
  grades: readonly Grade[],
  which: 'all' | 'free' = 'all',
): Promise<Graded[]> {
  const places = grades.flatMap(({ material_id, location_id, lot_number, from_quality, to_quality }) =>
    [from_quality, to_quality].map(quality_status => placeOf({ material_id, location_id, lot_number, quality_status })),
  )
  await makePlaces(tx, org_id, places)
  const there = recordset(places, sql`material_id uuid, location_id uuid, lot_number text, quality_status smallint`)
  const found = await rows(
    tx,
    sql<StockRow>`select t.id as inventory_id, t.material_id, t.location_id, t.lot_number, t.quality_status, t.container_id, t.quantity, t.occupied_quantity
      from inventory t where t.org_id = ${org_id} and exists (select from ${there} r where t.material_id = r.material_id
        and t.location_id = r.location_id and t.lot_number = r.lot_number and t.quality_status = r.quality_status)
      order by t.id for no key update`,
  )
  const occupied = new Map(which === 'free' ? [] : found.map(row => [placeKey(row), row.occupied_quantity]))
  const taken = spreadOverContainers(
    which === 'free' ? found : found.map(row => ({ ...row, occupied_quantity: '0' })),
    grades.map(({ material_id, lot_number, location_id, from_quality: quality_status, quantity, source, ...to }) => ({
      ...{ material_id, lot_number, location_id, quality_status, quantity: negate(quantity) },
      ...{ to_quality: to.to_quality, release_time: to.release_time ?? null },
      ...{ receipt_no: source.no, source_type: source.type, source_id: source.id },
      movement_type: movementType.codes.inspection,
    })),
  )
  const ages = await agesOf(tx, org_id, taken)
  const movements = taken.flatMap(({ to_quality, release_time, ...out }): Movement[] => {
    const from = placeKey(placeOf(out))
    const from_occupied = least(occupied.get(from) ?? '0', negate(out.quantity))
    occupied.set(from, subtract(occupied.get(from) ?? '0', from_occupied))
    const into = { ...out, ...ages.get(from), quality_status: to_quality, quantity: negate(out.quantity), release_time }
    return [{ ...out, from_occupied }, into]
  })
  const posted = await post(tx, { org_id, movements })
  return taken.map(({ material_id, quantity, to_quality }, index) => ({
    ...{ material_id, to_quality, quantity: negate(quantity) },
    from_inventory_id: posted[index * 2]!.inventory_id,
    inventory_id: posted[index * 2 + 1]!.inventory_id,
  }))
}

/** How old goods are that are taken out, and whose they were. */
async function agesOf(tx: Tx, org_id: string, taken: readonly Movement[]): Promise<ReadonlyMap<string, Age>> {
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
  return new Map(
    found.map(({ supplier_id, first_in_time, expire_time, ...place }) => [
      placeKey(place),
      { supplier_id, first_in_time, expire_time },
    ]),
  )
}
