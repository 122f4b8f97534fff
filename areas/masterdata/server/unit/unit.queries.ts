import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { defaultPrecision } from '../../model/unit/unit.record.ts'
import type { Conversion } from '../../model/unit/unit.rules.ts'

export const unitColumns = sql`t.*, (select count(*)::int from material m where m.org_id = t.org_id and m.unit_id = t.id) as material_count`

/** Decimals of the unit of each material; of all materials when no ids are given. */
export async function unitPrecisions(
  tx: Tx,
  org_id: string,
  material_ids?: readonly string[],
): Promise<Map<string, number>> {
  const wanted = material_ids === undefined ? sql`` : sql`and ${among(sql`m.id`, material_ids)}`
  const found = await rows(
    tx,
    sql<{ id: string; precision: number }>`select m.id, u."precision" from material m
      join unit u on u.org_id = m.org_id and u.id = m.unit_id where m.org_id = ${org_id} ${wanted}`,
  )
  return new Map(found.map(({ id, precision }) => [id, precision ?? defaultPrecision]))
}

export const conversionsOf = (tx: Tx, org_id: string): Promise<Conversion[]> =>
  rows(
    tx,
    sql<Conversion>`select from_unit_id, to_unit_id, numerator, denominator, material_id
      from unit_conversion where org_id = ${org_id}`,
  )
