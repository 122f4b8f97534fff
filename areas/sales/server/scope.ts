import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Member } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * Data scope "own only": the views `seen_sales_order`, `seen_sales_order_line`, `seen_inquiry` and `seen_receipt` hold what the
 * member of the transaction may see. What answers a member reads them, and finds nothing where there is nothing to be seen.
 */

/** What stands for a number that the reader may not see, where the rest of the row is for all. */
export const maskedNo = '***'
/** The number of a row that is joined through its view as `no`; masked when there is one, by `id`, that is not to be seen. */
export const numberSeen = (id: RawBuilder<unknown>, no: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql<string | null>`coalesce(${no}, case when ${id} is not null then ${maskedNo} end)`

/** In a transaction that is nobody's, as that of a public call: reads what this member may see. */
export async function asSeenBy<T>(
  tx: Tx,
  { user_id, own_data_only, workgroup_only }: Pick<Member, 'user_id' | 'own_data_only' | 'workgroup_only'>,
  read: () => Promise<T>,
): Promise<T> {
  const scope = (user: string, own: boolean) =>
    sql`select set_config('app.user', ${user}, true), set_config('app.own_only', ${own ? 'on' : ''}, true)`.execute(tx)
  await scope(user_id, own_data_only)
  const found = await readingWith(tx, workgroup_only, read)
  await scope('', false)
  return found
}

/** What is stored for everybody is read whole, whoever has it stored; what is shown of it goes by each reader's own scope. */
export async function readWhole<T>(tx: Tx, read: () => Promise<T>): Promise<T> {
  const ownOnly = (value: string) => sql`select set_config('app.own_only', ${value}, true)`.execute(tx)
  const [before] = await rows(
    tx,
    sql<{ own_only: string }>`select coalesce(current_setting('app.own_only', true), '') as own_only`,
  )
  await ownOnly('')
  const found = await read()
  await ownOnly(before!.own_only)
  return found
}

/** Whatever is to hang on these orders or lines of orders: 5010, with its row, where the member sees none. */
export async function expectOrdersSeen(
  tx: Tx,
  org_id: string,
  given: readonly { readonly order_id?: string | null | undefined; readonly line_id?: string | null | undefined }[],
): Promise<void> {
  const order_ids = given.flatMap(({ order_id }) => order_id ?? [])
  const line_ids = given.flatMap(({ line_id }) => line_id ?? [])
  if (order_ids.length + line_ids.length === 0) return
  const found = await rows(
    tx,
    sql<{ id: string }>`select id from seen_sales_order where org_id = ${org_id} and id = any(${order_ids}::uuid[])
      union all select id from seen_sales_order_line where org_id = ${org_id} and id = any(${line_ids}::uuid[])`,
  )
  const seen = new Set(found.map(({ id }) => id))
  given.forEach(({ order_id, line_id }, index) => {
    if (order_id && !seen.has(order_id)) refuse(generalErrors.recordNotFound, { row: index + 1, field: 'order_id' })
    if (line_id && !seen.has(line_id)) refuse(generalErrors.recordNotFound, { row: index + 1, field: 'line_id' })
  })
}
