import type { PlainCalls } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Fields, RecordOf } from '@qitao/core/record.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../database/database.ts'
import { among, rows } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { idsInUse, type Reference, referencesTo } from '../database/usage.ts'
import { bulkAnswer, expectVersion, type Handler, handle, sortOut } from '../http/handle.ts'
import { contains, customContains, isWritten, listRows, oneOfCodes } from './list.ts'

/**
 * The five handlers of simple master data. The day a record gains a rule, its handlers are written out; nothing is hooked
 * in here.
 */
export interface PlainTable {
  readonly table: string
  /** Columns that the keyword looks in. */
  readonly keyword: readonly string[]
  readonly orders: readonly string[]
  readonly defaultOrder: string
  /** Further columns of a row, and the joins they need; `t` is the record's table. */
  readonly shows?: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> }
  /** Where the record may be in use; by default wherever a foreign key refers to it. */
  readonly usedIn?: readonly Reference[]
  readonly inUse?: ErrorDefinition
}

export function plainHandlers<F extends Fields>(record: RecordOf<F>, calls: PlainCalls<F>, of: PlainTable): Handler[] {
  const table = sql.raw(of.table)
  // All of the row: what the call does not declare stays on the server (declared.ts).
  const columns = sql`t.*${of.shows ? sql`, ${of.shows.columns}` : sql``}`
  const joins = of.shows?.joins ?? sql``
  const column = (name: string) => sql.raw(`t."${name}"`)
  const names = ['code', 'name'].filter(name => name in record.fields)
  const writable = Object.keys(record.fields).filter(name => !record.fields[name]!.readOnly)
  const quoted = (names: readonly string[]) => sql.join(names.map(name => sql.ref(name)))
  const stored = (input: Record<string, unknown>, name: string) =>
    record.fields[name]!.kind === 'list'
      ? sql`${JSON.stringify(input[name] ?? null)}::jsonb`
      : sql`${input[name] ?? null}`
  const load = async (tx: Tx, org_id: string, ids: readonly string[], lock = false) =>
    rows(
      tx,
      sql<{
        id: string
        row_version: number
      }>`select id, row_version, ${column(of.keyword[0]!)} as name from ${table} t where org_id = ${org_id} and ${among(sql`id`, ids)} ${lock ? sql`for update` : sql``}`,
    )

  return [
    handle(calls.list, async (input, { tx, org_id }) =>
      listRows(
        tx,
        {
          org_id,
          table: of.table,
          where: [
            contains(input.keyword, ...of.keyword.map(column)),
            isWritten(input.written, ...names.map(column)),
            'status' in record.fields && oneOfCodes(sql`t.status`, input.statuses),
            'custom' in record.fields && customContains(sql`t.custom`, input.custom),
          ],
          columns,
          joins,
          orders: Object.fromEntries([...of.orders, 'created_time'].map(name => [name, column(name)])),
          defaultOrder: of.defaultOrder,
        },
        input,
      ),
    ),
    handle(calls.detail, async ({ id }, { tx, org_id }) => {
      const [found] = await rows(
        tx,
        sql<never>`select ${columns} from ${table} t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
      )
      return { record: found ?? refuse(generalErrors.recordNotFound) }
    }),
    handle(calls.add, async (input, { tx }) => {
      const id = newId()
      const given = input as Record<string, unknown>
      await sql`insert into ${table} (id, ${quoted(writable)}) values (${id}, ${sql.join(writable.map(name => stored(given, name)))})`.execute(
        tx,
      )
      return { id }
    }),
    handle(calls.alter, async (input, { tx, org_id }) => {
      const given = input as Record<string, unknown> & { id: string; row_version: number }
      const [found] = await load(tx, org_id, [given.id], true)
      expectVersion(found, given.row_version)
      const set = sql.join(writable.map(name => sql`${sql.ref(name)} = ${stored(given, name)}`))
      await sql`update ${table} set ${set} where org_id = ${org_id} and id = ${given.id}`.execute(tx)
      return { affected: 1 }
    }),
    handle(calls.drop, async ({ ids }, { tx, org_id, language }) => {
      const found = new Map((await load(tx, org_id, ids, true)).map(row => [row.id, row]))
      const used = await idsInUse(tx, org_id, ids, of.usedIn ?? (await referencesTo(tx, of.table)))
      const { passed_ids, refused } = sortOut(ids, found, ({ id }) => {
        if (used.has(id)) refuse(of.inUse ?? generalErrors.dataInUse)
      })
      await sql`delete from ${table} where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
      return bulkAnswer(passed_ids, refused, language)
    }),
  ]
}
