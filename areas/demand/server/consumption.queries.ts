import type { Instant } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { sql } from 'kysely'
import type { PeriodDemand } from './demand.queries.ts'

const { picking_out, sales_out, material_return } = movementType.codes
/** What tells of use, not of places: taken for production and shipped, less what production brought back. */
const isUse = sql`movement_type in (${picking_out}, ${sales_out}, ${material_return})`

/** Of each material what was used in each of these spans, in their order. */
export const usedIn = (
  tx: Tx,
  org_id: string,
  spans: readonly (readonly [from: Instant, until: Instant])[],
  material_ids: readonly string[],
): Promise<{ material_id: string; used: (number | null)[] }[]> =>
  rows(
    tx,
    sql<{ material_id: string; used: (number | null)[] }>`select material_id,
        array[${sql.join(spans.map(([from, until]) => sql`(-sum(quantity) filter (where movement_time >= ${from} and movement_time < ${until}))::float8`))}] as used
      from stock_movement where org_id = ${org_id} and ${isUse} and movement_time >= ${Math.min(...spans.map(([from]) => from))}
        and movement_time < ${Math.max(...spans.map(([, until]) => until))} and ${among(sql`material_id`, material_ids)}
      group by 1`,
  )

/** The same by periods. */
export const consumptionIn = (
  tx: Tx,
  org_id: string,
  { begins, end, material_ids }: { begins: readonly Instant[]; end: Instant; material_ids: readonly string[] | null },
): Promise<PeriodDemand[]> =>
  rows(
    tx,
    sql<PeriodDemand>`select material_id, width_bucket(movement_time, ${begins}::bigint[]) - 1 as at, trim_scale(-sum(quantity)) as quantity
      from stock_movement where org_id = ${org_id} and ${isUse}
        and movement_time >= ${begins[0]!} and movement_time < ${end}
        ${material_ids === null ? sql`` : sql`and ${among(sql`material_id`, material_ids)}`}
      group by 1, 2`,
  )
