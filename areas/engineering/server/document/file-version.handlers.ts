import {
  type AttachmentGuard,
  attachmentsBy,
  claimAttachments,
  dropAttachments,
  dropAttachmentsOf,
  settledCustom,
} from '@qitao/access/server'
import type { CustomValues } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { openFile } from '@qitao/platform/server/files/store.ts'
import { zipFile } from '@qitao/platform/server/files/zip-file.ts'
import {
  bulkAnswer,
  type Context,
  expectVersion,
  type Handler,
  handle,
  type Member,
  sortOut,
} from '@qitao/platform/server/http/handle.ts'
import { contains, customContains, listRows, oneOfCodes, withinRange } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { FileVersionCalls } from '../../model/document/file-version.calls.ts'
import { expectAlterable, expectDeleted, expectMove, expectOneOfEach } from '../../model/document/file-version.rules.ts'
import { fileVersionStatus } from '../../model/document/file-version.status.ts'
import {
  type FileVersionTable,
  inForce,
  lockVersions,
  rowColumns,
  rowJoins,
  saveAll,
  saveReleased,
} from './file-version.queries.ts'

interface FileVersions extends FileVersionTable {
  readonly calls: FileVersionCalls
  /** Columns that are written as they are given, besides number and file. */
  readonly written: readonly string[]
  /** The number of a new one when none is given. */
  readonly nextNo?: (context: Context) => Promise<string>
}
interface FileInZip {
  no: string
  version: string
  file_name: string
  mime_type: string
  created_time: number
  sha256: string
  file_size: number
}
type Given = Readonly<Record<string, unknown>> & { name: string; version: string; custom?: CustomValues }

/** Who may add versions sees all of them; others the valid ones. */
const keeps = (calls: FileVersionCalls, member: Member): boolean => isGranted(calls.add, member.grants)

/** Files of versions are for those who may see the version. */
export const fileVersionGuard =
  ({ calls, table }: FileVersions): AttachmentGuard =>
  async (tx, member, object_ids) => {
    if (keeps(calls, member)) return true
    const found = await rows(
      tx,
      sql`select t.id from ${sql.table(table)} t where t.org_id = ${member.org_id} and ${among(sql`t.id`, object_ids)} and ${inForce}`,
    )
    return found.length === new Set(object_ids).size
  }

/** The file of a version, by its own name; it waits, or is the version's already. */
async function fileOf(tx: Tx, org_id: string, attachment_id: string) {
  const [file] = await attachmentsBy(tx, org_id, [attachment_id])
  if (!file) return refuse(generalErrors.recordNotFound, { field: 'attachment_id' })
  return { attachment_id, file_name: file.file_name, file_size: file.file_size, mime_type: file.mime_type }
}

