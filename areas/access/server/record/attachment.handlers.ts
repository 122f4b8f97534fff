import { generalErrors } from '@qitao/core/general.errors.ts'
import { knownRecord } from '@qitao/core/known-record.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { among, readingWith, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { cleanFileName, fileTypeOf } from '@qitao/platform/server/files/file-type.ts'
import { keepFile, storedFile } from '@qitao/platform/server/files/store.ts'
import { type Handler, handle, type Member } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import {
  bulkDropAttachment,
  commonUpload,
  downloadAttachment,
  queryAttachmentList,
} from '../../model/record/attachment.calls.ts'
import {
  attachmentOwner,
  checkCount,
  mayOpen,
  mostFileBytes,
  waitingSeconds,
} from '../../model/record/attachment.rules.ts'
import { isAnyApprovedWith, isAnyPending, isApprover } from '../approval/approval.ts'
import { attachmentsBy, attachmentsOf, forgetAttachments, type StoredAttachment } from './attachment.queries.ts'

/** Whether a member who may open a page of some records may have the files of all of these. */
export type AttachmentGuard = (tx: Tx, member: Member, object_ids: readonly string[]) => Promise<boolean>
/** By the kind of record, where the page alone does not say who reads its files. */
type Guards = Readonly<Record<string, AttachmentGuard>>

export const attachmentArea = (guards: Guards): Area => ({ name: 'attachments', handlers: handlersWith(guards) })

const handlersWith = (guards: Guards): Handler[] => [
  handle(commonUpload, async ({ file, module, object_id }, { tx, org_id, member, now }) => {
    if (file.size === 0 || file.size > mostFileBytes) {
      const limit = mostFileBytes / 1024 / 1024
      refuse(generalErrors.fileInvalid, {
        file: cleanFileName(file.name),
        limit,
        detail: text('{file}：不能为空，最大{limit} MB', '{file}: not empty, at most {limit} MB'),
      })
    }
    const file_name = cleanFileName(file.name)
    const type = await fileTypeOf(file_name, file.pieces)
    if (!type) {
      return refuse(generalErrors.fileInvalid, {
        file: file_name,
        detail: text(
          '{file}：支持图片、PDF、Office、文本、CAD和压缩文件，且扩展名须与内容一致',
          '{file}: images, PDF, Office, text, CAD and zip files are accepted, and the ending must fit the contents',
        ),
      })
    }
    const owner = module === undefined ? undefined : attachmentOwner(module)
    if (owner && !mayOpen(owner.changes, member)) refuse(generalErrors.noPermission)
    if (object_id !== undefined) {
      if (!module || !owner) return refuse(generalErrors.fieldRequired, { field: 'module' })
      await lockOwner(tx, org_id, module, object_id)
      if (!(await sees(tx, member, module, [object_id]))) refuse(generalErrors.recordNotFound, { field: 'object_id' })
      await expectNotPending(tx, org_id, module, [object_id])
      checkCount((await attachmentsOf(tx, org_id, module, object_id)).length + 1, owner.most)
    }
    // What waited in vain goes when its uploader uploads again.
    await forgetAttachments(
      tx,
      org_id,
      sql`object_id is null and created_by = ${member.user_id} and created_time < ${now - waitingSeconds}`,
    )
    const id = newId()
    await keepFile(tx, file)
    await sql`insert into attachment (id, module, object_id, file_name, file_size, mime_type, sha256)
      values (${id}, ${module ?? null}, ${object_id ?? null}, ${file_name}, ${file.size}, ${type.mime_type}, ${file.sha256})`.execute(
      tx,
    )
    const [attachment] = await attachmentsBy(tx, org_id, [id])
    return { attachment: attachment! }
  }),

  handle(downloadAttachment, async ({ attachment_id }, { tx, org_id, member }) => {
    const mayApprove = async ({ object_id }: StoredAttachment) =>
      object_id !== null && isApprover(tx, org_id, object_id, member.user_id)
    const [found] = await attachmentsBy(tx, org_id, [attachment_id])
    const { sha256, file_name, file_size, mime_type } = found ?? refuse(generalErrors.recordNotFound)
    const approves = await mayApprove(found!)
    if (!approves && !(await seesAll(tx, member, [found!]))) refuse(generalErrors.recordNotFound)
    const reads = mayRead(found!, member) && (await mayHave(guards, tx, member, found!))
    if (!reads && !approves) refuse(generalErrors.noPermission)
    return storedFile(file_name, mime_type, { org_id, sha256, size: file_size })
  }),

  handle(queryAttachmentList, async ({ module, object_id }, { tx, org_id, member }) => {
    const approves = await isApprover(tx, org_id, object_id, member.user_id)
    const reads =
      mayOpen(attachmentOwner(module).reads, member) && (await mayHave(guards, tx, member, { module, object_id }))
    if (!reads && !approves) refuse(generalErrors.noPermission)
    if (!approves && member.own_data_only && !(await sees(tx, member, module, [object_id])))
      refuse(generalErrors.recordNotFound)
    return { result: await attachmentsOf(tx, org_id, module, object_id) }
  }),

  handle(bulkDropAttachment, async ({ ids }, { tx, org_id, member }) => {
    const found = await attachmentsBy(tx, org_id, ids)
    if (found.length < new Set(ids).size) refuse(generalErrors.recordNotFound)
    if (!found.every(one => mayChange(one, member))) refuse(generalErrors.noPermission)
    if (!(await seesAll(tx, member, found))) refuse(generalErrors.recordNotFound)
    for (const [module, object_ids] of recordsOf(found)) {
      await expectNotPending(tx, org_id, module, object_ids)
      await expectNotApprovedWith(tx, org_id, module, ids)
    }
    const deleted = await forgetAttachments(tx, org_id, among(sql`id`, ids))
    return { affected: deleted }
  }),
]

