import type pg from 'pg'

/** A table as it is copied: what PostgreSQL computes by itself is left to it. */
export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
}

/**
 * All tables of the product in their alphabet, from PostgreSQL's own books. Left out are `migration`, which a restore makes by
 * migrating, and tables that name transactions (xid8): they mean something to the running database only.
 */
export async function copiedTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select c.relname as name,
      array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'public' and c.relkind = 'r' and c.relname <> 'migration'
    group by c.relname having not bool_or(a.atttypid = 'xid8'::regtype) order by c.relname collate "C"`)
  return rows
}

/** Where each sequence stands, by its name. */
export async function sequences(client: pg.ClientBase): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by 1`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

/** `"stock_movement" ("id", "org_id")`: what COPY is told. */
export const copyTarget = ({ name, columns }: CopiedTable): string =>
  `"${name}" (${columns.map(c => `"${c}"`).join(', ')})`
