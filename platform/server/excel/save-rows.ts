import { customKey, isCustomName } from '@qitao/core/custom.ts'
import type { Exchange, TableRows } from '@qitao/core/exchange.ts'
import type { Field, FieldKind } from '@qitao/core/field.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { type RawBuilder, sql } from 'kysely'
import { asksAgain, type Tx } from '../database/database.ts'
import { databaseRefusal } from '../database/database-refusal.ts'
import { within } from '../database/within.ts'
import type { Problem } from './import-file.ts'
import type { PieceRow } from './import-steps.ts'

const sqlTypes: Readonly<Record<FieldKind, string>> = {
  code: 'text',
  text: 'text',
  remark: 'text',
  quantity: 'numeric',
  money: 'numeric',
  integer: 'bigint',
  instant: 'bigint',
  day: 'bigint',
  choice: 'text',
  flag: 'boolean',
  reference: 'uuid',
  references: 'jsonb',
  list: 'jsonb',
}

type Constraints = ReadonlyMap<string, ErrorDefinition>

/**
 * Saves a piece of the rows, set-wise. When the database refuses it, the piece is halved until the rows that it refuses stand
 * alone: they are answered as problems, the others are saved.
 */
export async function saveRows(
  tx: Tx,
  org_id: string,
  of: Exchange,
  what: 'adds' | 'changes',
  piece: readonly PieceRow[],
  constraints: Constraints,
): Promise<Problem[]> {
  const how = of.rows as TableRows
  try {
    await within(tx, () => saveAll(tx, org_id, of, how, what, piece))
    return []
  } catch (error) {
    const refusal = asksAgain(error) ? undefined : databaseRefusal(error, constraints)
    if (!refusal) throw error
    if (piece.length === 1) {
      const { field, ...data } = refusal.data
      return [{ row: piece[0]!.row, field: field ?? how.key[0]!, error: refusal.definition, data }]
    }
    const middle = Math.ceil(piece.length / 2)
    const first = await saveRows(tx, org_id, of, what, piece.slice(0, middle), constraints)
    const second = await saveRows(tx, org_id, of, what, piece.slice(middle), constraints)
    return [...first, ...second]
  }
}

async function saveAll(
  tx: Tx,
  org_id: string,
  of: Exchange,
  how: TableRows,
  what: 'adds' | 'changes',
  piece: readonly PieceRow[],
): Promise<void> {
  const json = JSON.stringify(piece)
  const links = Object.entries(how.links ?? {})
  const all = Object.entries(of.fields).filter(([name]) => !how.links?.[name])
  const [custom, own] = [all.filter(([name]) => isCustomName(name)), all.filter(([name]) => !isCustomName(name))]
  const table = sql.table(how.table)
  const columns = sql.join([...own.map(([name]) => sql.ref(name)), ...(custom.length > 0 ? [sql`custom`] : [])])
  const values = sql.join([
    ...own.map(([name, { kind, options }]) => numbered(name, kind, options)),
    ...(custom.length > 0 ? [customValues(custom, what)] : []),
  ])
  const typed = [...own, ...links.map(([name]) => [name, of.fields[name]!] as const)].map(
    ([name, { kind }]) => sql`${sql.ref(name)} ${sql.raw(sqlTypes[kind])}`,
  )
  typed.push(...custom.map(([name, field]) => sql`${columnOf(name)} ${sql.raw(customType(field))}`))
  const given = sql`jsonb_to_recordset(${json}::jsonb) as r(id uuid, ${sql.join(typed)})`
  if (what === 'adds') await sql`insert into ${table} (id, ${columns}) select r.id, ${values} from ${given}`.execute(tx)
  else
    await sql`update ${table} t set (${columns}) = row(${values}) from ${given}
      where t.org_id = ${org_id} and t.id = r.id`.execute(tx)
  for (const [name, link] of links) {
    const members = sql`select r.id, e.value::uuid as other from ${given}, jsonb_array_elements_text(r.${sql.ref(name)}) e`
    if (what === 'changes')
      await sql`delete from ${sql.table(link.table)} l using ${given} where l.org_id = ${org_id} and l.${sql.ref(link.own)} = r.id
        and not (l.${sql.ref(link.other)}::text in (select jsonb_array_elements_text(r.${sql.ref(name)})))`.execute(tx)
    await sql`insert into ${sql.table(link.table)} (${sql.ref(link.own)}, ${sql.ref(link.other)}) ${members}
      on conflict do nothing`.execute(tx)
  }
}

/** Values of the company's own fields as they are stored: dates as seconds, all others as words; empty ones are absent. */
function customValues(custom: readonly [string, Field][], what: 'adds' | 'changes'): RawBuilder<unknown> {
  const given = custom.flatMap(([name]) => [sql.lit(customKey(name)), sql`r.${columnOf(name)}`])
  const object = sql`jsonb_build_object(${sql.join(given)})`
  return sql`jsonb_strip_nulls(${what === 'changes' ? sql`t.custom || ${object}` : object})`
}
const customType = ({ kind }: Field): string => (kind === 'day' ? 'bigint' : 'text')
/** One identifier: its point is no separator of table and column. */
const columnOf = (name: string): RawBuilder<unknown> => sql`${sql.id(name)}`

/** Codes of a choice are numbers or words; the file's JSON has them as words. */
function numbered(name: string, kind: FieldKind, options: readonly { readonly code: number | string }[] | undefined) {
  const value = sql`r.${sql.ref(name)}`
  return kind === 'choice' && typeof options?.[0]?.code === 'number' ? sql`${value}::smallint` : value
}
