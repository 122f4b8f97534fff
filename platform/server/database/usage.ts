import { knownRecord } from '@qitao/core/known-record.ts'
import { type RawBuilder, sql } from 'kysely'
import { among, rows, type Tx } from './database.ts'

/** A column that refers to a record. */
export type Reference = readonly [table: string, column: string]

/**
 * Where records of a table may be in use: every foreign key to it, as the database knows them. So an early area needs no
 * list of the later ones. Parts that go with their record (on delete cascade) are not a use of it.
 */
export async function referencesTo(tx: Tx, table: string): Promise<Reference[]> {
  const found = await rows(
    tx,
    sql<{ table: string; column: string }>`select c.conrelid::regclass::text as table, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[cardinality(c.conkey)]
      where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype <> 'c' order by 1, 2`,
  )
  return found.map(({ table: from, column }) => [from, column])
}

/** Which of the ids some other record refers to, in one statement. */
export async function idsInUse(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  usedIn: readonly Reference[],
): Promise<Set<string>> {
  if (usedIn.length === 0 || ids.length === 0) return new Set()
  const parts = usedIn.map(
    ([table, name]) =>
      sql`select ${sql.ref(name)} as id from ${sql.table(table)} where org_id = ${org_id} and ${among(sql.ref(name), ids)}`,
  )
  const found = await rows(tx, sql<{ id: string }>`${sql.join(parts, sql` union `)}`)
  return new Set(found.map(({ id }) => id))
}

/** Whether some other record refers to the one that `id` is of, as a condition. */
export const isInUse = (
  org_id: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  usedIn: readonly Reference[],
): RawBuilder<boolean> =>
  usedIn.length === 0
    ? sql`false`
    : sql`(${sql.join(
        usedIn.map(
          ([table, name]) =>
            sql`exists (select from ${sql.table(table)} u where u.org_id = ${org_id} and u.${sql.ref(name)} = ${id})`,
        ),
        sql` or `,
      )})`

const namedAtMost = 3
/** Those of the ids that some other record refers to, each with the numbers of the first of these; of one without a number none. */
export async function usersOf(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  usedIn: readonly Reference[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (usedIn.length === 0 || ids.length === 0) return new Map()
  const parts = usedIn.map(([table, name]) => {
    const number = knownRecord(table).numbers?.column
    return sql`select ${sql.ref(name)} as id, ${number === undefined ? sql`null` : sql.ref(number)}::text as no
      from ${sql.table(table)} where org_id = ${org_id} and ${among(sql.ref(name), ids)}`
  })
  const found = await rows(
    tx,
    sql<{
      id: string
      nos: string[]
    }>`select u.id, coalesce((array_agg(u.no order by u.no) filter (where u.no is not null))[1:${namedAtMost}], '{}') as nos
      from (${sql.join(parts, sql` union `)}) u group by u.id`,
  )
  return new Map(found.map(({ id, nos }) => [id, nos]))
}
