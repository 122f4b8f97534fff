import { noticeCaseStatus } from '@qitao/access/model/notice/notice-case.status.ts'
import { membersWhoMay } from '@qitao/access/server'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { sql } from 'kysely'
import { isOpenedBy } from '../../model/notice/notice.rules.ts'
import { type NoticeEventName, noticeEventOf } from '../../model/notice/notice-events.ts'
import { listNoticeCases } from '../../model/notice/notice-rule.calls.ts'

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
  readonly case_id: string
  readonly user_id: string
  readonly email: string
  /** Nobody has answered, there is an address, and it was not tried too often. */
  readonly is_wanted: boolean
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

/** What is due; what nobody wants any more, or the member may not see any more since it was held back, is forgotten. */
async function takeDue(tx: Tx, org_id: string): Promise<Due[]> {
  const members = new Map(
    (await membersWhoMay(tx, org_id, listNoticeCases)).map(({ user_id, pages }) => [user_id, pages]),
  )
  const due = await rows(
    tx,
    sql<Due>`select m.id, m.case_id, m.user_id, coalesce(u.email, '') as email, o.name as company, c.event, c.object_no, c.subject, c.measure,
        c.raised_time is not null as is_raised, c.status = ${open} and coalesce(u.email, '') <> '' and m.attempts < ${mostTries} as is_wanted
      from notice_mail m join notice_case c on c.org_id = m.org_id and c.id = m.case_id
        join app_user u on u.org_id = m.org_id and u.id = m.user_id join org o on o.id = m.org_id
      where m.org_id = ${org_id} and m.due_time <= epoch_now() order by m.user_id, c.opened_time, c.id`,
  )
  const goes = ({ is_wanted, user_id, event }: Due): boolean => {
    const pages = members.get(user_id)
    return is_wanted && pages !== undefined && isOpenedBy(pages, event)
  }
  const needless = due.filter(one => !goes(one))
  await forget(
    tx,
    org_id,
    needless.map(({ id }) => id),
  )
  return due.filter(goes)
}
const forget = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`delete from notice_mail where org_id = ${org_id} and id = any(${ids}::uuid[])`.execute(tx)
const tryLater = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`update notice_mail set attempts = attempts + 1, due_time = epoch_now() + ${minuteSeconds} * power(4, attempts)::bigint
    where org_id = ${org_id} and id = any(${ids}::uuid[])`.execute(tx)

/** In both languages, as nobody is there to say which. */
function lettersOf(mails: readonly Due[]) {
  // Told and raised in the same quiet hours it is one matter all the same.
  const matters = [...new Map(mails.map(mail => [mail.case_id, mail])).values()]
  const shown = matters.slice(0, mostNamed)
  const rest = matters.length - shown.length
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
    subject: `${company}：${matters.length}项提醒待响应 / ${matters.length} ${matters.length === 1 ? 'notice' : 'notices'} to answer`,
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
