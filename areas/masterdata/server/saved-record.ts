import { hasAttachments } from '@qitao/access/model/record/attachment.rules.ts'
import { dropAttachmentsOf } from '@qitao/access/server'
import type { PlainCalls } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { idsInUse, referencesTo } from '@qitao/platform/server/database/usage.ts'
import { bulkAnswer, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { type RawBuilder, sql } from 'kysely'

/** The columns that a record's input fills, and their values, for an insert or `update .. set (..) = row(..)`. */
export function writableColumns(
  of: { readonly fields: RecordType['fields'] },
  /** Fields that are kept in a table of their own. */
  elsewhere: readonly string[] = [],
): { columns: RawBuilder<unknown>; valuesOf: (input: object) => RawBuilder<unknown> } {
  const names = Object.keys(of.fields).filter(name => !of.fields[name]!.readOnly && !elsewhere.includes(name))
  return {
    columns: sql.join(names.map(name => sql.ref(name))),
    valuesOf: input => sql.join(names.map(name => sql`${(input as Record<string, unknown>)[name] ?? null}`)),
  }
}

interface Deletion {
  /** Column that people know a record by; null: none. */
  readonly name?: string | null
  readonly inUse?: ErrorDefinition
  /** In the same transaction, after the rows are gone. */
  readonly after?: (tx: Tx, org_id: string, ids: readonly string[]) => Promise<void>
}
/** Deletes what nothing refers to; the others are refused one by one. */
export const dropHandler = (
  call: PlainCalls['drop'],
  table: string,
  { name = 'code', inUse = generalErrors.dataInUse, after }: Deletion = {},
): Handler =>
  handle(call, async ({ ids }, { tx, org_id, language }) => {
    const found = await rows(
      tx,
      sql<{
        id: string
        name: string | null
      }>`select id, ${name === null ? sql`null` : sql.ref(name)} as name from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const used = await idsInUse(tx, org_id, ids, await referencesTo(tx, table))
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), ({ id }) => {
      if (used.has(id)) refuse(inUse)
    })
    await sql`delete from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    if (hasAttachments(table)) await dropAttachmentsOf(tx, org_id, table, passed_ids)
    await after?.(tx, org_id, passed_ids)
    return bulkAnswer(passed_ids, refused, language)
  })
