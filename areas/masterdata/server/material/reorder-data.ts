import type { Quantity } from '@qitao/core/quantity.ts'
import { among, recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { checkMaterial } from '../../model/material/material.rules.ts'
import { materialsByIds } from './material.queries.ts'

/** From which level on a material is bought, and how much beyond it. */
export interface ReorderLevel {
  readonly material_id: string
  readonly safety_stock: Quantity
  readonly reorder_quantity: Quantity
}
/** What the inventory plan has found holds from now on; the caller has locked the materials. */
export const setReorderLevels = async (tx: Tx, org_id: string, levels: readonly ReorderLevel[]): Promise<void> => {
  await sql`update material m set safety_stock = r.safety_stock, reorder_quantity = r.reorder_quantity
    from ${recordset(levels, sql`material_id uuid, safety_stock numeric, reorder_quantity numeric`)} r
    where m.org_id = ${org_id} and m.id = r.material_id`.execute(tx)
}

/** What is absent stays. */
export interface SupplyData {
  readonly supply_lead_time?: number | undefined
  readonly packaging_size?: Quantity | undefined
  readonly inventory_lower?: Quantity | null | undefined
  readonly inventory_upper?: Quantity | null | undefined
}
/** The same of many materials; their bounds must be bounds afterwards too (5902). The caller has locked them. */
export async function setSupplyData(tx: Tx, org_id: string, ids: readonly string[], given: SupplyData): Promise<void> {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  if (set.length === 0) return
  const stated = Object.fromEntries(set)
  for (const one of (await materialsByIds(tx, org_id, ids)).values()) checkMaterial({ ...one, ...stated }, one)
  await sql`update material set ${sql.join(set.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
    where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
}
