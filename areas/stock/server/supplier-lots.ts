import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

interface LotInBin {
  readonly material_id: string
  readonly lot_number: string
  readonly location_id: string
}
const keyOf = ({ material_id, lot_number, location_id }: LotInBin): string =>
  `${material_id}|${lot_number}|${location_id}`

/** By which supplier's number each lot is found in its bin: absent where it has none, or another lot there came with the same. */
export async function supplierLotsInBins(
  tx: Tx,
  org_id: string,
  lots: readonly LotInBin[],
): Promise<(lot: LotInBin) => string | null> {
  const told = lots.filter(({ lot_number }) => lot_number !== '')
  if (told.length === 0) return () => null
  const asked = told.map(({ material_id, lot_number, location_id }) => ({ material_id, lot_number, location_id }))
  const found = await rows(
    tx,
    sql<LotInBin & { supplier_lot: string }>`select distinct r.material_id, r.lot_number, r.location_id, s.supplier_lot
      from ${recordset(asked, sql`material_id uuid, lot_number text, location_id uuid`)} r
        join stock_lot s on s.org_id = ${org_id} and s.material_id = r.material_id and s.lot_number = r.lot_number
      where s.supplier_lot is not null and not exists (
        select from inventory i join stock_lot o on o.org_id = i.org_id and o.material_id = i.material_id and o.lot_number = i.lot_number
        where i.org_id = ${org_id} and i.material_id = r.material_id and i.location_id = r.location_id and i.lot_number <> r.lot_number
          and i.quantity > 0 and o.supplier_lot = s.supplier_lot)`,
  )
  const byLot = new Map(found.map(one => [keyOf(one), one.supplier_lot]))
  return lot => byLot.get(keyOf(lot)) ?? null
}
