import { sql } from 'kysely'
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
