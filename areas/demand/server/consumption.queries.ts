import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { sql } from 'kysely'
import type { PeriodDemand } from './demand.queries.ts'

const { picking_out, sales_out, material_return } = movementType.codes
/** What was taken for production and shipped, less what production brought back: movements that tell of use, not of places. */
export const consumptionIn = (
  tx: Tx,
  org_id: string,
  { begins, end, material_ids }: { begins: readonly Instant[]; end: Instant; material_ids: readonly string[] | null },
): Promise<PeriodDemand[]> =>
  rows(
    tx,
    sql<PeriodDemand>`select material_id, width_bucket(movement_time, ${begins}::bigint[]) - 1 as at, trim_scale(-sum(quantity)) as quantity
      from stock_movement where org_id = ${org_id} and movement_type in (${picking_out}, ${sales_out}, ${material_return})
        and movement_time >= ${begins[0]!} and movement_time < ${end}
        ${material_ids === null ? sql`` : sql`and ${among(sql`material_id`, material_ids)}`}
      group by 1, 2`,
  )
