import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { type BornLot, expectOneSupplierLot } from '../model/lot-birth.rules.ts'
import { movementType } from '../model/movement-type.ts'

/** Keeps what is known of lots as they come in; of a lot that came before what is said now is added. */
export async function recordLots(tx: Tx, org_id: string, born: readonly BornLot[]): Promise<void> {
  const told = born.filter(lot => lot.lot_number !== '')
  if (!told.some(lot => lot.supplier_lot !== null || lot.production_time !== null || lot.expire_time !== null)) return
  const lots = [...Map.groupBy(told, ({ material_id, lot_number }) => `${material_id}/${lot_number}`).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, of]) => ({
      ...{ id: newId(), material_id: of[0]!.material_id, lot_number: of[0]!.lot_number },
      supplier_lot: of.find(lot => lot.supplier_lot !== null)?.supplier_lot ?? null,
      production_time: earliest(of.flatMap(lot => lot.production_time ?? [])),
      expire_time: earliest(of.flatMap(lot => lot.expire_time ?? [])),
    }))
  const list = recordset(
    lots,
    sql`id uuid, material_id uuid, lot_number text, supplier_lot text, production_time bigint, expire_time bigint`,
  )
  await sql`insert into stock_lot (id, material_id, lot_number) select r.id, r.material_id, r.lot_number from ${list} r
    on conflict (org_id, material_id, lot_number) do nothing`.execute(tx)
  const which = sql`t.org_id = ${org_id} and (t.material_id, t.lot_number) in (select r.material_id, r.lot_number from ${list} r)`
  await sql`select from stock_lot t where ${which} order by t.id for no key update`.execute(tx)
  const known = await rows(
    tx,
    sql<
      Pick<BornLot, 'material_id' | 'lot_number' | 'supplier_lot'>
    >`select t.material_id, t.lot_number, t.supplier_lot from stock_lot t where ${which}`,
  )
  expectOneSupplierLot(told, known)
  await sql`update stock_lot t set supplier_lot = coalesce(r.supplier_lot, t.supplier_lot), production_time = least(r.production_time, t.production_time),
      expire_time = least(r.expire_time, t.expire_time)
    from ${list} r where t.org_id = ${org_id} and t.material_id = r.material_id and t.lot_number = r.lot_number`.execute(
    tx,
  )
}
/** A receipt is taken back before its movements are: of its lots that no other receipt has brought nothing is known any more. */
export async function forgetLots(
  tx: Tx,
  org_id: string,
  receipt_id: string,
  brought: readonly Pick<BornLot, 'material_id' | 'lot_number'>[],
): Promise<void> {
  const lots = brought.filter(({ lot_number }) => lot_number !== '')
  if (lots.length === 0) return
  const which = sql`t.org_id = ${org_id} and (t.material_id, t.lot_number) in
    (select r.material_id, r.lot_number from ${recordset(lots, sql`material_id uuid, lot_number text`)} r)`
  await sql`select from stock_lot t where ${which} order by t.id for no key update`.execute(tx)
  const { transfer, inspection } = movementType.codes
  await sql`update stock_lot t set supplier_lot = null, production_time = null, expire_time = null
    where ${which} and not exists (select from stock_movement v where v.org_id = t.org_id and v.material_id = t.material_id and v.lot_number = t.lot_number
      and v.movement_type not in (${sql.lit(transfer)}, ${sql.lit(inspection)}) and v.source_type = 'receipt' and v.source_id <> ${receipt_id}
      group by v.source_id having sum(v.quantity) > 0)`.execute(tx)
}
const earliest = (times: readonly number[]): number | null => (times.length === 0 ? null : Math.min(...times))
