import { affected, command, query } from '@qitao/core/call.ts'
import {
  choiceField,
  codeOf,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  optional,
  readOnly,
  referencesField,
  rowVersion,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { letterLanguage, letterProblem, letterStatus, rhythm, weekday } from './report.status.ts'

export const mostReceivers = 200

/** When a saved report goes out by mail, and to whom. */
export const reportMailing = record('report_mailing', text('定时邮件', 'Mail by itself'), {
  is_on: withDefault(flagField('启用', 'On'), true),
  rhythm: choiceField('频率', 'How often', rhythm),
  weekday: optional(choiceField('星期', 'Day of the week', weekday)),
  month_day: optional(integerField('几号', 'Day of the month', { min: 1, max: 31 })),
  hour: integerField('时间', 'Hour', { max: 23 }),
  user_ids: withDefault(referencesField('发给成员', 'To members', 'user', mostReceivers), []),
  role_ids: withDefault(referencesField('发给角色', 'To roles', 'role', 50), []),
  language: choiceField('语言', 'Language', letterLanguage),
  with_file: withDefault(flagField('附Excel文件', 'With the Excel file'), true),
  next_time: readOnly(optional(instantField('下次发送', 'Next'))),
})
/** A mail of a report to one member. */
export const reportLetter = record('report_letter', text('报表邮件', 'Mail of a report'), {
  run_time: instantField('计划时间', 'Due'),
  user_name: textField('收件人', 'To'),
  status: choiceField('状态', 'Status', letterStatus),
  problem: optional(choiceField('原因', 'Why not', letterProblem)),
  sent_time: optional(instantField('发送时间', 'Sent')),
})
const receiver = z.object({ user_id: id, name: z.string(), problem: codeOf(letterProblem).nullable() })
export type Receiver = z.output<typeof receiver>

const base = '/mep_server/biz/dashboard/'
const grantedBy = [pages.operationReport]
const records = [reportMailing]

/** For who made the report. */
export const showReportMailing = query(`${base}query_report_mailing`, {
  title: text('查看报表定时邮件', 'Show how a report is mailed'),
  grantedBy,
  input: z.strictObject({ report_id: id }),
  output: z.object({ record: reportMailing.row.nullable() }),
  records,
})
/** Who would get it, and who would not, before it is saved. */
export const listReportReceivers = query(`${base}query_report_receiver_list`, {
  title: text('查看报表收件人', 'Who gets a report'),
  grantedBy,
  input: z.strictObject({
    report_id: id,
    user_ids: z.array(id).max(mostReceivers),
    role_ids: z.array(id).max(50),
  }),
  output: z.object({ result: z.array(receiver) }),
  records,
})
export const setReportMailing = command(`${base}set_report_mailing`, {
  title: text('设置报表定时邮件', 'Have a report mailed'),
  grantedBy,
  input: reportMailing.input.extend({ report_id: id, row_version: rowVersion.optional() }),
  output: z.object({ id, next_time: instant.nullable() }),
  records,
})
/** One run at once, beside those of the clock. */
export const sendReportNow = command(`${base}send_report_now`, {
  title: text('立即发送报表', 'Mail a report now'),
  grantedBy,
  input: z.strictObject({ report_id: id }),
  output: affected,
  records,
})
export const listReportLetters = query(`${base}query_report_letter_list`, {
  title: text('报表邮件记录', 'Mails of a report'),
  grantedBy,
  input: listInput({ report_id: id }),
  output: listOutput(reportLetter.row.omit({ row_version: true, created_time: true, updated_time: true })),
  records: [reportLetter],
})
