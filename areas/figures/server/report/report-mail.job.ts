import { noticeChannel } from '@qitao/access/server'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type SendFailure, sendFailure } from '@qitao/platform/server/http/message.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { log } from '@qitao/platform/server/log.ts'
import { sql } from 'kysely'
import { letterProblem, letterStatus } from '../../model/report/report.status.ts'
import { reportDefinition } from '../../model/report/saved-report.calls.ts'
import { brokenWords, forgotten, leaveOut, lettersByState, mostTries, tellOwners, unsureWords } from './letters.ts'
import { problemOf, readerBy, rightsKey, type Versions } from './receivers.ts'

export const reportMailJob = 'report_mail'
const { to_send, sending } = letterStatus.codes
const nobody: readonly string[] = []

/** Sends what is made. Each is taken by one worker before it goes, so that nobody gets two of a run. */
export const reportMail = job<unknown>(reportMailJob, 'outward', sendDue, {
  repeatable: true,
  serial: reportMailJob,
  isOfTheProduct: true,
})

interface Taken {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly words: string
  readonly html: string
  readonly file_name: string | null
  readonly file_content: Buffer | null
  readonly attempts: number
}

async function sendDue(_: unknown, { org_id, transaction, cancelled, send, tell }: JobContext) {
  const hear = async (heard: readonly string[]) => {
    for (const user_id of heard) await tell({ channel_type: noticeChannel }, { user_id })
  }
  await hear(await transaction(tx => endInterrupted(tx, org_id)))
  let mail_count = 0
  while (!cancelled()) {
    const letter = await transaction(tx => takeNext(tx, org_id))
    if (letter === 'none') break
    if ('heard' in letter) {
      await hear(letter.heard)
      continue
    }
    const { to, subject, words, html, file_name, file_content } = letter
    const attachments = file_name && file_content ? [{ filename: file_name, content: file_content }] : []
    const failure = await send({ to, subject, text: words, html, attachments }).then(
      () => undefined,
      error => {
        log.warn({ err: error, org_id, letter_id: letter.id }, 'a mail of a report was not sent')
        return sendFailure(error)
      },
    )
    if (failure === undefined) mail_count++
    await hear(await transaction(tx => noteEnd(tx, org_id, letter, failure)))
  }
  return { mail_count }
}

/** What a worker had in hand that is gone may have arrived. */
async function endInterrupted(tx: Tx, org_id: string): Promise<readonly string[]> {
  const found = await rows(
    tx,
    sql<{
      id: string
    }>`select id from report_letter where org_id = ${org_id} and status = ${sql.lit(sending)} order by id for update`,
  )
  const ids = found.map(({ id }) => id)
  await transition(tx, org_id, lettersByState, 'interrupt', ids, forgotten)
  return tellOwners(tx, org_id, ids, unsureWords)
}
/** Not to be sent as it is; who hears why. */
interface NotNow {
  readonly heard: readonly string[]
}
/** The next one, as long as who gets it has the rights under which it was made; otherwise it is left out or made anew. */
async function takeNext(tx: Tx, org_id: string): Promise<Taken | 'none' | NotNow> {
  const [next] = await rows(
    tx,
    sql<{
      id: string
    }>`select id from report_letter where org_id = ${org_id} and status = ${sql.lit(to_send)} and due_time <= epoch_now()
      order by due_time, id limit 1 for update skip locked`,
  )
  if (!next) return 'none'
  const [letter] = await rows(
    tx,
    sql<
      Taken & Versions & { user_id: string; rights: string; definition: unknown }
    >`select l.id, l.user_id, coalesce(u.email, '') as "to",
        l.subject, l.words, l.html, l.file_name, l.file_content, l.attempts, l.rights, t.definition,
        t.row_version as report_version, m.row_version as mailing_version
      from report_letter l join report_mailing m on m.org_id = l.org_id and m.id = l.mailing_id
        join saved_report t on t.org_id = m.org_id and t.id = m.report_id join app_user u on u.org_id = l.org_id and u.id = l.user_id
      where l.org_id = ${org_id} and l.id = ${next.id}`,
  )
  if (!letter) return 'none'
  const member = await readerBy(tx, org_id, letter.user_id)
  const { data } = reportDefinition.safeParse(letter.definition)
  const problem = data ? problemOf(data, member, letter.to !== '') : letterProblem.codes.broken
  if (problem !== null || !member || !data) {
    await leaveOut(tx, org_id, [letter.id], problem ?? letterProblem.codes.no_right)
    return { heard: data ? nobody : await tellOwners(tx, org_id, [letter.id], brokenWords) }
  }
  if (rightsKey(data, member, letter) !== letter.rights) {
    await transition(tx, org_id, lettersByState, 'remake', [letter.id], forgotten)
    return { heard: nobody }
  }
  await transition(tx, org_id, lettersByState, 'take', [letter.id], sql`attempts = attempts + 1`)
  return letter
}

/** Who is told of it. What may have arrived is not sent again. */
async function noteEnd(
  tx: Tx,
  org_id: string,
  letter: Taken,
  failure: SendFailure | undefined,
): Promise<readonly string[]> {
  if (failure === undefined) {
    await transition(tx, org_id, lettersByState, 'send', [letter.id], sql`sent_time = epoch_now(), ${forgotten}`)
    return nobody
  }
  if (failure === 'unsure') {
    await transition(tx, org_id, lettersByState, 'interrupt', [letter.id], forgotten)
    return tellOwners(tx, org_id, [letter.id], unsureWords)
  }
  if (failure === 'retry' && letter.attempts + 1 < mostTries) {
    const wait = minuteSeconds * 4 ** letter.attempts
    await transition(tx, org_id, lettersByState, 'again', [letter.id], sql`due_time = epoch_now() + ${wait}`)
    return nobody
  }
  await transition(tx, org_id, lettersByState, 'give_up', [letter.id], forgotten)
  return tellOwners(
    tx,
    org_id,
    [letter.id],
    ({ name, names }) =>
      text(
        `报表「${name}」发送给${names}失败，请让管理员检查邮件服务器和邮箱`,
        `The report “${name}” could not be mailed to ${names}: have an administrator look at the mail server and the address`,
      ),
    'error',
  )
}
