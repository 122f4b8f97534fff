import { customKey, isCustomName } from '@qitao/core/custom.ts'
import type { DocumentRows, Exchange, TableRows } from '@qitao/core/exchange.ts'
import type { Field } from '@qitao/core/field.ts'
import { type RawBuilder, sql } from 'kysely'
import { rows, type Tx } from '../database/database.ts'
import type { Lookup } from './area-exchanges.ts'
import type { ReadAnswer } from './import-steps.ts'

/** The records that the words of a file name, as JSON by record; one statement for each kind of record. */
export async function loadReferred(
  tx: Tx,
  org_id: string,
  of: Exchange,
  lookups: Readonly<Record<string, Lookup>>,
  { wanted, keys }: Pick<ReadAnswer, 'wanted' | 'keys'>,
): Promise<string> {
  const parts: string[] = []
  for (const [record, words] of Object.entries(JSON.parse(wanted) as Record<string, string[]>)) {
    const lookup = lookups[record]
    if (!lookup) throw new Error(`no area says how to find a ${record}`)
    const facts = sql.join(['id', ...(lookup.facts ?? [])].flatMap(name => [sql.lit(name), sql`t.${sql.ref(name)}`]))
    const byColumn = lookup.words.map(
      (column, rank) => sql`select w.word, ${sql.lit(rank)}::int as rank, t.id, jsonb_build_object(${facts}) as facts
        from wanted w join ${sql.table(lookup.table)} t on t.org_id = ${org_id} and ${typeof column === 'string' ? sql`t.${sql.ref(column)}` : column} = w.word`,
    )
    const own = lookup.facts ? storedReferences(org_id, of, record, keys) : []
    const byId = own.map(
      ids => sql`select '' as word, 0 as rank, t.id, jsonb_build_object(${facts}) as facts
        from ${sql.table(lookup.table)} t where t.org_id = ${org_id} and t.id in (${ids})`,
    )
    const [found] = await rows(
      tx,
      sql<{ json: string }>`with wanted as (select jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as word)
        select coalesce(jsonb_agg(m), '[]')::text as json from (${sql.join([...byColumn, ...byId], sql` union all `)}) m`,
    )
    parts.push(`${JSON.stringify(record)}:${found!.json}`)
  }
  return `{${parts.join(',')}}`
}

/** What the records with the keys of the file refer to now: a rule looks at the whole record. */
function storedReferences(org_id: string, of: Exchange, record: string, keys: string): RawBuilder<unknown>[] {
  const how = of.rows
  if (how.kind !== 'table') return []
  return Object.entries(of.fields)
    .filter(([, { kind, refersTo }]) => kind === 'reference' && refersTo === record)
    .map(
      ([name]) => sql`select s.${sql.ref(name)} from ${sql.table(how.table)} s
        where s.org_id = ${org_id} and ${keyed(of, how, 's', keys)}`,
    )
}

type Keys = Pick<ReadAnswer, 'keys' | 'pieces'>

/** Locks the records that have the keys of the file, for the change. */
export async function lockStored(
  tx: Tx,
  org_id: string,
  { rows: how, ...of }: Exchange,
  { keys }: Keys,
): Promise<void> {
  if (how.kind !== 'table') return
  await sql`with locked as (select id from ${sql.table(how.table)} t
      where org_id = ${org_id} and ${keyed(of, how, 't', keys)} order by id for update)
    select count(*) from locked`.execute(tx)
}

/** The records that have the keys of the file, as JSON texts of so many each. */
export async function* loadStored(
  tx: Tx,
  org_id: string,
  { rows: how, ...of }: Exchange,
  { keys, pieces }: Keys,
): AsyncGenerator<string> {
  if (how.kind === 'document') {
    if (how.number) yield await takenNumbers(tx, org_id, how.number, keys)
    return
  }
  const columns = Object.entries(of.fields).flatMap(([name, field]) => [sql.lit(name), column(how, name, field)])
  for (const piece of isKeyed(of, how) ? pieces : [keys]) {
    const [part] = await rows(
      tx,
      sql<{
        json: string
      }>`select coalesce(json_agg(json_build_object('id', t.id, ${sql.join(columns)})), '[]')::text as json
        from ${sql.table(how.table)} t where t.org_id = ${org_id} and ${keyed(of, how, 't', piece)}`,
    )
    yield part!.json
  }
}

/** Numbers of the file that stored documents have. */
async function takenNumbers(
  tx: Tx,
  org_id: string,
  { table, field }: NonNullable<DocumentRows['number']>,
  keys: string,
): Promise<string> {
  const [found] = await rows(
    tx,
    sql<{
      json: string
    }>`select coalesce(json_agg(json_build_object(${sql.lit(field)}, ${sql.ref(field)})), '[]')::text as json
      from ${sql.table(table)} where org_id = ${org_id} and ${sql.ref(field)} in (select jsonb_array_elements_text(${keys}::jsonb))`,
  )
  return found!.json
}

/** Whether rows are found by the first field of their key; a reference the file only names by words. */
const isKeyed = (of: Pick<Exchange, 'fields'>, { key: [first = ''] }: TableRows): boolean =>
  of.fields[first]?.kind !== 'reference'

/** Rows whose key may stand in the file; all rows, when they are not found by it. */
function keyed(of: Pick<Exchange, 'fields'>, how: TableRows, alias: string, keys: string): RawBuilder<unknown> {
  if (!isKeyed(of, how)) return sql`true`
  return sql`${sql.ref(`${alias}.${how.key[0]}`)} in (select jsonb_array_elements_text(${keys}::jsonb))`
}

/** Quantities as text: JSON has no exact numbers. */
function column(how: TableRows, name: string, { kind }: Field): RawBuilder<unknown> {
  const link = how.links?.[name]
  if (link)
    return sql`coalesce((select jsonb_agg(l.${sql.ref(link.other)}) from ${sql.table(link.table)} l
      where l.org_id = t.org_id and l.${sql.ref(link.own)} = t.id), '[]')`
  if (isCustomName(name)) return sql`t.custom -> ${sql.lit(customKey(name))}`
  return kind === 'quantity' || kind === 'money' ? sql`t.${sql.ref(name)}::text` : sql`t.${sql.ref(name)}`
}
