import { loadSettings } from '@qitao/access/server'
import { dayOf, daySeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import { loadReceiving } from '@qitao/masterdata/server'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { delaySeconds } from './supplier-delays.ts'

/**
 * When what is ordered of these materials today can be there: its lead time from today, as its usual supplier comes where the
 * company counts by that (decision 0064), at the receiving hour (0082).
 */
export async function earliestArrivals(
  tx: Tx,
  org_id: string,
  /** Of materials `m`. */
  which: RawBuilder<unknown>,
  now: Instant,
): Promise<Map<string, Instant>> {
  const { kitting_arrival_day: by } = await loadSettings(tx, org_id)
  const delay = by === 'announced' ? sql`0` : delaySeconds(org_id, sql`m.supplier_id`, by)
  const found = await rows(
    tx,
    sql<{
      id: string
      seconds: number
      zone: string
    }>`select m.id, m.supply_lead_time * ${daySeconds}::bigint + ${delay} as seconds, o.time_zone as zone
      from material m join org o on o.id = m.org_id where m.org_id = ${org_id} and ${which} order by m.id`,
  )
  const { arrival } = await loadReceiving(tx, org_id)
  return new Map(
    found.map(({ id, seconds, zone }) => [id, Math.max(now, arrival(startOfDay(dayOf(now + seconds, zone), zone)))]),
  )
}