export function fileVersionHandlers(of: FileVersions): Handler[] {
  const { calls, table, no } = of
  const number = sql.ref(`t.${no}`)
  const columns = rowColumns(of)
  const joins = rowJoins(of)
  const values = (given: Given, custom: CustomValues, file: Awaited<ReturnType<typeof fileOf>>) => ({
    ...Object.fromEntries(of.written.map(name => [name, given[name] ?? null])),
    ...file,
    custom: JSON.stringify(custom),
  })
  const assigned = (of: Readonly<Record<string, unknown>>) =>
    sql.join(Object.entries(of).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

  return [
    handle(calls.list, async (input, { tx, org_id, member }) =>
      listRows(
        tx,
        {
          org_id,
          table,
          filterJoins: sql`left join material m on m.org_id = t.org_id and m.id = t.material_id`,
          where: [
            contains(
              input.keyword,
              number,
              sql`t.name`,
              sql`t.file_name`,
              sql`coalesce(m.code, '')`,
              sql`coalesce(m.name, '')`,
            ),
            input.no !== undefined && sql`${number} = ${input.no}`,
            input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
            input.process_id !== undefined && sql`t.process_id = ${input.process_id}`,
            input.routing_id !== undefined && sql`t.routing_id = ${input.routing_id}`,
            input.folder_id !== undefined &&
              (table === 'document' ? sql`t.folder_id = ${input.folder_id}` : sql`false`),
            oneOfCodes(sql`t.status`, input.statuses),
            withinRange(sql`t.created_time`, input.timestamp_range),
            customContains(sql`t.custom`, input.custom),
            input.deleted ? sql`t.deleted_time is not null` : sql`t.deleted_time is null`,
            !keeps(calls, member) && inForce,
          ],
          columns,
          joins,
          orders: {
            [no]: number,
            name: sql`t.name`,
            version: sql`t.version`,
            status: sql`t.status`,
            file_name: sql`t.file_name`,
            file_size: sql`t.file_size`,
            created_time: sql`t.created_time`,
            updated_time: sql`t.updated_time`,
          },
          defaultOrder: '-updated_time',
        },
        input,
      ),
    ),

    handle(calls.detail, async ({ id }, { tx, org_id, member }) => {
      const [record] = await rows(
        tx,
        sql<never>`select ${columns} from ${sql.table(table)} t ${joins}
          where t.org_id = ${org_id} and t.id = ${id} and ${keeps(calls, member) ? sql`true` : inForce}`,
      )
      return { record: record ?? refuse(generalErrors.recordNotFound) }
    }),

    handle(calls.add, async (input, context) => {
      const { tx, org_id } = context
      const given: Given = input
      const id = newId()
      const file = await fileOf(tx, org_id, input.attachment_id)
      await claimAttachments(tx, context, { module: table, object_id: id, attachment_ids: [file.attachment_id] })
      const custom = await settledCustom(tx, org_id, table, given.custom)
      const chosen = (given[no] as string | null) ?? (await of.nextNo?.(context)) ?? ''
      const row = { id, [no]: chosen, ...values(given, custom, file) }
      await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map(name => sql.ref(name)))})
        values (${sql.join(Object.values(row))})`.execute(tx)
      return { id, no: chosen }
    }),

    handle(calls.alter, async (input, context) => {
      const { tx, org_id } = context
      const given: Given = input
      const { id } = input
      const stored = expectVersion((await lockVersions(tx, org_id, of, [id])).get(id), input.row_version)
      const attachment_id = input.attachment_id ?? stored.attachment_id
      const { name, version } = given
      const chosen = (given[no] as string | null) ?? stored.no
      expectAlterable(stored, { no: chosen, name, version, attachment_id })
      const file = await fileOf(tx, org_id, attachment_id)
      const custom = await settledCustom(tx, org_id, table, given.custom, id)
      const replaced = attachment_id !== stored.attachment_id
      if (replaced) {
        await claimAttachments(tx, context, { module: table, object_id: id, attachment_ids: [attachment_id] })
      }
      await saveAll(tx, org_id, of, [id], assigned({ [no]: chosen, ...values(given, custom, file) }))
      if (replaced) await dropAttachments(tx, org_id, [stored.attachment_id])
      return { affected: 1 }
    }),

    handle(calls.release, async ({ ids }, { tx, org_id, member, now, language }) => {
      const found = await lockVersions(tx, org_id, of, ids)
      const expectOne = expectOneOfEach()
      const { passed, passed_ids, refused } = sortOut(ids, found, one => {
        expectMove(one, 'release')
        expectOne(one)
      })
      await saveReleased(tx, org_id, of, passed, { user_id: member.user_id, now })
      return bulkAnswer(passed_ids, refused, language)
    }),
    handle(calls.withdraw, async ({ ids }, { tx, org_id, now, language }) => {
      const found = await lockVersions(tx, org_id, of, ids)
      const { passed_ids, refused } = sortOut(ids, found, one => expectMove(one, 'withdraw'))
      await transition(
        tx,
        org_id,
        { table: of.table, statuses: fileVersionStatus },
        'withdraw',
        passed_ids,
        assigned({ withdrawn_time: now }),
      )
      return bulkAnswer(passed_ids, refused, language)
    }),
    handle(calls.drop, async ({ ids }, { tx, org_id, member, now, language }) => {
      const found = await lockVersions(tx, org_id, of, ids)
      const { passed_ids, refused } = sortOut(ids, found, one => expectMove(one, 'drop'))
      await saveAll(tx, org_id, of, passed_ids, assigned({ deleted_time: now, deleted_by: member.user_id }))
      return bulkAnswer(passed_ids, refused, language)
    }),
    handle(calls.restore, async ({ ids }, { tx, org_id, language }) => {
      const found = await lockVersions(tx, org_id, of, ids)
      const { passed_ids, refused } = sortOut(ids, found, expectDeleted)
      await saveAll(tx, org_id, of, passed_ids, assigned({ deleted_time: null, deleted_by: null }))
      return bulkAnswer(passed_ids, refused, language)
    }),
    handle(calls.download, async ({ ids }, { tx, org_id, member, language }) => {
      const found = await rows(
        tx,
        sql<FileInZip>`select ${number} as no, t.version, t.file_name, t.mime_type, t.created_time, a.sha256, a.file_size
          from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
          join ${sql.table(table)} t on t.id = wanted.id join attachment a on a.org_id = t.org_id and a.id = t.attachment_id
          where t.org_id = ${org_id} and ${keeps(calls, member) ? sql`true` : inForce} order by wanted.place`,
      )
      if (found.length < ids.length) refuse(generalErrors.recordNotFound)
      return zipFile(
        say(calls.download.records[0]!.title, language),
        found.map(({ no: of_no, version, file_name, mime_type, created_time, sha256, file_size }) => ({
          name: `${of_no} ${version} ${file_name}`.replace(/[\\/]/g, '_'),
          ...{ mime_type, modified_time: created_time },
          open: transaction => openFile(transaction, { org_id, sha256, size: file_size }),
        })),
      )
    }),
    handle(calls.dropForever, async ({ ids }, { tx, org_id, language }) => {
      const found = await lockVersions(tx, org_id, of, ids)
      const { passed_ids, refused } = sortOut(ids, found, expectDeleted)
      await sql`delete from ${sql.table(table)} where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
      await dropAttachmentsOf(tx, org_id, table, passed_ids)
      return bulkAnswer(passed_ids, refused, language)
    }),
  ]
}
