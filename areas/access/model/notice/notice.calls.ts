import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, instant } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { noticeCaseStatus } from './notice-case.status.ts'

/** What the product tells one member; words in the caller's language. */
export const noticeTypes = ['success', 'info', 'warning', 'error', 'loading'] as const
const notice = z.object({
  id,
  sign: z.string().nullable(),
  text: z.string(),
  type: z.enum(noticeTypes),
  btn: z.string().nullable(),
  href: z.string().nullable(),
  hrefTitle: z.string().nullable(),
  /** Milliseconds. */
  duration: z.int(),
  read: z.boolean(),
  /** The matter that is to be answered, how it stands, and who has answered. */
  case_id: id.nullable(),
  case_status: codeOf(noticeCaseStatus).nullable(),
  answered_by_name: z.string().nullable(),
  created_time: instant,
})
export type NoticeRow = z.output<typeof notice>

const base = '/mep_server/biz/notice/'
export const listNotices = query(`${base}query_notice_list`, {
  title: text('通知列表', 'Notices'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: listInput({ unread_only: z.boolean().default(false) }),
  output: z.intersection(listOutput(notice), z.object({ unread_count: z.int() })),
})
export const readNotices = command(`${base}alter_notice_read`, {
  title: text('标记已读', 'Mark as read'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: z.strictObject({ ids: ids() }),
  output: affected,
})
export const dropNotices = command(`${base}bulk_drop_notice`, {
  title: text('删除通知', 'Delete notices'),
  grantedBy: 'signed_in',
  input: z.strictObject({ ids: ids() }),
  output: affected,
})
// Handled in `areas/insight/server/notice/notice-case.handlers.ts`.
/** Says of matters that the caller was told of that they are seen, or that the caller sees to them. */
export const answerNotices = command(`${base}answer_notice`, {
  title: text('响应提醒', 'Answer notices'),
  grantedBy: 'signed_in',
  input: z.strictObject({ case_ids: ids(500), answer: z.enum(['see', 'take']) }),
  output: bulkOutput,
})
// Handled in `areas/insight/server/message-count.handlers.ts`.
/** Handled where the documents are known: badges of the menu. */
export const queryMessageCount = query(`${base}query_message_count`, {
  title: text('消息数量', 'Message counts'),
  grantedBy: 'signed_in',
  atTerminals: true,
  input: nothing,
  output: z.object({
    /** Open sales orders past their delivery date. */
    message_count: z.int(),
    /** Purchase orders past their expected arrival. */
    purchase_message_count: z.int(),
    /** What waits for the member in the task centre. */
    task_count: z.int(),
    /** Unread notices. */
    notice_count: z.int(),
  }),
})
