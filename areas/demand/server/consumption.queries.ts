import { addDays, dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { sql } from 'kysely'
import { oldestPast } from '../model/balance/grid.rules.ts'

const { picking_out, sales_out, material_return } = movementType.codes
/** What tells of use, not of places: taken for production and shipped, less what production brought back. */
const isUse = sql`movement_type in (${picking_out}, ${sales_out}, ${material_return})`

/** What was used of materials day by day, up to today. */
export interface Usage {
  /** Begins of the days, the oldest first. */
  readonly days: readonly Instant[]
  /** Of each material the days on which something was, in no order: their numbers, and how much. */
  readonly of: ReadonlyMap<string, { readonly at: readonly number[]; readonly quantities: readonly number[] }>
}
export async function usageOf(
  tx: Tx,
  org_id: string,
  { now, zone, material_ids }: { now: Instant; zone: string; material_ids: readonly string[] },
): Promise<Usage> {
  const today = dayOf(now, zone)
  const days = Array.from({ length: oldestPast }, (_, at) => startOfDay(addDays(today, at - oldestPast), zone))
  // Statistics are no bookkeeping: here a quantity becomes a number, and what is computed a quantity again.
  const found = await rows(
    tx,
    sql<{
      material_id: string
      at: number[]
      quantities: number[]
    }>`select material_id, array_agg(at) as at, array_agg(quantity) as quantities from (
        select material_id, width_bucket(movement_time, ${days}::bigint[]) - 1 as at, -sum(quantity)::float8 as quantity
        from stock_movement where org_id = ${org_id} and ${isUse} and movement_time >= ${days[0]!} and movement_time < ${startOfDay(today, zone)}
          and ${among(sql`material_id`, material_ids)} group by 1, 2) d group by 1`,
  )
  return { days, of: new Map(found.map(one => [one.material_id, one])) }
}
/** Used from one moment to another, both begins of days; null where nothing ever was. */
export function usedWithin({ days, of }: Usage, material_id: string, from: Instant, until: Instant): number | null {
  const used = of.get(material_id)
  if (!used) return null
  let sum: number | null = null
  for (const [place, at] of used.at.entries()) {
    if (days[at]! >= from && days[at]! < until) sum = (sum ?? 0) + used.quantities[place]!
  }
  return sum
}
