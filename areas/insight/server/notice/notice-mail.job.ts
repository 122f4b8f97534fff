import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { sql } from 'kysely'
import { type NoticeEventName, noticeEventOf } from '../../model/notice/notice-events.ts'

export const noticeMailJob = 'notice_mail'
/** So many in one mail; of the others it says how many there are. */
const mostNamed = 50
const mostTries = 6
const { open } = noticeCaseStatus.codes

/** Sends to each member one mail about all that is due and that nobody has answered. */
export const noticeMail = job<unknown>(noticeMailJob, 'outward', sendDue, {
  repeatable: true,
  serial: noticeMailJob,
  isOfTheProduct: true,
})

interface Due {
  readonly id: string
  readonly user_id: string
  readonly email: string
  readonly company: string
  readonly event: NoticeEventName
  readonly object_no: string
  readonly subject: string | null
  readonly measure: number
  readonly is_raised: boolean
}

async function sendDue(_: unknown, { org_id, transaction, cancelled, send }: JobContext) {
  const due = await transaction(tx => takeDue(tx, org_id))
  let mail_count = 0
  for (const mails of Map.groupBy(due, ({ user_id }) => user_id).values()) {
    if (cancelled()) break
    const ids = mails.map(({ id }) => id)
    const sent = await send({ to: mails[0]!.email, ...lettersOf(mails) }).then(
      () => true,
      () => false,
    )
    if (sent) mail_count++
    await transaction(tx => (sent ? forget(tx, org_id, ids) : tryLater(tx, org_id, ids)))
  }
  return { mail_count }
}

/** What is due; what needs no mail any more, as somebody has answered or the member has no address, is forgotten. */
async function takeDue(tx: Tx, org_id: string): Promise<Due[]> {
  await sql`delete from notice_mail m using notice_case c, app_user u where m.org_id = ${org_id} and m.due_time <= epoch_now()
    and c.org_id = m.org_id and c.id = m.case_id and u.org_id = m.org_id and u.id = m.user_id
    and (c.status <> ${open} or coalesce(u.email, '') = '' or m.attempts >= ${mostTries})`.execute(tx)
  return rows(
    tx,
    sql<Due>`select m.id, m.user_id, u.email, o.name as company, c.event, c.object_no, c.subject, c.measure, c.raised_time is not null as is_raised
      from notice_mail m join notice_case c on c.org_id = m.org_id and c.id = m.case_id
        join app_user u on u.org_id = m.org_id and u.id = m.user_id join org o on o.id = m.org_id
      where m.org_id = ${org_id} and m.due_time <= epoch_now() and u.email is not null order by m.user_id, c.opened_time, c.id`,
  )
}
const forget = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`delete from notice_mail where org_id = ${org_id} and id = any(${ids}::uuid[])`.execute(tx)
const tryLater = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`update notice_mail set attempts = attempts + 1, due_time = epoch_now() + ${minuteSeconds} * power(4, attempts)::bigint
    where org_id = ${org_id} and id = any(${ids}::uuid[])`.execute(tx)

/** In both languages, as nobody is there to say which. */
function lettersOf(mails: readonly Due[]) {
  const shown = mails.slice(0, mostNamed)
  const rest = mails.length - shown.length
  const line = ({ event, object_no, subject, measure, is_raised }: Due) => {
    const { title, says } = noticeEventOf(event)
    const { zh, en } = says(measure)
    const name = [object_no, subject].filter(Boolean).join(' ')
    return text(
      `- ${title.zh}：${name} ${zh}${is_raised ? '（无人响应）' : ''}`,
      `- ${title.en}: ${name}, ${en}${is_raised ? ' (unanswered)' : ''}`,
    )
  }
  const lines = shown.map(line)
  const { company } = mails[0]!
  return {
    subject: `${company}：${mails.length}项提醒待响应 / ${mails.length} notices to answer`,
    text: [
      '以下事项待您响应，请在任务中心的「提醒」中处理：',
      ...lines.map(({ zh }) => zh),
      ...(rest > 0 ? [`……另有${rest}项`] : []),
      '',
      'These matters wait for your answer, under “Notices” in the task centre:',
      ...lines.map(({ en }) => en),
      ...(rest > 0 ? [`… and ${rest} more`] : []),
    ].join('\n'),
  }
}
