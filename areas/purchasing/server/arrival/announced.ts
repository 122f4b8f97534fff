import { type RawBuilder, sql } from 'kysely'
import { arrivalStatus } from '../../model/arrival/arrival.status.ts'

/** Of an arrival `a`: it is announced, and not there in full. */
export const announced = sql`a.status in (${sql.join(arrivalStatus.from('receive'))})`
/** Of an arrival `a`: written or announced, it takes its part of the order line. */
export const living = sql`a.status in (${sql.join(arrivalStatus.from('split'))})`
/** What arrivals bring of an order line that is still to come. */
export const broughtBy = (
  org_id: string,
  order_line: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`coalesce((select sum(x.quantity - x.received_quantity) from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
    where x.org_id = ${org_id} and x.order_line_id = ${order_line} and ${where}), 0)`
/** The day of the first announced arrival that still brings something of an order line. */
export const firstArrival = (org_id: string, order_line: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select min(a.planned_date) from arrival_line x join arrival a on a.org_id = x.org_id and a.id = x.arrival_id
    where x.org_id = ${org_id} and x.order_line_id = ${order_line} and x.quantity > x.received_quantity and ${announced})`
