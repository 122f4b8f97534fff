import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { Insertable } from 'kysely'
import { type RawBuilder, sql } from 'kysely'
import { among, rows, type Tx } from './database.ts'
import { newId } from './new-id.ts'
import type { Tables } from './tables.ts'

/**
 * Rows of a table are written as a list of plain objects, in one statement however many they are. Which columns are written
 * the objects say, of which types they are the table itself (`jsonb_populate_recordset`): nothing of it is typed again.
 */
export type TableName = keyof Tables & string
/** Columns of a table that are written; the database keeps company, version, times and authors. */
export type NewRow<T extends TableName> = Omit<
  {
    readonly [K in keyof Insertable<Tables[T]>]: unknown extends Insertable<Tables[T]>[K]
      ? unknown
      : Written<Insertable<Tables[T]>[K]>
  },
  'org_id'
>
/** JSON is written as it is, and numbers as the decimal text that they are here. */
type Written<V> = V extends string ? V | object : V extends readonly unknown[] ? readonly V[number][] : V

const columnsOf = (list: readonly object[]): string[] => [...new Set(list.flatMap(row => Object.keys(row)))]
const named = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map(name => sql.ref(name)))
const recordsOf = (table: TableName, list: readonly object[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(list)}::jsonb)`

/** New rows. Columns that a row does not name, and another does, are empty. */
export async function insertRows<T extends TableName>(tx: Tx, table: T, list: readonly NewRow<T>[]): Promise<void> {
  if (list.length === 0) return
  const columns = named(columnsOf(list))
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${recordsOf(table, list)} r`.execute(tx)
}

/** The named columns of rows that are there, each found by its id. */
export async function updateRows<T extends TableName>(
  tx: Tx,
  org_id: string,
  table: T,
  list: readonly (Partial<NewRow<T>> & { readonly id: string })[],
): Promise<void> {
  const columns = columnsOf(list).filter(name => name !== 'id')
  if (columns.length === 0) return
  const set = sql.join(columns.map(name => sql`${sql.ref(name)} = r.${sql.ref(name)}`))
  await sql`update ${sql.table(table)} t set ${set} from ${recordsOf(table, list)} r
    where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
}

/** Whose lines they are: the table of the lines, and the column that names the document. */
export interface LinesOf<T extends TableName = TableName> {
  readonly table: T
  readonly parent: string
}
/** A line as a document is saved with it: one with an id is there already. */
export type LineToSave = { readonly id?: string | undefined }

/** Lines of new documents, numbered from 1 in each. Answers them with their ids. */
export async function insertLines<L extends LineToSave>(
  tx: Tx,
  { table, parent }: LinesOf,
  documents: readonly { readonly id: string; readonly lines: readonly L[] }[],
): Promise<(L & { readonly id: string })[]> {
  const list = documents.flatMap(({ id, lines }) =>
    lines.map((line, index) => ({ ...line, id: newId(), [parent]: id, line_no: index + 1 })),
  )
  await insertRows(tx, table, list as never)
  return list
}

/** The lines of a document as they are to be: those with an id are changed, others are new, missing ones are gone. */
export async function replaceLines(
  tx: Tx,
  org_id: string,
  { table, parent }: LinesOf,
  document_id: string,
  lines: readonly LineToSave[],
): Promise<void> {
  const kept = lines.flatMap(line => line.id ?? [])
  const own = sql`org_id = ${org_id} and ${sql.ref(parent)} = ${document_id}`
  await sql`delete from ${sql.table(table)} where ${own} and not ${among(sql`id`, kept)}`.execute(tx)
  // Numbers are unique within the document; moved out of the way first, so that lines may change places.
  const known = await rows(
    tx,
    sql<{ id: string }>`update ${sql.table(table)} set line_no = -line_no where ${own} returning id`,
  )
  if (known.length !== kept.length) refuse(generalErrors.recordNotFound)
  const stored = lines.map((line, index) => ({
    ...line,
    id: line.id ?? newId(),
    [parent]: document_id,
    line_no: index + 1,
  }))
  const columns = columnsOf(stored)
  const set = columns.filter(name => name !== 'id' && name !== parent)
  await sql`insert into ${sql.table(table)} (${named(columns)}) select ${named(columns)} from ${recordsOf(table, stored)} r
    on conflict (org_id, id) do update set ${sql.join(set.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))}`.execute(
    tx,
  )
}
