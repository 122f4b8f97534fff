import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { PurchaseMaterial } from '../model/purchase-order.rules.ts'

/** From whom it is bought. */
interface WithSupplier {
  readonly supplier_id: string | null
}
export async function purchaseMaterials(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, PurchaseMaterial & WithSupplier>> {
  const found = await rows(
    tx,
    sql<
      PurchaseMaterial & WithSupplier
    >`select m.id, m.code, u.precision as unit_precision, m.purchase_price, m.supply_lead_time, m.supplier_id
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(ids)])}`,
  )
  return new Map(found.map(material => [material.id, material]))
}
