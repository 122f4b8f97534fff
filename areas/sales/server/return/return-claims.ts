import { type RawBuilder, sql } from 'kysely'
import { salesReturnStatus } from '../../model/return/sales-return.status.ts'

const { completed, cancelled } = salesReturnStatus.codes
/** What the line of a return takes of its order line: all that is to come, and what has. */
export const claimsOf = (line: string, head: string) =>
  sql`case ${sql.ref(`${head}.status`)} when ${cancelled} then 0 when ${completed} then ${sql.ref(`${line}.received_quantity`)} else ${sql.ref(`${line}.quantity`)} end`
/** What other returns than `own` take of an order line. */
export const claimedBy = (order_line: RawBuilder<unknown>, own: RawBuilder<unknown>) =>
  sql`coalesce((select sum(${claimsOf('y', 'v')}) from sales_return_line y join sales_return v on v.org_id = y.org_id and v.id = y.return_id
    where y.org_id = app_org() and y.order_line_id = ${order_line} and v.id is distinct from ${own}), 0)`
