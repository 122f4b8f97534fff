import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FileVersion } from '../../model/document/file-version.rules.ts'
import { fileVersionStatus } from '../../model/document/file-version.status.ts'

/** The two tables of files in versions, and their column for the number. */
export interface FileVersionTable {
  readonly table: 'drawing' | 'document'
  readonly no: 'drawing_no' | 'document_no'
  /** Columns and joins that only this table has. */
  readonly more?: { readonly columns: RawBuilder<unknown>; readonly joins: RawBuilder<unknown> }
}

export const rowColumns = ({ more }: FileVersionTable) =>
  sql`t.*, m.code as material_code, m.name as material_name, p.name as process_name, r.code as routing_code,
    c.name as created_by_name, e.name as released_by_name, d.name as deleted_by_name${more ? sql`, ${more.columns}` : sql``}`
export const rowJoins = ({ more }: FileVersionTable) =>
  sql`left join material m on m.org_id = t.org_id and m.id = t.material_id
    left join process p on p.org_id = t.org_id and p.id = t.process_id
    left join routing r on r.org_id = t.org_id and r.id = t.routing_id
    left join app_user c on c.org_id = t.org_id and c.id = t.created_by
    left join app_user e on e.org_id = t.org_id and e.id = t.released_by
    left join app_user d on d.org_id = t.org_id and d.id = t.deleted_by ${more?.joins ?? sql``}`

/** What a member who only reads may have: versions in force. */
export const inForce = sql`t.status = ${fileVersionStatus.codes.valid} and t.deleted_time is null`

export async function lockVersions(
  tx: Tx,
  org_id: string,
  { table, no }: FileVersionTable,
  ids: readonly string[],
): Promise<Map<string, FileVersion & { row_version: number }>> {
  const found = await rows(
    tx,
    sql<
      FileVersion & { row_version: number }
    >`select id, row_version, ${sql.ref(no)} as no, name, version, attachment_id, status, deleted_time
      from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(row => [row.id, row]))
}

/** The drafts become valid; of each number the version that was valid before becomes obsolete. */
export async function saveReleased(
  tx: Tx,
  org_id: string,
  { table, no }: FileVersionTable,
  versions: readonly FileVersion[],
  { user_id, now }: { user_id: string; now: number },
): Promise<void> {
  const numbers = versions.map(version => version.no)
  const of = { table, statuses: fileVersionStatus }
  const before = await rows(
    tx,
    sql<{ id: string }>`select id from ${sql.table(table)} where org_id = ${org_id}
      and status = ${fileVersionStatus.codes.valid} and ${sql.ref(no)} = any(${numbers}::text[]) order by id for update`,
  )
  const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id)
  await transition(tx, org_id, of, 'withdraw', idsOf(before), sql`withdrawn_time = ${now}`)
  await transition(tx, org_id, of, 'release', idsOf(versions), sql`released_time = ${now}, released_by = ${user_id}`)
}

/** Changes the same columns of all. */
export const saveAll = (
  tx: Tx,
  org_id: string,
  { table }: FileVersionTable,
  ids: readonly string[],
  set: RawBuilder<unknown>,
): Promise<unknown> =>
  sql`update ${sql.table(table)} set ${set} where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(tx)
