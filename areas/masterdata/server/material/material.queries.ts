import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

export const materialJoins = sql`join unit u on u.org_id = t.org_id and u.id = t.unit_id
  left join material_type y on y.org_id = t.org_id and y.id = t.type_id
  left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id`
export const materialColumns = sql`t.*, u.name as unit_name, u."precision", y.name as type_name, s.name as supplier_name`

/** What other areas need to know of a material. Quantities are decimal strings in its unit. */
export interface MaterialFacts {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly name_en: string | null
  readonly specs: string | null
  readonly series: string | null
  readonly kind: 0 | 1 | 2
  readonly unit_id: string
  readonly unit_name: string
  /** Decimals of its quantities. */
  readonly precision: number
  readonly type_id: string | null
  readonly drawing_no: string | null
  readonly supplier_id: string | null
  /** days */
  readonly supply_lead_time: number
  readonly minimum_lot: string
  readonly packaging_size: string
  readonly safety_stock: string
  readonly inventory_lower: string | null
  readonly inventory_upper: string | null
  readonly purchase_price: string | null
  readonly sales_price: string | null
  readonly lot_managed: boolean
  /** days */
  readonly shelf_life: number | null
  readonly default_location_id: string | null
  readonly qc_required: boolean
  readonly status: 0 | 1
}

/** By id; an id that is not there (or is another company's) is absent from the answer. */
export async function materialsByIds(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<Map<string, MaterialFacts>> {
  const found = await rows(
    tx,
    sql<MaterialFacts>`select t.*, u.name as unit_name, u."precision" from material t
      join unit u on u.org_id = t.org_id and u.id = t.unit_id where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )
  return new Map(found.map(one => [one.id, one]))
}

/** Locked in the order of their ids: two who buy of one material follow each other. */
export async function lockMaterials(tx: Tx, org_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await sql`select from material where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for no key update`.execute(
    tx,
  )
}
