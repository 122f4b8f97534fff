import { longestShareDays, shareKey, shareLinkCalls } from '@qitao/access/model/session/share-link.calls.ts'
import { command, query } from '@qitao/core/call.ts'
import { codeOf, id, instant, plainString } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { document } from './document.record.ts'
import { fileVersionStatus } from './file-version.status.ts'

/** A version of a drawing or document for people without an account, behind a link that expires and can be withdrawn. */
const grantedBy = [pages.documents, pages.drawings]
const base = '/mep_server/biz/document/'
const share_key = shareKey
export const shareDays = [1, 7, 14, longestShareDays] as const
export const sharedKinds = ['document', 'drawing'] as const
const object_type = z.enum(sharedKinds)
const remark = document.fields.remark.schema
const records = [document]

/** What the reader says: whoever shared it decides what follows. */
const fileAnswer = z.object({ accepted: z.boolean(), name: z.string(), remark: z.string().nullable() })
export type FileAnswerGiven = z.output<typeof fileAnswer>

const links = shareLinkCalls({
  titles: {
    make: text('分享文档', 'Share a document'),
    list: text('文档分享链接', 'Links to a document'),
    drop: text('撤销文档链接', 'Withdraw links to documents'),
  },
  paths: { make: `${base}add_share`, list: `${base}query_share_list`, drop: `${base}bulk_drop_share` },
  grantedBy,
  of: { object_type, object_id: id },
  listOf: { object_type, object_id: id },
  choices: {
    /** The reader may confirm or refuse it once. */
    editable: z.boolean().default(false),
  },
  answer: fileAnswer,
})
export const { make: makeFileLink, list: listFileLinks } = links
export const dropFileLinks = { ...links.drop, input: links.drop.input.extend({ object_type }) }

export const queryOnlineEdit = query(`${base}query_online_edit`, {
  title: text('查看分享的文档', 'Read a shared document'),
  grantedBy: 'public',
  input: z.strictObject({ share_key }),
  output: z.object({
    /** What the link shows, and nothing else of it. */
    document: z.object({
      kind: object_type,
      no: z.string(),
      name: z.string(),
      version: z.string(),
      status: codeOf(fileVersionStatus),
      file_name: z.string(),
      /** Bytes. */
      file_size: z.int(),
      mime_type: z.string(),
      change_note: z.string().nullable(),
    }),
    /** Address of the call that answers the file. */
    url: z.string(),
    editable: z.boolean(),
    company_name: z.string(),
    sharer_name: z.string(),
    time_zone: z.string(),
    expire_time: instant,
    answer: fileAnswer.nullable(),
    answer_time: instant.nullable(),
  }),
})
export const downloadOnlineEdit = query(`${base}download_online_edit`, {
  title: text('下载分享的文档', 'Download a shared document'),
  grantedBy: 'public',
  input: z.strictObject({ share_key }),
  output: fileOutput,
})
export const answerOnlineEdit = command(`${base}submit_online_edit`, {
  title: text('答复分享的文档', 'Answer a shared document'),
  grantedBy: 'public',
  input: z.strictObject({
    share_key,
    accepted: z.boolean(),
    /** Who answers. */
    name: plainString(50).min(1),
    remark,
  }),
  output: z.object({ answer_time: instant }),
  records,
})
