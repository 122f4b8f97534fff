import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { movementType } from '../model/movement-type.ts'
import { post } from '../server/ledger.ts'

/** Prerequisites for tests: each names only what matters. */
export async function aMaterial(
  tx: Tx,
  of: {
    kind?: 0 | 1 | 2
    precision?: number
    lot_managed?: boolean
    serial_policy?: number
    shelf_life?: number
    safety_stock?: string
    inventory_lower?: string
    inventory_upper?: string
  } = {},
): Promise<string> {
  const id = newId()
  const unit_id = newId()
  await sql`insert into unit (id, name, precision) values (${unit_id}, ${`u${unit_id.slice(-12)}`}, ${of.precision ?? 2})`.execute(
    tx,
  )
  await sql`insert into material (id, code, name, unit_id, kind, lot_managed, serial_policy, shelf_life, safety_stock, inventory_lower, inventory_upper)
    values (${id}, ${`M${id.slice(-12)}`}, ${'物料'}, ${unit_id}, ${of.kind ?? 0}, ${of.lot_managed ?? false}, ${of.serial_policy ?? 0},
      ${of.shelf_life ?? null}, ${of.safety_stock ?? '0'}, ${of.inventory_lower ?? null}, ${of.inventory_upper ?? null})`.execute(
    tx,
  )
  return id
}

export async function aWarehouse(tx: Tx): Promise<string> {
  const id = newId()
  await sql`insert into warehouse (id, code, name) values (${id}, ${`W${id.slice(-12)}`}, ${'仓库'})`.execute(tx)
  return id
}

export async function aLocation(tx: Tx, of: { warehouse_id?: string } = {}): Promise<string> {
  const id = newId()
  const warehouse_id = of.warehouse_id ?? (await aWarehouse(tx))
  await sql`insert into location (id, warehouse_id, code) values (${id}, ${warehouse_id}, ${`L${id.slice(-12)}`})`.execute(
    tx,
  )
  return id
}

/** Opening stock; answers the balance row's id. */
export async function putIn(
  tx: Tx,
  of: {
    /** Absent: the company of the transaction. */
    org_id?: string
    material_id: string
    location_id: string
    quantity: string
    lot_number?: string
    expire_time?: number
    quality_status?: number
  },
): Promise<string> {
  const { org_id: given, ...movement } = of
  const org_id = given ?? (await rows(tx, sql<{ id: string }>`select app_org() as id`))[0]!.id
  const posted = await post(tx, {
    org_id,
    movements: [{ movement_type: movementType.codes.stock_import, ...movement }],
  })
  return posted[0]!.inventory_id
}
