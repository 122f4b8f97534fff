import { daySeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { housekeeping, type Sweep } from '@qitao/platform/server/jobs/housekeeping.ts'
import { sql } from 'kysely'
import { recycleDays } from '../model/sales-order.rules.ts'
import { orderBooks } from './sales-order.books.ts'

/** What has lain in the recycle bin too long, of one company at a time. */
const recycled: Sweep = async (tx, most) => {
  const expired = await rows(
    tx,
    sql<{ org_id: string; id: string }>`select org_id, id from sales_order
      where deleted and deleted_time < epoch_now() - ${recycleDays * daySeconds} order by org_id, id limit ${most} for update skip locked`,
  )
  const org_id = expired[0]?.org_id
  if (org_id === undefined) return 0
  const ids = expired.filter(order => order.org_id === org_id).map(({ id }) => id)
  await orderBooks.drop(tx, org_id, ids)
  return ids.length
}

export const salesHousekeeping = housekeeping('sales', { recycled })
