import { daySeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { isInUse, referencesTo } from '@qitao/platform/server/database/usage.ts'
import { housekeeping, type Sweep } from '@qitao/platform/server/jobs/housekeeping.ts'
import { sql } from 'kysely'
import { quotationStatus } from '../model/quotation/quotation.status.ts'
import { recycleDays } from '../model/sales-order.rules.ts'
import { quotationBooks } from './quotation/quotation.books.ts'
import { orderBooks } from './sales-order.books.ts'

/** What has lain in the recycle bin too long, of one company at a time; what others still refer to stays. */
const recycled: Sweep = async (tx, most) => {
  const usedIn = await referencesTo(tx, 'sales_order')
  const expired = await rows(
    tx,
    sql<{ org_id: string; id: string }>`select t.org_id, t.id from sales_order t
      where t.deleted and t.deleted_time < epoch_now() - ${recycleDays * daySeconds} and not ${isInUse(sql`t.org_id`, sql`t.id`, usedIn)}
      order by t.org_id, t.id limit ${most} for update skip locked`,
  )
  const org_id = expired[0]?.org_id
  if (org_id === undefined) return 0
  const ids = expired.filter(order => order.org_id === org_id).map(({ id }) => id)
  await orderBooks.drop(tx, org_id, ids)
  return ids.length
}

/** What was offered until a day that is over, where its company is. */
const expired: Sweep = async (tx, most) => {
  const { sent } = quotationStatus.codes
  const found = await rows(
    tx,
    sql<{ org_id: string; id: string }>`select t.org_id, t.id from quotation t
      where t.status = ${sent} and t.valid_until < (select extract(epoch from date_trunc('day', to_timestamp(epoch_now()) at time zone g.time_zone)
        at time zone g.time_zone) from org g where g.id = t.org_id)
      order by t.org_id, t.id limit ${most} for update skip locked`,
  )
  const org_id = found[0]?.org_id
  if (org_id === undefined) return 0
  const ids = found.filter(one => one.org_id === org_id).map(({ id }) => id)
  await quotationBooks.move(tx, org_id, 'expire', ids)
  return ids.length
}

export const salesHousekeeping = housekeeping('sales', { recycled, expired })
