import { negate, type Quantity } from '@qitao/core/quantity.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { type Movement, placeKey, placeOf } from '../model/ledger.rules.ts'
import { movementType } from '../model/movement-type.ts'
import { post } from './ledger.ts'
import { outOfBins } from './lots.ts'

/** Goods that go from one bin to another as they are: same lot, same quality. */
export interface Move {
  readonly material_id: string
  readonly lot_number: string
  readonly from_location_id: string
  readonly to_location_id: string
  readonly quantity: Quantity
  /** The document that moves them. */
  readonly source: { readonly id: string; readonly no: string; readonly type: string }
}
interface Age {
  supplier_id: string | null
  first_in_time: number
  expire_time: number | null
}

/**
 * Moves goods between bins: two movements of one transfer for each. They keep their age, their expiry and their supplier; what
 * work orders occupy stays where it was assigned (5913), and what is not there is refused (5901). Stock is locked by it: last.
 */
export async function moveGoods(tx: Tx, org_id: string, moves: readonly Move[]): Promise<void> {
  const taken = await outOfBins(
    tx,
    org_id,
    moves.map(({ material_id, lot_number, from_location_id: location_id, to_location_id, quantity, source }) => ({
      ...{ material_id, lot_number, location_id, to_location_id, quantity: negate(quantity) },
      ...{ receipt_no: source.no, source_type: source.type, source_id: source.id },
      movement_type: movementType.codes.transfer,
    })),
  )
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
  const movements = taken.flatMap(({ to_location_id, ...out }): Movement[] => [
    out,
    {
      ...out,
      ...ages.get(placeKey(placeOf(out))),
      ...{ location_id: to_location_id, container_id: null, quantity: negate(out.quantity) },
    },
  ])
  await post(tx, { org_id, movements })
}
