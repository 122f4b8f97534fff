import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { LineMaterial } from '../model/stock-line.rules.ts'

/** What the lines of stock documents must know of their materials. */
export async function lineMaterials(
  tx: Tx,
  org_id: string,
  lines: readonly { readonly material_id: string }[],
): Promise<Map<string, LineMaterial>> {
  const found = await rows(
    tx,
    sql<LineMaterial>`select m.id, m.code, u.precision as unit_precision, m.lot_managed, m.serial_policy, m.default_location_id, m.shelf_life
      from material m join unit u on u.org_id = m.org_id and u.id = m.unit_id
      where m.org_id = ${org_id} and ${among(sql`m.id`, [...new Set(lines.map(({ material_id }) => material_id))])}`,
  )
  return new Map(found.map(material => [material.id, material]))
}
