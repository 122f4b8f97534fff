import { generalErrors } from '@qitao/core/general.errors.ts'
import { type ErrorDefinition, refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { forgetFiles } from '@qitao/platform/server/files/store.ts'
import { sql } from 'kysely'
import type { AttachmentRow } from '../../model/record/attachment.calls.ts'
import { attachmentOwner, checkCount } from '../../model/record/attachment.rules.ts'

const columns = sql`t.id, t.file_name, t.file_size, t.mime_type, t.module, t.object_id, t.created_time, t.created_by, u.name as created_by_name`
const joins = sql`left join app_user u on u.org_id = t.org_id and u.id = t.created_by`
/** Tables that keep digests of files. */
const contentUsers = ['attachment']

export type StoredAttachment = AttachmentRow & { sha256: string }
export const attachmentsBy = (tx: Tx, org_id: string, ids: readonly string[]): Promise<StoredAttachment[]> =>
  rows(
    tx,
    sql`select ${columns}, t.sha256 from attachment t ${joins} where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`,
  )

/** Files of one record, the first uploaded first. */
export const attachmentsOf = (tx: Tx, org_id: string, module: string, object_id: string): Promise<AttachmentRow[]> =>
  rows(
    tx,
    sql`select ${columns} from attachment t ${joins}
      where t.org_id = ${org_id} and t.module = ${module} and t.object_id = ${object_id} order by t.created_time, t.id`,
  )

/**
 * Files that were uploaded before their record was saved now belong to it. Only files of the member that still wait are
 * taken (5010); `tooMany` stands for the record's own limit.
 */
export async function claimAttachments(
  tx: Tx,
  { org_id, member }: { org_id: string; member: { user_id: string } },
  of: { module: string; object_id: string; attachment_ids: readonly string[] | undefined; tooMany?: ErrorDefinition },
): Promise<void> {
  const ids = [...new Set(of.attachment_ids ?? [])]
  if (ids.length === 0) return
  checkCount(ids.length, attachmentOwner(of.module).most, of.tooMany)
  const claimed = await rows(
    tx,
    sql`update attachment set module = ${of.module}, object_id = ${of.object_id}
      where org_id = ${org_id} and ${among(sql`id`, ids)} and object_id is null and created_by = ${member.user_id}
        and coalesce(module, ${of.module}) = ${of.module} returning id`,
  )
  if (claimed.length !== ids.length) refuse(generalErrors.recordNotFound, { field: 'attachment_ids' })
}

/** Records become one: their files are its files. Refused when those are too many for one. */
export async function handOnAttachments(
  tx: Tx,
  org_id: string,
  { module, from_ids, object_id }: { module: string; from_ids: readonly string[]; object_id: string },
): Promise<void> {
  await sql`update attachment set object_id = ${object_id}
    where org_id = ${org_id} and module = ${module} and ${among(sql`object_id`, from_ids)}`.execute(tx)
  const all = await attachmentsOf(tx, org_id, module, object_id)
  checkCount(all.length, attachmentOwner(module).most)
}

/** When records go for good, their files go with them. */
export async function dropAttachmentsOf(
  tx: Tx,
  org_id: string,
  module: string,
  object_ids: readonly string[],
): Promise<void> {
  await forgetAttachments(tx, org_id, sql`module = ${module} and ${among(sql`object_id`, object_ids)}`)
}

export const dropAttachments = (tx: Tx, org_id: string, ids: readonly string[]): Promise<number> =>
  forgetAttachments(tx, org_id, among(sql`id`, ids))

export async function forgetAttachments(tx: Tx, org_id: string, condition: ReturnType<typeof sql>): Promise<number> {
  const gone = await rows(
    tx,
    sql<{ sha256: string }>`delete from attachment where org_id = ${org_id} and (${condition}) returning sha256`,
  )
  if (gone.length > 0) {
    const digests = [...new Set(gone.map(({ sha256 }) => sha256))]
    await forgetFiles(tx, org_id, digests, contentUsers)
  }
  return gone.length
}