const isWaiting = (one: StoredAttachment): boolean => one.module === null || one.object_id === null
const mayRead = (one: StoredAttachment, member: Member): boolean =>
  isWaiting(one) ? one.created_by === member.user_id : mayOpen(attachmentOwner(one.module!).reads, member)
const mayChange = (one: StoredAttachment, member: Member): boolean =>
  isWaiting(one) ? one.created_by === member.user_id : mayOpen(attachmentOwner(one.module!).changes, member)

const mayHave = async (
  guards: Guards,
  tx: Tx,
  member: Member,
  { module, object_id }: Pick<StoredAttachment, 'module' | 'object_id'>,
): Promise<boolean> => {
  const guard = module === null || object_id === null ? undefined : guards[module]
  return guard === undefined || guard(tx, member, [object_id!])
}

/** Records that the files hang on, by kind: what is asked of them is asked once a kind. */
function recordsOf(files: readonly StoredAttachment[]): Map<string, string[]> {
  const records = new Map<string, string[]>()
  for (const { module, object_id } of files) {
    if (module === null || object_id === null) continue
    const known = records.get(module)
    if (!known) records.set(module, [object_id])
    else if (!known.includes(object_id)) known.push(object_id)
  }
  return records
}

async function expectNotPending(tx: Tx, org_id: string, module: string, object_ids: readonly string[]): Promise<void> {
  const { approved_as } = attachmentOwner(module)
  if (approved_as === undefined || !(await isAnyPending(tx, org_id, approved_as, object_ids))) return
  refuse(generalErrors.statusNotAllowed, {
    detail: text('单据审批中，附件不可修改', 'Its approval is pending; its files stay'),
  })
}

/** What was approved was approved with its files: others may be added, those stay. */
async function expectNotApprovedWith(tx: Tx, org_id: string, module: string, ids: readonly string[]): Promise<void> {
  const { approved_as } = attachmentOwner(module)
  if (approved_as === undefined || !(await isAnyApprovedWith(tx, org_id, approved_as, ids))) return
  refuse(generalErrors.statusNotAllowed, {
    detail: text('单据已连同该附件审批通过，附件不可删除', 'It was approved with this file; the file stays'),
  })
}

async function seesAll(tx: Tx, member: Member, files: readonly StoredAttachment[]): Promise<boolean> {
  for (const [module, object_ids] of recordsOf(files)) if (!(await sees(tx, member, module, object_ids))) return false
  return true
}
/** Whether the records are ones that the member may see, where that is not the page's matter alone. */
async function sees(
  tx: Tx,
  { org_id, workgroup_only }: Member,
  module: string,
  object_ids: readonly string[],
): Promise<boolean> {
  const { seen } = knownRecord(module)
  if (seen === undefined && !workgroup_only) return true
  const found = await readingWith(tx, workgroup_only, () =>
    rows(
      tx,
      sql`select id from ${sql.table(seen ?? module)} where org_id = ${org_id} and ${among(sql`id`, object_ids)}`,
    ),
  )
  return found.length === object_ids.length
}

/** The record is there, and two uploads to it are counted one after the other. */
async function lockOwner(tx: Tx, org_id: string, module: string, object_id: string): Promise<void> {
  const found = await rows(
    tx,
    sql`select id from ${sql.table(module)} where org_id = ${org_id} and id = ${object_id} for update`,
  )
  if (found.length === 0) refuse(generalErrors.recordNotFound, { field: 'object_id' })
}
