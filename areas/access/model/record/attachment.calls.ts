import { affected, command, query } from '@qitao/core/call.ts'
import { id, ids, instant, plainString } from '@qitao/core/field.ts'
import { fileInput, fileOutput } from '@qitao/core/file.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'

const factory = '/mep_server/factory/'

export const attachmentRow = z.object({
  id,
  file_name: z.string(),
  /** Bytes. */
  file_size: z.int(),
  mime_type: z.string(),
  module: z.string().nullable(),
  object_id: id.nullable(),
  created_time: instant,
  created_by: id.nullable(),
  created_by_name: z.string().nullable(),
})
export type AttachmentRow = z.output<typeof attachmentRow>

/** Module: the kind of record that the file belongs to (attachment.rules.ts). Without an object it waits for one to be saved. */
export const commonUpload = command(`${factory}common_upload`, {
  title: text('上传文件', 'Upload a file'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ file: fileInput, module: plainString(50).optional(), object_id: id.optional() }),
  output: z.object({ attachment: attachmentRow }),
})
export const downloadAttachment = query(`${factory}download_attachment`, {
  title: text('下载附件', 'Download an attachment'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ attachment_id: id }),
  output: fileOutput,
})
export const queryAttachmentList = query(`${factory}query_attachment_list`, {
  title: text('附件列表', 'Attachments'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ module: plainString(50), object_id: id }),
  output: z.object({ result: z.array(attachmentRow) }),
})
export const bulkDropAttachment = command(`${factory}bulk_drop_attachment`, {
  title: text('删除附件', 'Delete attachments'),
  grantedBy: 'signed_in',
  input: z.strictObject({ ids: ids(100) }),
  output: affected,
})
/** Field of calls that save a new record: files that were uploaded before it. */
export const attachmentIds = z.array(id).max(20).optional()
export interface AttachmentIds {
  attachment_ids?: string[] | undefined
}
