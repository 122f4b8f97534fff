import { contactOf } from '@qitao/access/model/session/contact.rules.ts'
import { command, type GrantingPage, query } from '@qitao/core/call.ts'
import { because, choiceField, id, ids, optional, plainString, textField } from '@qitao/core/field.ts'
import { fileOutput } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Fields, type RecordOf, type RecordType, record } from '@qitao/core/record.ts'
import { statuses } from '@qitao/core/status.ts'
import { type Text, text, withinSentence } from '@qitao/core/text.ts'
import { z } from 'zod'

/** The language of a paper: of its reader, who need not be the one that prints it. */
export const paperLanguage = statuses({
  zh: { code: 'zh', zh: '中文', en: 'Chinese', colour: 'neutral' },
  en: { code: 'en', zh: '英文', en: 'English', colour: 'neutral' },
})
/** Sheets of one file at most. */
export const mostSheets = 10

const addressField = textField('收件邮箱', 'To (email)', 100)
/** What is said when a document is mailed; a document may ask for more. */
export const mailFields = {
  to: {
    ...addressField,
    schema: plainString(100).refine(
      given => contactOf(given)?.kind === 'email',
      because(generalErrors.badParameter, { detail: text('请输入一个邮箱地址', 'Enter one email address') }),
    ),
  },
  language: choiceField('语言', 'Language', paperLanguage),
  words: optional({ ...textField('正文', 'Message', 1000), kind: 'remark' as const }),
}
export const documentMail = record('document_mail', text('邮件', 'Mail'), mailFields)

interface OnPaper {
  readonly record: RecordType
  readonly prefix: string
  readonly noun: string
  readonly reads: readonly GrantingPage[]
  readonly changes: readonly GrantingPage[]
}
const title = (zh: string, en: string, of: OnPaper): Text =>
  text(`${zh}${of.record.title.zh}`, `${en} ${withinSentence(of.record.title.en)}`)

/** Prints several documents, each on sheets of its own. */
export const printOf = (of: OnPaper) =>
  query(`${of.prefix}print_${of.noun}`, {
    title: title('打印', 'Print', of),
    grantedBy: of.reads,
    input: z.strictObject({ ids: ids(mostSheets), language: choiceSchema.optional() }),
    output: fileOutput,
  })
const choiceSchema = mailFields.language.schema

/** Mails a document as a PDF; the job ends when the mail is out. */
export const mailOf = <F extends Fields>(of: OnPaper, mail: RecordOf<F & typeof mailFields>) =>
  command(`${of.prefix}mail_${of.noun}`, {
    title: title('邮件发送', 'Mail', of),
    grantedBy: of.changes,
    input: mail.input.extend({ id }),
    output: z.object({ job_id: id }),
    records: [mail],
  })
