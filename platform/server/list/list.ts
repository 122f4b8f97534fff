import type { CustomFilter } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ListInput, mostRows, type Rows } from '@qitao/core/page.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type RawBuilder, sql } from 'kysely'
import { among, type Tx } from '../database/database.ts'

/**
 * One page of a list. The ids of the page are found first, on the list's own table and index; only those rows are then
 * joined and dressed. A page is asked for by number, or by the cursor of the page before: deep pages then cost the same
 * as the first, and a page in the last half is read from the end.
 */
export interface ListQuery {
  readonly org_id: string
  readonly table: string
  /** Joins that filters or orders need; the list's own table has the alias `t`. */
  readonly filterJoins?: RawBuilder<unknown>
  /** Joins that an order alone needs: nothing is counted through them. Each finds one row at most, or none. */
  readonly orderJoins?: RawBuilder<unknown>
  /** Conditions besides the company. */
  readonly where?: readonly (RawBuilder<unknown> | undefined | false)[]
  /** Columns of the answer: `t` is the list's table, further aliases come from `joins`. */
  readonly columns: RawBuilder<unknown>
  readonly joins?: RawBuilder<unknown>
  /** Fields that the list may be ordered by, as SQL over `t` and `filterJoins`; each must be not null. */
  readonly orders: Readonly<Record<string, RawBuilder<unknown>>>
  /** A name of `orders`; a leading minus turns it round. */
  readonly defaultOrder: string
}

export async function listRows<T>(tx: Tx, query: ListQuery, input: ListInput): Promise<Rows<T>> {
  const { field, descending } = orderOf(Object.keys(query.orders), input.order_by ?? query.defaultOrder)
  const order = query.orders[field]!
  const table = sql.raw(query.table)
  const conditions = [
    sql`t.org_id = ${query.org_id}`,
    ...(input.ids === undefined ? [] : [among(sql`t.id`, input.ids)]),
    ...(query.where ?? []).filter(condition => condition !== undefined && condition !== false),
  ]
  const where = sql.join(conditions, sql` and `)
  const from = sql`${table} t ${query.filterJoins ?? sql``}`
  const size = input.page_size === -1 ? mostRows : input.page_size
  const counted = await sql<{ total: number }>`select count(*) as total from ${from} where ${where}`.execute(tx)
  const total = counted.rows[0]?.total ?? 0
  const skip = (input.page - 1) * size
  const cursor = input.cursor === undefined ? undefined : readCursor(input.cursor, field)
  const fromEnd = cursor === undefined && skip > total / 2
  const down = descending !== fromEnd
  const direction = sql.raw(down ? 'desc' : 'asc')
  // From the end, the page's rows are the last of what comes before it.
  const limit = fromEnd ? Math.max(0, Math.min(size, total - skip)) : size
  const offset = cursor ? 0 : fromEnd ? Math.max(0, total - skip - limit) : skip
  // A size as a word of the statement, not as a value: planned once for all, it is planned for a page and not for a tenth of the table.
  const part = sql`limit ${limit === size ? sql.lit(limit) : limit}${offset === 0 ? sql`` : sql` offset ${offset}`}`
  const after = cursor
    ? sql` and (${order}, t.id) ${sql.raw(down ? '<' : '>')} (${cursor.value}, ${cursor.id}::uuid)`
    : sql``
  const { rows } = await sql<T & { id: string; cursor_value: string | number }>`
    with page as materialized (
      select t.id, ${order} as cursor_value from ${from} ${query.orderJoins ?? sql``} where ${where}${after}
      order by ${order} ${direction}, t.id ${direction} ${part}
    )
    select ${query.columns}, page.cursor_value from page join ${table} t on t.org_id = ${query.org_id} and t.id = page.id ${query.joins ?? sql``}
    order by page.cursor_value ${sql.raw(descending ? 'desc' : 'asc')}, t.id ${sql.raw(descending ? 'desc' : 'asc')}`.execute(
    tx,
  )
  const last = rows.at(-1)
  const more = last !== undefined && rows.length === size && (cursor !== undefined || skip + rows.length < total)
  return {
    result: rows.map(({ cursor_value: _, ...row }) => row as unknown as T),
    total,
    next_cursor: more ? writeCursor(field, last.cursor_value, last.id) : null,
  }
}

/** The field that a list is ordered by, of those that it knows. */
export function orderOf(known: readonly string[], wanted: string): { field: string; descending: boolean } {
  const field = wanted.replace(/^-/, '')
  if (!known.includes(field)) refuse(generalErrors.badParameter, { field: 'order_by' })
  return { field, descending: wanted.startsWith('-') }
}

/** Of a list with a query of its own and one order: what it cannot do is refused, not passed over. */
export function expectFixedOrder({ order_by, cursor }: Pick<ListInput, 'order_by' | 'cursor'>): void {
  if (order_by !== undefined) refuse(generalErrors.badParameter, { field: 'order_by' })
  if (cursor !== undefined) refuse(generalErrors.badParameter, { field: 'cursor' })
}

export const writeCursor = (field: string, value: string | number, id: string): string =>
  Buffer.from(JSON.stringify([field, value, id])).toString('base64url')
export function readCursor(cursor: string, field: string): { value: string | number; id: string } {
  try {
    const [of, value, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string, string | number, string]
    if (of === field && (typeof value === 'string' || typeof value === 'number') && /^[0-9a-f-]{36}$/.test(id))
      return { value, id }
  } catch {
    // falls through to the refusal
  }
  return refuse(generalErrors.badParameter, { field: 'cursor' })
}

/** `keyword` in any of the columns, as people type it; % and _ mean themselves. */
export function contains(
  keyword: string | undefined,
  ...columns: RawBuilder<unknown>[]
): RawBuilder<unknown> | undefined {
  const wanted = keyword?.trim()
  if (!wanted) return undefined
  const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${sql.join(
    columns.map(column => sql`${column} ilike ${pattern}`),
    sql` or `,
  )})`
}

/** One of the columns is one of these words, whatever its case. */
export const isWritten = (
  words: readonly string[] | undefined,
  ...columns: RawBuilder<unknown>[]
): RawBuilder<unknown> | undefined =>
  words &&
  sql`(${sql.join(
    columns.map(column => sql`lower(${column}) in (select lower(w) from unnest(${words}::text[]) w)`),
    sql` or `,
  )})`

export const oneOfCodes = (
  column: RawBuilder<unknown>,
  codes: readonly (string | number)[] | undefined,
): RawBuilder<unknown> | undefined =>
  codes === undefined || codes.length === 0 ? undefined : sql`${column} in (${sql.join(codes)})`

export const withinRange = (
  column: RawBuilder<unknown>,
  range: readonly [number, number] | undefined,
): RawBuilder<unknown> | undefined =>
  range === undefined ? undefined : sql`${column} between ${range[0]} and ${range[1]}`

/** Filters on custom fields: part of what is written, whatever its case, or one of some choices. */
export function customContains(column: RawBuilder<unknown>, filter: CustomFilter): RawBuilder<unknown> | undefined {
  const conditions = Object.entries(filter ?? {}).flatMap(([key, wanted]) =>
    typeof wanted === 'string'
      ? (contains(wanted, sql`coalesce(${column} ->> ${key}, '')`) ?? [])
      : sql`${column} ->> ${key} = any(${wanted}::text[])`,
  )
  return conditions.length === 0 ? undefined : sql`(${sql.join(conditions, sql` and `)})`
}
